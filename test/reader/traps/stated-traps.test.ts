// Facts that shops state in a way that is easily read wrongly, in every markup that can state them.
import { describe, expect, it } from 'vitest'
import { toReaderProduct } from '../../../src/general/reader-product.ts'
import type { GeneralProduct } from '../../../src/kit/general/general-product.ts'
import { readProduct } from '../../../src/reader/index.ts'
import { type Facts, STATED_MARKUPS } from './stated-markups.ts'

interface Trap {
  readonly name: string
  readonly facts: Facts
  /** A markup in which it is not asked for. */
  readonly except?: string
  /** What must be in the answer; `price` as "amount currency". */
  readonly expected: {
    readonly price: string
    readonly max?: string | null
    readonly others?: readonly string[]
    readonly availability?: string
    readonly condition?: string | null
    readonly color?: string
    readonly brand?: string
    readonly seller?: string | null
    readonly attributes?: readonly string[]
    readonly reviews?: number
  }
}

const eur = (price: string, more: Partial<Facts['offers'][number]> = {}) => ({
  price,
  currency: 'EUR',
  ...more,
})

const TRAPS: readonly Trap[] = [
  {
    name: 'a price without tax before the price',
    facts: { offers: [{ price: '15.00', currency: 'GBP' }], net: '12.50' },
    expected: { price: '15.00 GBP', others: ['without_tax 12.50'] },
  },
  {
    name: 'a used offer below the new one',
    facts: {
      offers: [
        eur('500.00', { condition: 'UsedCondition', availability: 'InStock' }),
        eur('1200.00', { condition: 'NewCondition', availability: 'InStock' }),
      ],
    },
    expected: { price: '1200.00 EUR', max: null, others: ['used 500.00'], condition: 'new' },
  },
  {
    name: 'a refurbished offer below one without a condition',
    facts: { offers: [eur('900.00'), eur('700.00', { condition: 'RefurbishedCondition' })] },
    expected: { price: '900.00 EUR', max: null, others: ['used 700.00'] },
  },
  {
    name: 'used offers only',
    facts: {
      offers: [eur('700.00', { condition: 'UsedCondition' }), eur('500.00', { condition: 'UsedCondition' })],
    },
    expected: { price: '500.00 EUR', max: '700.00', condition: 'used' },
  },
  {
    name: 'a sold-out offer below one in stock',
    facts: {
      offers: [eur('5.00', { availability: 'OutOfStock' }), eur('12.00', { availability: 'InStock' })],
    },
    expected: { price: '12.00 EUR', max: null, availability: 'in_stock' },
  },
  {
    name: 'a sold-out offer above one in stock',
    facts: {
      offers: [eur('12.00', { availability: 'InStock' }), eur('50.00', { availability: 'OutOfStock' })],
    },
    expected: { price: '12.00 EUR', max: null, availability: 'in_stock' },
  },
  {
    name: 'offers in three prices',
    facts: { offers: [eur('14.00'), eur('12.00'), eur('19.00')] },
    expected: { price: '12.00 EUR', max: '19.00' },
  },
  {
    name: 'a range',
    facts: { offers: [eur('12.00')], high: '19.00' },
    expected: { price: '12.00 EUR', max: '19.00' },
  },
  {
    name: 'a review count with a comma',
    facts: { offers: [eur('12.00')], reviews: '1,234' },
    expected: { price: '12.00 EUR', reviews: 1234 },
  },
  {
    name: 'a review count with a point',
    facts: { offers: [eur('12.00')], reviews: '2.318' },
    expected: { price: '12.00 EUR', reviews: 2318 },
  },
  {
    name: 'a colour and properties',
    facts: {
      offers: [eur('12.00')],
      color: 'Dark oak',
      properties: [
        ['Height', '40 cm'],
        ['Socket', 'E27'],
      ],
    },
    expected: { price: '12.00 EUR', color: 'Dark oak', attributes: ['Height: 40 cm', 'Socket: E27'] },
  },
  {
    name: 'a brand',
    facts: { offers: [eur('12.00')], brand: 'Lumen' },
    // The scorer of brands has seen no RDFa.
    except: 'RDFa',
    expected: { price: '12.00 EUR', brand: 'Lumen' },
  },
  {
    name: 'a seller other than the shop',
    facts: { offers: [eur('12.00', { seller: 'Lamp Traders Ltd' })] },
    expected: { price: '12.00 EUR', seller: 'Lamp Traders Ltd' },
  },
  {
    name: 'the shop itself as the seller',
    facts: { offers: [eur('12.00', { seller: 'Corner Shop' })] },
    expected: { price: '12.00 EUR', seller: null },
  },
]

const url = 'https://www.cornershop.example/p/oak-lamp'

function read(head = '', body = ''): GeneralProduct {
  const html = `<!doctype html><html lang="en"><head><title>Oak lamp</title>${head}</head><body><main><h1>Oak lamp</h1>${body}<button type="submit">Add to cart</button><p>A lamp of oak with a shade of linen, for desks and shelves.</p></main></body></html>`
  return toReaderProduct(
    { read: readProduct(html, url), url, shop: 'www.cornershop.example', fetchedAtMs: 0 },
    true,
  )
}

function summary(product: GeneralProduct, asked: Trap['expected']): Trap['expected'] {
  const { price, price_max: max, rating } = product
  const all: Required<Trap['expected']> = {
    price: price ? `${price.amount} ${price.currency}` : 'none',
    max: max?.amount ?? null,
    others: product.other_prices.map(one => `${one.kind} ${one.price?.amount}`),
    availability: product.availability ?? 'none',
    condition: product.condition,
    color: product.color ?? 'none',
    brand: product.brand ?? 'none',
    seller: product.seller?.name ?? null,
    attributes: product.attributes.map(one => `${one.name}: ${one.value}`),
    reviews: rating?.count ?? -1,
  }
  const names = Object.keys(asked) as (keyof Trap['expected'])[]
  return Object.fromEntries(names.map(name => [name, all[name]])) as Trap['expected']
}

describe.each(TRAPS)('$name', ({ facts, except, expected }) => {
  const markups = STATED_MARKUPS.filter(one => one.name !== except).flatMap(({ name, render }) => {
    const rendered = render(facts)
    return rendered ? [{ name, rendered }] : []
  })

  it.each(markups)('in $name', ({ rendered: { head, body } }) => {
    expect(summary(read(head, body), expected)).toEqual(expected)
  })
})

describe('offers in two currencies', () => {
  const offers = [
    { price: '12.00', currency: 'USD' },
    { price: '10.00', currency: 'EUR' },
  ]
  const markups = STATED_MARKUPS.flatMap(({ name, render }) => {
    const rendered = render({ offers })
    return rendered ? [{ name, rendered }] : []
  })

  it.each(markups)('keep each amount with its own currency in $name', ({ rendered: { head, body } }) => {
    const { price, price_max: max } = read(head, body)
    expect(['12.00 USD', '10.00 EUR']).toContain(`${price?.amount} ${price?.currency}`)
    expect(max).toBeNull()
  })

  it.each(markups)('are read in the printed one in $name', ({ rendered: { head, body = '' } }) => {
    const { price } = read(head, `<p class="price">€10.00</p>${body}`)
    expect(price).toEqual({ amount: '10.00', currency: 'EUR' })
  })
})
