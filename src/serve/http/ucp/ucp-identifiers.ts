// Identifiers of products and variants: the URL of the product, and in its fragment what tells a variant from the others.
import { createHash } from 'node:crypto'
import type { GeneralProduct } from '#kit/product/general-product'

type Variant = GeneralProduct['variants'][number]

const FRAGMENT = /#variant=([\w-]{1,40})$/

/** The variant that stands for a product without a choice, and for a row of a search. */
export const ONLY_VARIANT = 'only'

export function variantId(url: string, key: string): string {
  return `${url.replace(/#.*$/s, '')}#variant=${key}`
}

/** Keys that stay the same for the same variant, whatever its price; offers that nothing else tells apart are numbered. */
export function variantKeys(variants: readonly Variant[]): readonly string[] {
  const seen = new Map<string, number>()
  return variants.map(({ sku, gtin, size, color, condition, url }) => {
    const facts = JSON.stringify([sku, gtin, size, color, condition, url])
    const key = createHash('sha256').update(facts).digest('base64url').slice(0, 12)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? key : `${key}-${count}`
  })
}

export function parseIdentifier(id: string): { readonly url: string; readonly variant: string | undefined } {
  const variant = FRAGMENT.exec(id)?.[1]
  return { url: variant === undefined ? id : id.slice(0, id.lastIndexOf('#')), variant }
}
