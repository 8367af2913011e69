// Whether a product is the article of a code: by the exact code in one spelling, never by its name.
import { codeKey, gtinKey } from '../kit/general/codes.ts'
import type { GeneralProduct, SearchResult } from '../kit/general/general-product.ts'

type Variant = GeneralProduct['variants'][number]

export interface CodeMatcher {
  /** The variants that the code names: all of them when it names the product; undefined when it names neither. */
  matchProduct(product: GeneralProduct): readonly Variant[] | undefined
  /** False when the codes that a result shows say that it is another article; one without a code may be it. */
  mayMatch(result: SearchResult): boolean
}

export function createCodeMatcher(code: string): CodeMatcher {
  const [own, ownGtin] = [codeKey(code), gtinKey(code)]
  const isMaker = (text: string | null) => own !== undefined && codeKey(text) === own
  const isGtin = (text: string | null) => ownGtin !== undefined && gtinKey(text) === ownGtin
  // Shops number their articles themselves: a number alone, as their SKU, may be another article elsewhere.
  const isTelling = own !== undefined && /\p{L}/u.test(own) && /\d/.test(own)
  const isSku = (text: string | null) => isTelling && isMaker(text)
  return {
    matchProduct(product) {
      if (isMaker(product.mpn) || isGtin(product.gtin) || isSku(product.sku)) return product.variants
      const named = product.variants.filter(one => isGtin(one.gtin) || isSku(one.sku))
      return named.length > 0 ? named : undefined
    },
    mayMatch: ({ mpn, gtin, sku }) =>
      isMaker(mpn) || isGtin(gtin) || isSku(sku) || (mpn === null && gtin === null),
  }
}

/** As given, and as style codes with a colour are usually written: shops' searches know no other spelling. */
export function spellings(code: string): string[] {
  const [, style, colour] = /^([A-Z]{1,3}\d{3,5})(\d{3})$/.exec(codeKey(code) ?? '') ?? []
  return [...new Set([code, ...(style && colour ? [`${style}-${colour}`] : [])])]
}
