// Codes that shops state as identifiers with a scheme, as links of GS1, and of the offer instead of the product.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../../src/extract/merge/reader-product.ts'
import { readProduct } from '#reader'

const url = 'https://shop.example/p/oak-lamp'
const GTIN = '4006381333931'
const offers = { '@type': 'Offer', price: '15.00', priceCurrency: 'EUR' }

function codesIn(head: string, body = '') {
  const html = `<!doctype html><html lang="en"><head><title>Oak lamp</title>${head}</head><body><main><h1>Oak lamp</h1>${body}<button type="submit">Add to cart</button></main></body></html>`
  const { sku, mpn, gtin } = generalFromReader(
    { read: readProduct(html, url), url, shop: 'shop.example', fetchedAtMs: 0 },
    true,
  )
  return { sku, mpn, gtin }
}

const jsonLd = (members: object) =>
  codesIn(
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Oak lamp', offers, ...members })}</script>`,
  )
const property = (propertyID: string, value: string) => ({ '@type': 'PropertyValue', propertyID, value })
const NONE = { sku: null, mpn: null, gtin: null }

describe('in JSON-LD', () => {
  it.each<[string, object, object]>([
    ['a link of GS1', { gtin: `https://id.gs1.org/01/0${GTIN}` }, { gtin: GTIN }],
    ['a link of GS1 for it', { hasGS1DigitalLink: `https://id.gs1.org/01/0${GTIN}/10/A` }, { gtin: GTIN }],
    ['an identifier with a scheme', { identifier: property('gtin13', GTIN) }, { gtin: GTIN }],
    [
      'several identifiers',
      { identifier: [property('MPN', 'MM-1'), property('sku', 'OX-1'), property('EAN', GTIN)] },
      { sku: 'OX-1', mpn: 'MM-1', gtin: GTIN },
    ],
    ['an identifier with a name', { identifier: { name: 'GTIN', value: GTIN } }, { gtin: GTIN }],
    ['a product id with a scheme', { productID: `gtin13:${GTIN}` }, { gtin: GTIN }],
    ['an additional property', { additionalProperty: [{ name: 'EAN', value: GTIN }] }, { gtin: GTIN }],
    ['an identifier of another scheme', { identifier: property('colorCode', '8844') }, {}],
    ['a plain identifier', { identifier: 'OX-1' }, { sku: 'OX-1' }],
    [
      'codes of the offer',
      { offers: { ...offers, sku: 'OX-1', mpn: 'MM-1', gtin13: GTIN } },
      { sku: 'OX-1', mpn: 'MM-1', gtin: GTIN },
    ],
  ])('%s', (_name, members, codes) => {
    expect(jsonLd(members)).toEqual({ ...NONE, ...codes })
  })
})

describe.each([
  [
    'microdata',
    (name: string) => `itemprop="${name}"`,
    (type: string) => `itemscope itemtype="https://schema.org/${type}"`,
  ],
  [
    'RDFa',
    (name: string) => `property="${name}"`,
    (type: string) => `vocab="https://schema.org/" typeof="${type}"`,
  ],
] as const)('in %s', (_name, prop, scope) => {
  const meta = (name: string, value: string) => `<meta ${prop(name)} content="${value}">`
  const product = (inside: string) =>
    codesIn(
      '',
      `<div ${scope('Product')}>${meta('name', 'Oak lamp')}${inside}<div ${prop('offers')} ${scope('Offer')}>${meta('price', '15.00')}${meta('priceCurrency', 'EUR')}</div></div>`,
    )

  it('an identifier with a scheme', () => {
    const inside = `<div ${prop('identifier')} ${scope('PropertyValue')}>${meta('propertyID', 'gtin13')}${meta('value', GTIN)}</div>`
    expect(product(inside)).toEqual({ ...NONE, gtin: GTIN })
  })

  it('a link of GS1', () => {
    expect(product(meta('gtin', `https://id.gs1.org/01/0${GTIN}`))).toEqual({ ...NONE, gtin: GTIN })
  })
})

describe('in Open Graph', () => {
  it('a link of GS1', () => {
    const head = `<meta property="og:type" content="product"><meta property="product:price:amount" content="15.00"><meta property="product:price:currency" content="EUR"><meta property="product:gtin" content="https://id.gs1.org/01/0${GTIN}">`
    expect(codesIn(head)).toEqual({ ...NONE, gtin: GTIN })
  })
})
