// The values of a page that a watch compares, each under a name that identifies it whatever its position.
import type { ByShop, Money, Offer, Page, Product, Settings, Stock } from './truth.ts'

/** `null`: the page does not state it. A name that is missing: the page states that there is none. */
export type Values = Map<string, string | null>

export const moneyText = (money: Money | null) => (money ? `${money.cents} ${money.currency}` : null)
export function moneyOf(text: string | null | undefined): Money | null {
  if (text === null || text === undefined) return null
  const [cents, currency] = text.split(' ')
  return { cents: Number(cents), currency: currency ?? '' }
}

/** The type of change that a value belongs to. */
export function typeOf(name: string): string {
  if (name.endsWith('price')) return 'price.changed'
  return name.endsWith('availability') ? 'availability.changed' : 'product.changed'
}

const lowest = (prices: Money[]) =>
  prices.reduce<Money | null>((low, each) => (low && low.cents <= each.cents ? low : each), null)
const bestStock = (stocks: Stock[]) =>
  stocks.includes('in_stock') ? 'in_stock' : stocks.includes('limited') ? 'limited' : 'out_of_stock'

/** "Price and availability are those of the matching variants; the price is the lowest." */
function narrowedValues(product: Product, variant: NonNullable<Settings['variant']>): Values {
  const { variants } = product
  if (variants === null)
    return new Map([
      ['price', null],
      ['availability', null],
    ])
  const own = variants.filter(
    each => (variant.size ?? each.size) === each.size && (variant.color ?? each.color) === each.color,
  )
  const currency = product.price?.currency ?? ''
  return new Map([
    ['price', moneyText(lowest(own.map(each => ({ cents: each.cents, currency }))))],
    // "A shop that lists other variants but not this one does not offer it: `out_of_stock`."
    ['availability', bestStock(own.map(each => each.stock))],
  ])
}

function productValues(product: Product): Values {
  const values: Values = new Map([
    ['price', moneyText(product.price)],
    ['list_price', moneyText(product.listPrice)],
    ['availability', product.stock],
    ['seller', product.seller],
    ['variants', product.variants ? 'stated' : null],
  ])
  for (const each of product.variants ?? []) {
    values.set(`variant ${each.key} price`, `${each.cents} ${product.price?.currency}`)
    values.set(`variant ${each.key} availability`, each.stock)
  }
  return values
}

function offersValues(shops: ByShop<Offer>): Values {
  const offers = Object.values(shops).flatMap(each => (typeof each === 'string' ? [] : each))
  const values: Values = new Map([
    ['price', moneyText(lowest(offers.map(each => each.price)))],
    ['availability', bestStock(offers.map(each => each.stock))],
  ])
  for (const [shop, own] of Object.entries(shops)) {
    if (typeof own === 'string') continue
    const price = moneyText(lowest(own.map(each => each.price)))
    if (price !== null) values.set(`offer ${shop} price`, price)
    values.set(`offer ${shop} count`, String(own.length))
  }
  return values
}

/** A shop that fails keeps what it last answered. */
export function keepFailed<T>(shops: ByShop<T>, last: ByShop<T>): ByShop<T> {
  return Object.fromEntries(
    Object.entries(shops).map(([name, each]) => [
      name,
      typeof each === 'string' ? (last[name] ?? each) : each,
    ]),
  )
}

export function valuesOf(page: Page, settings: Settings): Values {
  if (page.shows === 'product')
    return settings.variant ? narrowedValues(page.product, settings.variant) : productValues(page.product)
  if (page.shows === 'offers') return offersValues(page.shops)
  const rows =
    page.shows === 'rows'
      ? page.rows
      : page.shows === 'search'
        ? Object.entries(page.shops).flatMap(([shop, each]) =>
            typeof each === 'string' ? [] : each.map(row => ({ ...row, key: `${shop} ${row.key}` })),
          )
        : []
  return new Map(rows.map(row => [`row ${row.key}`, `${row.name} ${row.cents}`]))
}
