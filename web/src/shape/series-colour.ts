// The colour of a series by what it means, the same on every page; places in the list of chart colours.

export const PRICE_COLOURS = { price: 0, list_price: 1, price_max: 3 } as const

/** Variants and shops share the colours that mean no kind of price. */
const FREE = [2, 4, 5, 6, 7] as const

export function colourOfVariant(place: number): number {
  return FREE[place % FREE.length] ?? 2
}
