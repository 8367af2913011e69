// Prices counted in bins of equal width and round edges, or of equal ratio where the highest price would push all others to the edge.

export interface PriceBins {
  readonly counts: readonly number[]
  /** The lower edge of each bin, and the upper edge of the last. */
  readonly edges: readonly number[]
  readonly isLogarithmic: boolean
  /** Where an amount stands on an axis on which bin 0 is at 0. */
  readonly placeOf: (amount: number) => number
}

const BINS_MAX = 20
const LOGARITHMIC_FROM = 30

export function priceBins(amounts: readonly number[], low: number, high: number): PriceBins {
  const isLogarithmic = low > 0 && high / low > LOGARITHMIC_FROM
  return isLogarithmic
    ? binsOf(amounts, {
        count: BINS_MAX,
        edgeAt: place => low * (high / low) ** (place / BINS_MAX),
        placeOf: amount => (Math.log(amount / low) / Math.log(high / low)) * BINS_MAX,
        isLogarithmic,
      })
    : roundBins(amounts, low, high)
}

function roundBins(amounts: readonly number[], low: number, high: number): PriceBins {
  const step = roundStep((high - low) / BINS_MAX)
  const first = Math.floor(low / step)
  return binsOf(amounts, {
    count: Math.max(1, Math.ceil(high / step) - first),
    edgeAt: place => (first + place) * step,
    placeOf: amount => amount / step - first,
    isLogarithmic: false,
  })
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find(one => one * power >= least) ?? 10)
}

interface Scale extends Pick<PriceBins, 'isLogarithmic' | 'placeOf'> {
  readonly count: number
  readonly edgeAt: (place: number) => number
}

function binsOf(amounts: readonly number[], { count, edgeAt, placeOf, isLogarithmic }: Scale): PriceBins {
  const counts = Array.from({ length: count }, () => 0)
  for (const amount of amounts) {
    const bin = Math.min(count - 1, Math.max(0, Math.floor(placeOf(amount))))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const edges = Array.from({ length: count + 1 }, (_, edge) => edgeAt(edge))
  return { counts, edges, isLogarithmic, placeOf: amount => placeOf(amount) - 0.5 }
}
