// Decides whether a product is the article of a code: by exact comparison of normalised codes, never by name.
import { codeKey, gtinKey } from '#reader/values/gtin'
import type { GeneralProduct, SearchResult } from '#kit/product/general-product'

type Variant = GeneralProduct['variants'][number]

export interface CodeMatcher {
  /** The matching variants: all of them if the code identifies the product; undefined if nothing matches. */
  matchProduct(product: GeneralProduct): readonly Variant[] | undefined
  /** Whether the result itself states the code. */
  isNamed(result: SearchResult): boolean
  /** False if the result's codes show that it is another article; a result without a code may match. */
  mayMatch(result: SearchResult): boolean
}

export function createCodeMatcher(code: string): CodeMatcher {
  const [key, ownGtin] = [codeKey(code), gtinKey(code)]
  const isMaker = (text: string | null) => key !== undefined && codeKey(text) === key
  const isGtin = (text: string | null) => ownGtin !== undefined && gtinKey(text) === ownGtin
  // Shops assign their own numbers: a SKU that is only a number may be another article elsewhere, unless it is a GTIN.
  const isDistinctive = isDistinctiveCode(key)
  const isLong = ownGtin !== undefined && code.replace(/\D/g, '').length >= LONG_GTIN
  const isSku = (text: string | null) => (isDistinctive && isMaker(text)) || (isLong && isGtin(text))
  const isNamed = ({ mpn, gtin, sku }: SearchResult) => isMaker(mpn) || isGtin(gtin) || isSku(sku)
  return {
    matchProduct(product) {
      // Before the product's own codes: many shops give it those of its first variant.
      const byOwnCode = product.variants.filter(
        one => isGtin(one.gtin) || isSku(one.sku) || isSku(withoutSize(one)),
      )
      if (byOwnCode.length > 0) return byOwnCode
      const isWhole = isMaker(product.mpn) || isGtin(product.gtin) || isSku(product.sku)
      return isWhole ? product.variants : undefined
    },
    isNamed,
    // A GTIN is of one size: the maker's code of a result says nothing about it.
    mayMatch: result =>
      isNamed(result) || (result.gtin === null && (ownGtin !== undefined || result.mpn === null)),
  }
}

/** Shorter numbers are too often a shop's own with a check digit by chance. */
const LONG_GTIN = 12

/** Many shops number a variant by the maker's code and its size: `AB1234-001-9` in size 9. */
function withoutSize({ sku, size }: Variant): string | null {
  const end = size ? `-${size}` : ''
  return end !== '' && sku?.endsWith(end) ? sku.slice(0, -end.length) : null
}

function isDistinctiveCode(key: string | undefined): boolean {
  return key !== undefined && /\p{L}/u.test(key) && /\d/.test(key)
}

/** The manufacturer's code of products found by GTIN, if they agree on one: other shops may know only that code. */
export function makerCodeOf(products: readonly GeneralProduct[]): string | undefined {
  const codes = products.flatMap(({ mpn, sku, variants }) => {
    if (mpn) return [mpn]
    const skus = sku === null ? variants.map(withoutSize) : [sku]
    return skus.filter(code => code !== null).filter(code => isDistinctiveCode(codeKey(code)))
  })
  return new Set(codes.map(codeKey)).size === 1 ? codes[0] : undefined
}

/** Finds products by the manufacturer's code, but accepts only those with the GTIN: the code covers all sizes, a GTIN one. */
export function createGtinMatcher(gtin: string, makerCode: string): CodeMatcher {
  const [byCode, byGtin] = [createCodeMatcher(makerCode), createCodeMatcher(gtin)]
  return {
    matchProduct: product => (byCode.matchProduct(product) ? byGtin.matchProduct(product) : undefined),
    isNamed: result => byCode.isNamed(result) || byGtin.isNamed(result),
    mayMatch: result => byCode.mayMatch({ ...result, gtin: null }),
  }
}

/** The code as given, and in the usual notation of style codes with a colour: shops' searches know no other spelling. */
export function spellings(code: string): string[] {
  const [, style, colour] = /^([A-Z]{1,3}\d{3,5})(\d{3})$/.exec(codeKey(code) ?? '') ?? []
  return [...new Set([code, ...gtinLengths(code), ...(style && colour ? [`${style}-${colour}`] : [])])]
}

/** The spellings of a GTIN in most shops: with 13 digits, or with the 12 of a UPC. */
function gtinLengths(code: string): string[] {
  const key = gtinKey(code)
  if (key === undefined) return []
  const digits = key.replace(/^0+/, '')
  return [13, 12].flatMap(length =>
    digits.length <= length && digits.length > 8 ? [digits.padStart(length, '0')] : [],
  )
}
