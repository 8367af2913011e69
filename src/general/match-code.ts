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
  const isTelling = isTellingCode(own)
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

function isTellingCode(key: string | undefined): boolean {
  return key !== undefined && /\p{L}/u.test(key) && /\d/.test(key)
}

/** The maker's code of products that a GTIN has found, where they agree on one: other shops may know only that. */
export function makerCodeOf(products: readonly GeneralProduct[]): string | undefined {
  const codes = products.flatMap(({ mpn, sku }) => mpn ?? (isTellingCode(codeKey(sku)) ? [sku ?? ''] : []))
  return new Set(codes.map(codeKey)).size === 1 ? codes[0] : undefined
}

/** Finds by the maker's code, and takes only what shows the GTIN: a maker's code is of all sizes, a GTIN of one. */
export function createGtinMatcher(gtin: string, makerCode: string): CodeMatcher {
  const [byCode, byGtin] = [createCodeMatcher(makerCode), createCodeMatcher(gtin)]
  return {
    matchProduct: product => (byCode.matchProduct(product) ? byGtin.matchProduct(product) : undefined),
    mayMatch: result => byCode.mayMatch({ ...result, gtin: null }),
  }
}

/** As given, and as style codes with a colour are usually written: shops' searches know no other spelling. */
export function spellings(code: string): string[] {
  const [, style, colour] = /^([A-Z]{1,3}\d{3,5})(\d{3})$/.exec(codeKey(code) ?? '') ?? []
  return [...new Set([code, ...(style && colour ? [`${style}-${colour}`] : [])])]
}
