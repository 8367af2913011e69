// Price statistics of a search: the range as the site states it for the whole result, median and average of the page's prices.

export interface StatedRange {
  readonly lowest: number | undefined
  readonly highest: number | undefined
}

export function priceStats(amounts: readonly (number | undefined)[], stated: StatedRange) {
  // A price of 0 means "on request", in the cards and in the site's range.
  const sorted = amounts.flatMap(one => one || []).toSorted((a, b) => a - b)
  return {
    lowest_price: stated.lowest || sorted.at(0),
    median_price: medianOf(sorted),
    average_price: averageOf(sorted),
    highest_price: stated.highest || sorted.at(-1),
  }
}

function medianOf(sorted: readonly number[]): number | undefined {
  const middle = sorted.length / 2
  return averageOf(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}

function averageOf(amounts: readonly number[]): number | undefined {
  if (amounts.length === 0) return undefined
  const sum = amounts.reduce((total, one) => total + one, 0)
  return Math.round((sum / amounts.length) * 100) / 100
}
