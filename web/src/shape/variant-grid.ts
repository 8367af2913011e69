// Variants by size and colour: a grid where each pair of them is one variant.
import type { ProductVariant } from '../model/general.ts'
import { compareSizes } from './size-order.ts'

export interface VariantGrid {
  readonly sizes: readonly string[]
  readonly colors: readonly string[]
  readonly at: (size: string, color: string) => ProductVariant | undefined
}

/** Undefined where a list says it better: one colour, one size, or two variants of one pair. */
export function variantGrid(variants: readonly ProductVariant[]): VariantGrid | undefined {
  const named = variants.flatMap(variant => {
    const { size, color } = variant
    return size === null || color === null ? [] : [{ size, color, variant }]
  })
  const sizes = [...new Set(named.map(one => one.size))].toSorted(compareSizes)
  const colors = [...new Set(named.map(one => one.color))]
  const byPair = new Map(named.map(({ size, color, variant }) => [JSON.stringify([size, color]), variant]))
  if (sizes.length < 2 || colors.length < 2 || colors.length > COLORS_MAX) return undefined
  if (byPair.size !== variants.length) return undefined
  return { sizes, colors, at: (size, color) => byPair.get(JSON.stringify([size, color])) }
}

/** More columns than this are wider than a page. */
const COLORS_MAX = 8
