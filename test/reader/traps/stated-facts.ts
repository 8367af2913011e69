// What a shop states about a product, whatever the markup, and what a way of stating it is.

export interface StatedOffer {
  readonly price: string
  /** A code, or a sign that several currencies share. */
  readonly currency: string
  /** The price as it is printed; the sign of the currency before the amount if omitted. */
  readonly printed?: string
  readonly list?: string
  readonly availability?: 'InStock' | 'OutOfStock'
  readonly condition?: 'NewCondition' | 'UsedCondition' | 'RefurbishedCondition'
  readonly seller?: string
  readonly sku?: string
  readonly gtin?: string
}

export interface Facts {
  readonly offers: readonly StatedOffer[]
  /** The same price without tax, as a second price of the only offer. */
  readonly net?: string
  /** A recommended price without tax, beside a price with tax. */
  readonly netList?: string
  /** The highest price, where only a range is stated. */
  readonly high?: string
  /** What 100 ml cost. */
  readonly unit?: string
  /** What it costs by subscription. */
  readonly plan?: string
  /** It is not sold without the plan. */
  readonly planOnly?: true
  readonly color?: string
  readonly brand?: string
  readonly properties?: readonly (readonly [name: string, value: string])[]
  readonly reviews?: string
  /** How many pieces there are, as it is written. */
  readonly stock?: string
}

export interface Rendered {
  readonly head?: string
  readonly body?: string
  /** What the shop answers to the requests of its platform, by the name that `load` gives them. */
  readonly documents?: Readonly<Record<string, unknown>>
}

/** One way of stating facts: a markup of any shop, or what the software of a shop writes. */
export interface StatedKind {
  readonly name: string
  /** The facts that it can state beside a price and its currency; others are not asked of it. */
  readonly facts: readonly Exclude<keyof Facts, 'offers'>[]
  /** What it can state about each offer. */
  readonly offer: readonly Exclude<keyof StatedOffer, 'price' | 'currency'>[]
  /** Several offers: not at all, told apart by their condition or their currency only, in one currency, or each in its own. */
  readonly several?: 'by condition' | 'by currency' | 'one currency' | 'any currency'
  /** A sign that several currencies share in place of a code. */
  readonly signs?: true
  /** Amounts in digits of another script. */
  readonly anyDigits?: true
  /** It has several offers or none. */
  readonly onlySeveral?: true
  /** What the reader does not read out of it: then the answer may lack it, and must not have another value. */
  readonly unread?: readonly string[]
  readonly render: (facts: Facts) => Rendered
}

export const NAME = 'Oak lamp'

export function canState(kind: StatedKind, { offers, ...facts }: Facts): boolean {
  const given = offers.flatMap(({ price: _price, currency: _currency, printed: _printed, ...one }) =>
    Object.keys(one),
  )
  const currencies = new Set(offers.map(one => one.currency))
  const isPlainText = offers.every(one => /^[\d.]+$/.test(one.price))
  return (
    Object.keys(facts).every(one => (kind.facts as string[]).includes(one)) &&
    given.every(one => (kind.offer as string[]).includes(one)) &&
    (offers.length === 1 ? kind.onlySeveral !== true : kind.several !== undefined) &&
    (kind.several !== 'by condition' || offers.length === 1 || offers.every(one => one.condition)) &&
    (kind.several !== 'by currency' || currencies.size === offers.length) &&
    (currencies.size === 1 || /^(?:any|by) currency$/.test(kind.several ?? '')) &&
    (kind.signs === true || [...currencies].every(one => /^[A-Z]{3}$/.test(one))) &&
    (kind.anyDigits === true || isPlainText)
  )
}

const SIGNS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', USD: '$' }

/** An amount as the shop prints it in the currency of an offer. */
export function printed({ price, currency, printed: text }: StatedOffer, amount = price): string {
  if (amount === price && text !== undefined) return text
  return `${SIGNS[currency] ?? `${currency} `}${amount}`
}

export const sizeAt = (place: number): string => 'SMLX'[place] ?? `S${place}`
