// Prices counted in bins of equal width, or of equal ratio where the highest price would push all others to the edge.

export interface PriceBins {
  readonly counts: readonly number[]
  /** The lower edge of each bin, and the upper edge of the last. */
  readonly edges: readonly number[]
  readonly isLogarithmic: boolean
  /** Where an amount stands on an axis on which bin 0 is at 0. */
  readonly placeOf: (amount: number) => number
}

const BINS = 20
const LOGARITHMIC_FROM = 30

export function priceBins(amounts: readonly number[], low: number, high: number): PriceBins {
  const isLogarithmic = low > 0 && high / low > LOGARITHMIC_FROM
  const share = (amount: number) =>
    isLogarithmic ? Math.log(amount / low) / Math.log(high / low) : (amount - low) / (high - low)
  const counts = Array.from({ length: BINS }, () => 0)
  for (const amount of amounts) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(share(amount) * BINS)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const edges = Array.from({ length: BINS + 1 }, (_, edge) =>
    isLogarithmic ? low * (high / low) ** (edge / BINS) : low + ((high - low) * edge) / BINS,
  )
  return { counts, edges, isLogarithmic, placeOf: amount => share(amount) * BINS - 0.5 }
}
