// Histories of real pages, as HTML: what is read from them decides which product it is, and whether it changed.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../../src/extract/merge/reader-product.ts'
import { readProduct } from '#reader'
import { resultOfAnswer } from '../../../src/watch/check/answer-facts.ts'
import { parseConditions } from '../../../src/settings/watch-rules/condition.ts'
import { decide } from '../../../src/watch/decide/decide.ts'
import { type LastKnown, NOTHING_KNOWN } from '../../../src/watch/model/knowledge.ts'
import type { VariantChoice } from '../../../src/settings/watch-rules/variant.ts'

const HOUR = 3_600_000
const ADDRESS = 'https://shop.example/p/80231'

interface Shown {
  readonly when?: string
  readonly variant?: VariantChoice
  readonly url?: string
}

/** `1 price.changed!`: the number of the check, the change, and `!` if it alerts. */
function changesOf(pages: readonly string[], { when = 'any change', variant, url = ADDRESS }: Shown = {}) {
  const parsed = parseConditions(when)
  if ('error' in parsed) throw new Error(parsed.error)
  const rules = { conditions: parsed.conditions, confirm: 1, cooldownMs: 0 }
  let known: LastKnown = NOTHING_KNOWN
  return pages.flatMap((html, nth) => {
    const page = { read: readProduct(html, url), url, shop: 'shop.example', fetchedAtMs: 0 }
    const result = resultOfAnswer('general.product', generalFromReader(page, false), variant)
    const decision = decide(
      known,
      { ...result, requestId: `r${nth}`, atMs: nth * HOUR },
      { price: [] },
      rules,
    )
    known = decision.knowledge
    return decision.changes.map(({ type, alert }) => `${nth} ${type}${alert ? '!' : ''}`)
  })
}

const offer = (price: string, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  availability: 'https://schema.org/InStock',
  ...more,
})

function pageOf(data: { name: string }, more = '', head = ''): string {
  const script = `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`
  return `<html lang="en"><head><title>${data.name}</title>${head}${script}</head><body><h1>${data.name}</h1>${more}</body></html>`
}

describe('a number that only the address has', () => {
  const product = (name: string, price: string, more: object = {}) => ({
    '@type': 'Product',
    name,
    offers: offer(price),
    ...more,
  })
  const [runner, table] = [product('Halvik Arc Runner', '100'), product('Wooden Table Oak Large', '10')]

  it.each([
    ['in the path', ADDRESS, ''],
    ['at the end of a part', 'https://shop.example/arc-80231.html', ''],
    ['as a parameter', 'https://shop.example/product?pid=80231', ''],
    ['in the canonical address', 'https://shop.example/now', `<link rel="canonical" href="${ADDRESS}">`],
  ])('does not make another product the same: %s', (_where, url, head) => {
    const pages = [runner, table].map(one => pageOf(one, '', head))
    expect(changesOf(pages, { url, when: 'price drops 10%' })).toEqual(['1 product.replaced'])
  })

  it.each([
    ['in data', { sku: '80231' }, ''],
    ['beside a label', {}, '<p>Item no.: <b>80231</b></p>'],
    ['in a text', {}, '<p>80231</p>'],
    // A shorter one may be an id of the platform, which is no article number.
    [
      'in the form of the cart, with six digits',
      {},
      '<form><input type="hidden" name="product_id" value="802316"></form>',
      'https://shop.example/p/802316',
    ],
  ])('identifies a renamed product if the page states it too: %s', (_where, more, html, url = ADDRESS) => {
    const pages = [
      pageOf(product('Halvik Arc Runner', '100', more), html),
      pageOf(product('Sports shoe, all colours', '90', more), html),
    ]
    expect(changesOf(pages, { url, when: 'price drops 10%' })).toContain('1 price.changed!')
  })

  it('is no SKU that appears and disappears with the address', () => {
    const read = readProduct(pageOf(runner), ADDRESS)
    const page = { read, url: ADDRESS, shop: 'shop.example', fetchedAtMs: 0 }
    const { sku, sources } = generalFromReader(page, true)
    expect([sku, sources?.sku]).toEqual([null, undefined])
  })
})

describe('a variant with several offers', () => {
  const used = { itemCondition: 'https://schema.org/UsedCondition' }
  const asNew = { itemCondition: 'https://schema.org/NewCondition' }
  const out = { availability: 'https://schema.org/OutOfStock' }
  const group = (...offers: object[]) =>
    pageOf({
      '@type': 'ProductGroup',
      name: 'Halvik Arc Runner',
      productGroupID: 'G1',
      hasVariant: [
        { '@type': 'Product', name: 'Halvik Arc Runner 9', size: '9', sku: 'G1-9', offers },
        { '@type': 'Product', name: 'Halvik Arc Runner 10', size: '10', sku: 'G1-10', offers: offer('120') },
      ],
    } as { name: string })
  const rowsOf = (html: string) => {
    const page = { read: readProduct(html, ADDRESS), url: ADDRESS, shop: 'shop.example', fetchedAtMs: 0 }
    return generalFromReader(page, false)
      .variants.map(one => `${one.size} ${one.price?.amount} ${one.condition} ${one.availability}`)
      .toSorted()
  }
  const [mint, worn] = [offer('100', asNew), offer('50', used)]

  it('has a row for each, in any order', () => {
    const rows = ['10 120.00 null in_stock', '9 100.00 new in_stock', '9 50.00 used in_stock']
    expect(rowsOf(group(mint, worn))).toEqual(rows)
    expect(rowsOf(group(worn, mint))).toEqual(rows)
    expect(rowsOf(group({ '@type': 'AggregateOffer', lowPrice: '50', offers: [worn, mint] }))).toEqual(rows)
  })

  it('has the condition of the offer, not of the product', () => {
    const html = group(mint, worn).replace('"size":"9"', '"size":"9","itemCondition":"NewCondition"')
    expect(rowsOf(html)).toContain('9 50.00 used in_stock')
  })

  it.each([
    ['of one condition', [mint, worn], { size: '9', condition: 'new' }],
    ['of a size', [mint, worn], { size: '9' }],
    ['of a size, one sold out', [offer('100'), offer('90', out)], { size: '9' }],
    ['of the product', [mint, worn], undefined],
    ['of the product, one sold out', [offer('100'), offer('90', out)], undefined],
  ])('is the same when they change places, for a watch %s', (_what, offers, variant) => {
    const pages = [group(...offers), group(...offers.toReversed()), group(...offers)]
    expect(changesOf(pages, variant ? { variant } : {})).toEqual([])
  })

  it('costs what the one that can be bought costs', () => {
    const pages = [group(offer('100'), offer('90', out)), group(offer('100'), offer('90'))]
    const wanted = { when: 'price < 95', variant: { size: '9' } }
    expect(changesOf(pages, wanted)).toEqual(['1 price.changed!'])
    expect(changesOf([group(worn, mint)], { when: 'price < 95', variant: { size: '9' } })).toEqual([])
  })
})

describe('the code of a variant', () => {
  const sizeOf = (size: string, price = '100', more: object = {}) => ({
    '@type': 'Product',
    name: `Halvik Arc Runner ${size}`,
    size,
    sku: `G1-${size}`,
    offers: offer(price),
    ...more,
  })
  const data = { '@type': 'ProductGroup', name: 'Halvik Arc Runner' }
  const group = (...hasVariant: object[]) => pageOf({ ...data, hasVariant } as { name: string })
  const numbered = (...hasVariant: object[]) =>
    pageOf({ ...data, productGroupID: 'G1-ARC', hasVariant } as { name: string })
  const alone = pageOf({
    '@type': 'Product',
    name: 'Halvik Arc Runner',
    sku: 'G1-9',
    offers: offer('100'),
  } as { name: string })
  const both = group(sizeOf('9'), sizeOf('10'))
  const variant = { size: '9' }

  it.each([
    ['the only one left', [both, group(sizeOf('9')), both]],
    ['the first one listed', [both, group(sizeOf('10'), sizeOf('9')), both]],
    ['no longer the only one', [group(sizeOf('9')), both, group(sizeOf('9'))]],
    ['beside the number of the group', [numbered(sizeOf('9'), sizeOf('10')), numbered(sizeOf('9')), both]],
    ['what the number of the group replaces', [group(sizeOf('9')), numbered(sizeOf('9'), sizeOf('10'))]],
    ['stated with a GTIN', [both, group(sizeOf('9', '100', { gtin13: '4006381333931' })), both]],
  ])('causes no change of a narrowed watch when it is %s', (_what, pages) => {
    expect(changesOf(pages, { variant })).toEqual([])
  })

  it('causes no alert about codes when another variant is the only one left', () => {
    const pages = [both, group(sizeOf('10')), both]
    expect(changesOf(pages, { variant }).filter(one => one.includes('product'))).toEqual([])
    expect(changesOf(pages).filter(one => one.includes('product.changed'))).toEqual([])
  })

  it('causes no alert when the page becomes that of the variant', () => {
    expect(changesOf([both, alone]).filter(one => one.endsWith('!'))).toEqual([])
  })

  it('is not the GTIN of a product with other variants', () => {
    const coded = { gtin13: '4006381333931' }
    const offers = [offer('100', { sku: 'A1', ...coded }), offer('110', { sku: 'A2' })]
    const pages = [
      group(sizeOf('9', '100', coded), sizeOf('10')),
      group(sizeOf('10'), sizeOf('9', '100', coded)),
      pageOf({ '@type': 'Product', name: 'Halvik Arc Runner', offers } as { name: string }),
    ]
    for (const html of pages) {
      const page = { read: readProduct(html, ADDRESS), url: ADDRESS, shop: 'shop.example', fetchedAtMs: 0 }
      const { gtin, variants } = generalFromReader(page, false)
      expect(gtin).toBeNull()
      expect(new Set(variants.map(one => one.gtin))).toEqual(new Set(['4006381333931', null]))
    }
  })
})
