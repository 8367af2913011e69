// The codes of a related product never become those of the page's own product, in every markup that can state both.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../../src/extract/merge/reader-product.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { readProduct } from '#reader'

const url = 'https://shop.example/p/oak-lamp'
const OWN = { sku: 'LAMP-77', mpn: 'OL-4400', gtin13: '5901234123457', brand: 'Lumen' }
const OTHER = { sku: 'SHADE-5', mpn: 'PM-7700', gtin13: '4006381333931', brand: 'Corvane' }
type Codes = Partial<typeof OWN>

interface Markup {
  readonly name: string
  readonly render: (own: Codes) => { readonly head?: string; readonly body?: string; readonly after?: string }
}

const offer = (price: string) => ({ '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'InStock' })
const item = (name: string, { brand, ...codes }: Codes, price: string) => ({
  '@type': 'Product',
  name,
  ...codes,
  ...(brand === undefined ? {} : { brand: { '@type': 'Brand', name: brand } }),
  offers: offer(price),
})
const block = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`
const lamp = (own: Codes) => item('Oak lamp', own, '15.00')
// More is stated of it than of the page's own product.
const shade = {
  ...item('Oak lamp shade', OTHER, '3.00'),
  description: 'A shade of linen for the lamp.',
}

const RELATIONS = [
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'hasPart',
  'subjectOf',
]

type Write = (name: string) => string
const microdata = [
  (name: string) => `itemprop="${name}"`,
  (type: string) => `itemscope itemtype="https://schema.org/${type}"`,
] as const
const rdfa = [
  (name: string) => `property="${name}"`,
  (type: string) => `vocab="https://schema.org/" typeof="${type}"`,
] as const
const element = ([prop, scope]: readonly [Write, Write], codes: Codes, price: string, inside = '') =>
  Object.entries(codes)
    .map(([name, value]) => `<meta ${prop(name)} content="${value}">`)
    .join('') +
  `<div ${prop('offers')} ${scope('Offer')}><meta ${prop('price')} content="${price}"><meta ${prop('priceCurrency')} content="EUR"></div>${inside}`
const heading = '<h1>Oak lamp</h1>'
const card = (markup: readonly [Write, Write], around = '') =>
  `<div ${around} ${markup[1]('Product')}><span ${markup[0]('name')}>Oak lamp shade</span>${element(markup, OTHER, '3.00')}</div>`

const MARKUPS: readonly Markup[] = [
  ...RELATIONS.map(key => ({
    name: `JSON-LD ${key}`,
    render: (own: Codes) => ({ head: block({ ...lamp(own), [key]: [shade] }) }),
  })),
  {
    name: 'a list in the JSON-LD graph',
    render: own => ({
      head: block({
        '@graph': [
          { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item: shade }] },
          lamp(own),
        ],
      }),
    }),
  },
  { name: 'a second JSON-LD block', render: own => ({ head: block(lamp(own)) + block(shade) }) },
  { name: 'a JSON-LD block before', render: own => ({ head: block(shade) + block(lamp(own)) }) },
  {
    name: 'another product in the graph',
    render: own => ({ head: block({ '@graph': [shade, lamp(own)] }) }),
  },
  ...[['microdata', microdata] as const, ['RDFa', rdfa] as const].flatMap(([name, markup]): Markup[] => [
    {
      name: `a card of ${name} under the product`,
      render: own => ({
        body: `<div ${markup[1]('Product')}><h1 ${markup[0]('name')}>Oak lamp</h1>${element(markup, own, '15.00')}</div>`,
        after: `<h2>Related</h2>${card(markup)}`,
      }),
    },
    {
      name: `a card of ${name} beside a heading outside`,
      render: own => ({
        body: `${heading}<div ${markup[1]('Product')}><meta ${markup[0]('name')} content="Oak lamp">${element(markup, own, '15.00')}</div>`,
        after: `<h2>Related</h2>${card(markup)}`,
      }),
    },
    {
      name: `a card of ${name} inside the product`,
      render: own => ({
        body: `<div ${markup[1]('Product')}><h1 ${markup[0]('name')}>Oak lamp</h1>${element(markup, own, '15.00', card(markup, markup[0]('isRelatedTo')))}</div>`,
      }),
    },
    {
      name: `a card of ${name} and the product in JSON-LD`,
      render: own => ({ head: block(lamp(own)), after: `<h2>Related</h2>${card(markup)}` }),
    },
  ]),
  {
    name: 'printed codes under "You may also like"',
    render: own => ({
      head: block(lamp(own)),
      after: `<h2>You may also like</h2><ul><li data-sku="${OTHER.sku}"><a href="/p/2">Oak lamp shade</a><p>SKU: ${OTHER.sku}</p><p>MPN: ${OTHER.mpn}</p><p>EAN: ${OTHER.gtin13}</p><p>Brand: ${OTHER.brand}</p></li></ul>`,
    }),
  },
]

function read({ head = '', body = heading, after = '' }: ReturnType<Markup['render']>): GeneralProduct {
  const html = `<!doctype html><html lang="en"><head><title>Oak lamp</title>${head}</head><body><main>${body}<button type="submit">Add to cart</button><p>A lamp of oak with a shade of linen, for desks and shelves.</p></main>${after}</body></html>`
  const read = readProduct(html, url)
  return generalFromReader({ read, url, shop: 'shop.example', fetchedAtMs: 0 }, true)
}

const codesOf = ({ sku, mpn, gtin, brand }: GeneralProduct) => ({ sku, mpn, gtin, brand })
const NONE = { sku: null, mpn: null, gtin: null, brand: null }

describe.each(MARKUPS)('$name', ({ render }) => {
  it('gives no code to a product without one', () => {
    const product = read(render({}))
    expect(codesOf(product)).toEqual(NONE)
    expect(product.price?.amount).toBe('15.00')
  })

  it('leaves the product its own codes', () => {
    const { gtin13: gtin, ...own } = OWN
    expect(codesOf(read(render(OWN)))).toEqual({ ...own, gtin })
  })
})

describe('a page on which no product can be told to be its own', () => {
  const others = [item('Pine stool', OTHER, '3.00'), item('Birch shelf', OWN, '4.00')]

  it('has no codes from JSON-LD', () => {
    expect(codesOf(read({ head: block({ '@graph': others }) }))).toEqual(NONE)
  })

  it('has no codes from microdata', () => {
    const cards = ['Pine stool', 'Birch shelf'].map(
      (name, place) =>
        `<div ${microdata[1]('Product')}><meta itemprop="name" content="${name}">${element(microdata, place === 0 ? OTHER : OWN, '3.00')}</div>`,
    )
    const product = read({
      body: `${heading}<p class="price">€15.00</p>`,
      after: cards.join(''),
    })
    expect(codesOf(product)).toEqual(NONE)
  })
})

describe('codes of parts that are the product itself', () => {
  it.each([
    ['an offer', { offers: { ...offer('15.00'), sku: OWN.sku, mpn: OWN.mpn, gtin13: OWN.gtin13 } }],
    [
      'the offered item',
      { offers: { ...offer('15.00'), itemOffered: { '@type': 'Product', name: 'Oak lamp', ...OWN } } },
    ],
    [
      'the only variant',
      {
        '@type': 'ProductGroup',
        hasVariant: [{ '@type': 'Product', name: 'Oak lamp', size: 'L', ...OWN, offers: offer('15.00') }],
      },
    ],
  ])('%s', (_name, members) => {
    const head = block({ '@type': 'Product', name: 'Oak lamp', brand: OWN.brand, ...members })
    expect(codesOf(read({ head }))).toEqual({
      sku: OWN.sku,
      mpn: OWN.mpn,
      gtin: OWN.gtin13,
      brand: OWN.brand,
    })
  })
})
