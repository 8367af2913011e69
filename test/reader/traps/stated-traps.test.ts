// Every trap in every markup and platform that can state it.
import { describe, expect, it } from 'vitest'
import { productFields } from '../../../adapters/ucp/product.ts'
import { completeProduct } from '../../../src/extract/merge/complete-shape.ts'
import { mergeSources } from '../../../src/extract/merge/merge-readings.ts'
import { generalFromReader } from '../../../src/extract/merge/reader-product.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import type { JsonObject } from '#kit/schema/json-values'
import { documentExtractor } from '#kit/product/reading'
import { readProduct } from '#reader'
import { readPayload } from '../../platforms/read-payload.ts'
import { PRINTED_MARKUPS } from './printed-markups.ts'
import { canState, NAME, type Rendered } from './stated-facts.ts'
import { STATED_MARKUPS } from './stated-markups.ts'
import { STATED_PLATFORMS, STATED_UCP } from './stated-platforms.ts'
import { type ExpectedFacts, STATED_TRAPS } from './stated-trap-list.ts'

const URL_OF_PAGE = 'https://www.cornershop.example/p/oak-lamp'

interface PagePlace {
  readonly lang?: string | undefined
  readonly url?: string | undefined
}

const BUY = '<button type="submit">Add to cart</button>'
const pageOf = ({ head = '', body = '' }: Rendered, lang = 'en', buy = BUY) =>
  `<!doctype html><html lang="${lang}"><head><title>${NAME}</title>${head}</head><body><main><h1>${NAME}</h1>${body}${buy}<p>A lamp of oak with a shade of linen, for desks and shelves.</p></main></body></html>`

function readMarkup(
  rendered: Rendered,
  { lang, url = URL_OF_PAGE }: PagePlace = {},
  buy = BUY,
): GeneralProduct {
  const read = readProduct(pageOf(rendered, lang, buy), url)
  return generalFromReader({ read, url, shop: new URL(url).host, fetchedAtMs: 0 }, true)
}

function factsOf(product: Partial<GeneralProduct>): Required<ExpectedFacts> {
  const { price, price_max: max, rating } = product
  return {
    price: price ? `${price.amount} ${price.currency}` : 'none',
    list: product.list_price?.amount ?? null,
    max: max?.amount ?? null,
    others: (product.other_prices ?? []).map(one => `${one.kind} ${one.price?.amount}`),
    availability: product.availability ?? 'none',
    condition: product.condition ?? null,
    color: product.color ?? 'none',
    brand: product.brand ?? 'none',
    seller: product.seller?.name ?? null,
    attributes: (product.attributes ?? []).map(one => `${one.name}: ${one.value}`),
    reviews: rating?.count ?? -1,
    sku: product.sku ?? null,
    gtin: product.gtin ?? null,
  }
}

function summary(product: Partial<GeneralProduct>, asked: ExpectedFacts): ExpectedFacts {
  const all = factsOf(product)
  const names = Object.keys(asked) as (keyof ExpectedFacts)[]
  return Object.fromEntries(names.map(name => [name, all[name]])) as unknown as ExpectedFacts
}

/** A UCP document, read without a page. */
function readUcp({ documents }: Rendered): Partial<GeneralProduct> {
  const document = documentExtractor('api', 'document', documents as JsonObject, productFields)
  const { fields } = mergeSources([document], undefined)
  const about = { url: URL_OF_PAGE, site: 'shop', operation: null, fetched_at: new Date(0).toISOString() }
  return completeProduct({ ...fields, ...about }) ?? {}
}

const NOTHING = factsOf({})

/** What is expected, without what the reader does not read out of this kind. */
function readable(
  expected: ExpectedFacts,
  given: ExpectedFacts,
  unread: readonly string[] = [],
): ExpectedFacts {
  const names = (Object.keys(expected) as (keyof ExpectedFacts)[]).filter(
    name => unread.includes(name) && JSON.stringify(given[name]) === JSON.stringify(NOTHING[name]),
  )
  return { ...expected, ...Object.fromEntries(names.map(name => [name, NOTHING[name]])) }
}

describe.each(STATED_TRAPS)('$name', ({ facts, except = [], expected, ...place }) => {
  const isSoldOut = facts.offers.every(one => one.availability === 'OutOfStock')
  const isAsked = (kind: (typeof STATED_MARKUPS)[number]) =>
    canState(kind, facts) && !except.includes(kind.name)

  it.each([...STATED_MARKUPS, ...PRINTED_MARKUPS].filter(isAsked))('in $name', ({ render, unread }) => {
    const read = readMarkup(render(facts), place, isSoldOut ? '' : BUY)
    const given = summary(read, expected)
    expect(given).toEqual(readable(expected, given, unread))
  })

  const platforms = STATED_PLATFORMS.filter(isAsked)
  if (platforms.length > 0)
    it.each(platforms)('on $name', ({ render }) => {
      const rendered = render(facts)
      const read = readPayload(pageOf(rendered, place.lang), rendered.documents, place.url ?? URL_OF_PAGE)
      expect(summary(read, expected)).toEqual(expected)
    })

  const documents = [STATED_UCP].filter(isAsked)
  if (documents.length > 0)
    it.each(documents)('of $name', ({ render }) => {
      expect(summary(readUcp(render(facts)), expected)).toEqual(expected)
    })
})

describe('offers in two currencies', () => {
  const facts = {
    offers: [
      { price: '12.00', currency: 'USD' },
      { price: '10.00', currency: 'EUR' },
    ],
  }
  const markups = [...STATED_MARKUPS, ...PRINTED_MARKUPS].filter(one => canState(one, facts))

  it.each(markups)('keep each amount with its own currency in $name', ({ render }) => {
    const { price, price_max: max } = readMarkup(render(facts))
    expect(['12.00 USD', '10.00 EUR']).toContain(`${price?.amount} ${price?.currency}`)
    expect(max).toBeNull()
  })

  it.each(markups)('are read in the printed one in $name', ({ render }) => {
    const { head = '', body = '' } = render(facts)
    const { price } = readMarkup({ head, body: `<p class="price">€10.00</p>${body}` })
    expect(price).toEqual({ amount: '10.00', currency: 'EUR' })
  })

  it.each([STATED_UCP].filter(one => canState(one, facts)))(
    'keep each amount with its own currency of $name',
    ({ render }) => {
      const { price, price_max: max } = readUcp(render(facts))
      expect(['12.00 USD', '10.00 EUR']).toContain(`${price?.amount} ${price?.currency}`)
      expect(max).toBeNull()
    },
  )

  it.each(STATED_PLATFORMS.filter(one => canState(one, facts)))(
    'keep each amount with its own currency on $name',
    ({ render }) => {
      const rendered = render(facts)
      const { price, price_max: max } = readPayload(pageOf(rendered), rendered.documents)
      expect(['12.00 USD', '10.00 EUR']).toContain(`${price?.amount} ${price?.currency}`)
      expect(max).toBeNull()
    },
  )
})
