// What the amounts of a page are: each class stands in its usual relation to the price, and one page in ten does not.
import type { Place } from './languages.ts'
import { roundTo, scaleOf } from './money.ts'
import type { Random } from './random.ts'
import type { GrammarClass } from './types.ts'

/** Base unit, the quantities it is printed for, and how many base units they are; numbers name the units of a language. */
const MEASURES: readonly (readonly [string, number, readonly (readonly [string, number, number])[]])[] = [
  ['', 0, [['250', 1, 0.25], ['500', 1, 0.5], ['750', 1, 0.75], ['2', 0, 2], ['125', 1, 0.125], ['5', 0, 5]]],
  ['100 ', 1, [['250', 1, 2.5], ['40', 1, 0.4], ['180', 1, 1.8], ['500', 1, 5]]],
  ['', 2, [['750', 3, 0.75], ['500', 3, 0.5], ['5', 2, 5], ['330', 3, 0.33], ['1.5', 2, 1.5]]],
  ['100 ', 3, [['250', 3, 2.5], ['50', 3, 0.5], ['400', 3, 4]]],
  ['', 4, [['25', 4, 25], ['5', 4, 5], ['10', 4, 10]]],
  ['', 5, [['2.5', 5, 2.5], ['10', 5, 10], ['1.44', 5, 1.44]]],
  ['', 6, [['6', 6, 6], ['12', 6, 12], ['24', 6, 24], ['50', 6, 50]]],
] // biome-ignore format: a table

/** For each measure, which goods of a language are sold in it. */
const GOODS: readonly (readonly number[])[] = [[0, 6], [0, 6], [1, 2], [3], [5], [4], []] // biome-ignore format: a table

/** Phrases whose amounts are of another size than those of their class. */
export const NARROW = ['multi_each', 'wage', 'dwelling', 'newsletter', 'article', 'review'] as const
type Narrow = (typeof NARROW)[number]

export interface Values {
  readonly amount: (name: GrammarClass | Narrow) => string
  /** How many instalments or pieces. */
  readonly count: number
  readonly base: string
  readonly quantity: string
  /** Which goods of a language are sold in that measure; none where it is pieces. */
  readonly goods: readonly number[]
}

/** A measure, and a quantity that is sold in it. */
const chooseMeasure = (random: Random, place: Place, units: readonly string[]) => {
  const measured = random.pick(MEASURES)
  const [prefix, unit, quantities] = measured
  const [number, measure, factor] = random.pick(quantities)
  const comma = /,\d\d$/.test(place.number)
  const quantity = `${comma ? number.replace('.', ',') : number} ${units[measure]}`
  return {
    base: `${prefix}${units[unit]}`,
    quantity,
    factor,
    goods: GOODS[MEASURES.indexOf(measured)] ?? [],
  }
}

/** A fifth of the prices are round numbers, and a third of what they were before. */
const rounded = (random: Random, scale: number, value: number, chance: number): number => {
  const step = scale * (value > 100 * scale ? 10 : 5)
  return random.chance(chance) && value > 2 * step ? Math.round(value / step) * step : value
}

const drawPrice = (random: Random, scale: number, between: (low: number, high: number) => string): number => {
  const low = random.pick(random.chance(0.04) ? [0.4] : [2, 5, 20, 60])
  return rounded(random, scale, Number(between(low, random.pick([30, 120, 900, 2500]))), 0.2)
}

export const makeValues = (
  random: Random,
  place: Place,
  units: readonly string[],
  isRate: boolean,
): Values => {
  const scale = scaleOf(place.currency)
  const charms = [0.99, 0.95, 0.9, 0, 0, 0.49, 0.5, random.next()]
  const around = (low: number, high: number): number => {
    const value = low * (high / low) ** random.next()
    return value < 3 ? value : Math.floor(value) - 1 + random.pick(charms)
  }
  const between = (low: number, high: number): string => roundTo(around(low, high) * scale, place)
  const even = (low: number, high: number): string =>
    roundTo(Math.max(Math.round(random.whole(low, high) / 5) * 5, 5) * Math.max(Math.round(scale), 1), place)
  const price = drawPrice(random, scale, between)
  const odd = random.chance(0.1)
  const share = (low: number, high: number): string =>
    roundTo(price * (low + random.next() * (high - low)), place)
  const isHourly = isRate && random.chance(0.5)
  const off = odd ? 0.5 + random.next() : 1
  const former = rounded(random, scale, Number(share(1.08, 1.9)), 0.33)
  const count = random.pick([2, 3, 4, 6, 10, 12, 24])
  const { base, quantity, factor, goods } = chooseMeasure(random, place, units)
  const tax = random.pick([0.2, 0.19, 0.21, 0.25, 0.1])
  const amounts: Readonly<Record<string, () => string>> = {
    price: () => roundTo(price, place),
    former: () => roundTo(former > price ? former : price + 1, place),
    lowest_30: () => random.pick([() => roundTo(price, place), () => roundTo(former, place), () => share(0.85, 1.6)])(),
    net: () => roundTo((price / (1 + tax)) * off, place),
    unit: () => roundTo((price / factor) * off, place),
    fee: () => random.pick([() => between(0.08, 4), () => between(4, 60), () => roundTo(random.pick([0.08, 0.15, 0.25, 3.3]) * scale, place)])(),
    shipping: () => between(2.5, 12),
    threshold: () => even(20, 150),
    minimum_order: () => even(10, 150),
    sample: () => between(1, 6),
    instalment: () => roundTo((price / count) * off, place),
    rent: () => share(0.03, 0.3),
    subscription: () => share(0.8, 0.95),
    member: () => share(0.75, 0.97),
    coupon: () => share(0.7, 0.95),
    multi_buy: () => roundTo(price * count * (0.75 + random.next() * 0.2), place),
    multi_each: () => share(0.75, 0.96),
    saving: () => roundTo(Math.max((former - price) * off, 0.05 * scale), place),
    trade_in: () => share(0.2, 0.8),
    used: () => share(0.4, 0.85),
    bid: () => share(0.1, 1.1),
    other: () => even(1, 150),
    newsletter: () => even(5, 20),
    article: () => random.pick([() => even(50, 900), () => between(900, 90000)])(),
    review: () => share(0.5, 1.6),
    other_product: () => random.pick([() => share(0.5, 1.8), () => between(3, 800)])(),
    wage: () => (isHourly ? between(11, 30) : roundTo(Math.round(random.whole(1600, 5200) / 50) * 50 * scale, place)),
    dwelling: () => roundTo(Math.round(random.whole(350, 2400) / 5) * 5 * scale, place),
  } // biome-ignore format: a table
  return { amount: name => amounts[name]?.() ?? '0', count, base, quantity, goods }
}
