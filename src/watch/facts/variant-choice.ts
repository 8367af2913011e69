// The variant that a watch is narrowed to: `{size, color, condition, sku, gtin}`, and which variants of a page match it. Pure.
import { codeKey, gtinKey } from '#reader/values/gtin'
import type { GeneralProduct } from '#kit/product/general-product'
import type { VariantChoice } from '../../settings/watch-rules/variant.ts'

type Variant = GeneralProduct['variants'][number]

/** Case and spaces do not matter, nor the separators of codes. What a variant does not state, the product states for all. */
export function isChosen(
  variant: Variant,
  choice: VariantChoice,
  product: Pick<GeneralProduct, 'color' | 'condition'>,
): boolean {
  const color = variant.color ?? product.color
  const condition = variant.condition ?? product.condition
  return (
    matches(choice.size, variant.size, words) &&
    matches(choice.color, color, words) &&
    matches(choice.condition, condition, words) &&
    matches(choice.sku, variant.sku, codeKey) &&
    matches(choice.gtin, variant.gtin, gtinKey)
  )
}

function matches(
  chosen: string | undefined,
  stated: string | null,
  keyOf: (text: string) => string | undefined,
): boolean {
  if (chosen === undefined) return true
  return stated !== null && keyOf(stated) !== undefined && keyOf(stated) === keyOf(chosen)
}

function words(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
