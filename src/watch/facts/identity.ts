// Which product a page shows: decides whether two answers under one address are about the same product. Pure.
import { codeKey, gtinKey } from '#reader/values/gtin'
import type { GeneralProduct } from '#kit/product/general-product'
import { type Facts, sortedFacts, identifying } from './facts.ts'

export interface Identity {
  readonly sku: string | null
  readonly gtin: string | null
  readonly mpn: string | null
  readonly name: string | null
  /** For messages; says nothing about identity. */
  readonly image?: string | null
  /** Codes of the variants: a page may show the code of whichever variant is selected. */
  readonly codes: readonly string[]
}

/** Limit for variant codes: the largest platforms allow this many variants. */
const CODES_MAX = 2_048
/** Share of common words from which two names mean the same product: stricter if the codes contradict it. */
const SIMILAR_IF_CODES_DIFFER = 0.8
const SIMILAR_WITHOUT_CODES = 0.5

export function identityOf({ sku, gtin, mpn, name, images, variants }: GeneralProduct): Identity {
  const codes = variants
    .flatMap(one => [codeKey(identifying(one.sku)), gtinKey(identifying(one.gtin))])
    .filter(code => code !== undefined)
  return {
    sku,
    gtin,
    mpn,
    name,
    image: images?.[0] ?? null,
    codes: [...new Set(codes)].toSorted().slice(0, CODES_MAX),
  }
}

/**
 * The manufacturer's codes decide, then the shop's own number, then the name. A layout may leave out any of them, and a
 * page may show the code of another variant today: neither is another product.
 */
export function isSameProduct(last: Identity, now: Identity): boolean {
  const makerCodes = new Set([
    compare(gtinKey(identifying(last.gtin)), gtinKey(identifying(now.gtin))),
    compare(codeKey(identifying(last.mpn)), codeKey(identifying(now.mpn))),
  ])
  if (makerCodes.has('equal') || isVariantOf(last, now) || isVariantOf(now, last)) return true
  const shopCode = compare(codeKey(identifying(last.sku)), codeKey(identifying(now.sku)))
  const isContradicted = makerCodes.has('different') || shopCode === 'different'
  if (shopCode === 'equal' && !isContradicted) return true
  if (!last.name || !now.name) return !isContradicted
  return similarity(last.name, now.name) >= (isContradicted ? SIMILAR_IF_CODES_DIFFER : SIMILAR_WITHOUT_CODES)
}

/** What is known of a product after another answer about it: an answer without a code does not remove the code. */
export function mergeIdentities(last: Identity, now: Identity): Identity {
  return {
    sku: now.sku ?? last.sku,
    gtin: now.gtin ?? last.gtin,
    mpn: now.mpn ?? last.mpn,
    name: now.name ?? last.name,
    image: now.image ?? last.image ?? null,
    // Also those of variants that are not listed now.
    codes: [...new Set([...now.codes, ...last.codes])].slice(0, CODES_MAX).toSorted(),
  }
}

function compare(last: string | undefined, now: string | undefined): 'equal' | 'different' | 'unknown' {
  if (last === undefined || now === undefined) return 'unknown'
  return last === now ? 'equal' : 'different'
}

function isVariantOf({ sku, gtin }: Identity, { codes }: Identity): boolean {
  const keys = [codeKey(identifying(sku)), gtinKey(identifying(gtin))]
  return keys.some(code => code !== undefined && codes.includes(code))
}

/**
 * A page may show the code of whichever variant is first, selected or the only one left, or none of them. So the earlier SKU or
 * GTIN stays if it or the new one is the code of a variant: the difference is no change, even if one of the two is missing.
 */
export function withKnownCodes(answer: Facts, before: Facts, last: Identity | null, now?: Identity): Facts {
  const codes = new Set([...(last?.codes ?? []), ...(now?.codes ?? [])])
  const isOfVariant = (code: string | undefined) =>
    [codeKey(code), gtinKey(code)].some(key => key !== undefined && codes.has(key))
  const fields = ['sku', 'gtin'].filter(field => isOfVariant(before[field]) || isOfVariant(answer[field]))
  if (fields.length === 0) return answer
  return sortedFacts({ ...answer, ...Object.fromEntries(fields.map(field => [field, before[field]])) })
}

/** Dice coefficient of the words: 1 for the same words in any order, 0 for none in common. */
function similarity(a: string, b: string): number {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)]
  if (wordsA.size + wordsB.size === 0) return 1
  return (2 * wordsA.intersection(wordsB).size) / (wordsA.size + wordsB.size)
}

function wordsOf(name: string): Set<string> {
  return new Set(
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
}
