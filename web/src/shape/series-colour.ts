// The colour of a series by what it means, the same on every page; places in the list of chart colours.
import { splitWords } from '../../../src/kit/page/price-field.ts'

/** The price to pay, the usual price, what was paid, the highest, what is bid, the price of stock that ships at once. */
const MEANINGS: readonly (readonly [RegExp, number])[] = [
  [/instant|ship/, 5],
  [/list|retail|original|initial|compare|standard|before/, 1],
  [/last|sold|sale (?:price|cents)/, 2],
  [/max|highest ask|highest price/, 3],
  [/bid|offer/, 4],
]

/** For the lowest, median, average and highest of many prices. */
export function colourOfStatistic(name: string): number {
  return [/lowest|min/, /median/, /average|mean/, /highest|max/].findIndex(words => words.test(name)) + 4
}

/** Variants and shops share the colours that mean no kind of price. */
const FREE = [2, 4, 5, 6, 7] as const

export function colourOfVariant(place: number): number {
  return FREE[place % FREE.length] ?? 2
}

const PRICE_COLOUR = 0

/** By the name alone: `market.bids.lowest_ask` is no bid. */
export function colourOfPrice(path: string): number {
  const name = splitWords(path.split('.').at(-1) ?? '').join(' ')
  return MEANINGS.find(([words]) => words.test(name))?.[1] ?? PRICE_COLOUR
}

/** One for each series of a chart: what means the same still has a colour of its own. */
export function coloursOfPrices(paths: readonly string[]): number[] {
  const used: number[] = []
  for (const path of paths) {
    let colour = colourOfPrice(path)
    while (used.includes(colour)) colour++
    used.push(colour)
  }
  return used
}
