// The answers of the general operations, as the first page shows them.
import type { GeneralOffers, GeneralProduct, GeneralSearch } from '../../../client/src/operations.ts'

export type { GeneralProduct } from '../../../client/src/operations.ts'
export type Offers = GeneralOffers
export type Offer = GeneralOffers['offers'][number]
export type SearchAnswer = GeneralSearch
export type ProductVariant = GeneralProduct['variants'][number]
export type SiteOutcome = Omit<GeneralOffers['sites'][number], 'more'>
/** Where a field of the product was found. */
export type FieldSource = NonNullable<GeneralProduct['sources']>[string]

/** An exact decimal, and the ISO code of its currency. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

/** Exact, with its currency; undefined for no price, and for a 0, which no shop means. */
export function moneyText(money: Money | null): string | undefined {
  if (!money?.currency || !/[1-9]/.test(money.amount)) return undefined
  const [whole = '', fraction] = money.amount.split('.')
  const grouped = BigInt(whole).toLocaleString('en')
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${money.currency}`
}

export type Target =
  | { readonly kind: 'url'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'words'; readonly text: string }

/** An address, a code (a GTIN, or letters with digits in one word), or words. */
export function readTarget(input: string): Target {
  const text = input.trim()
  if (/^https?:\/\//i.test(text)) return { kind: 'url', text }
  if (/^(?:\d[\s-]?){7,13}\d$/.test(text)) return { kind: 'code', text: text.replaceAll(/[\s-]/g, '') }
  const isCode = /^[\w./-]{5,40}$/.test(text) && /\d{3}/.test(text) && /[a-z]/i.test(text)
  return { kind: isCode ? 'code' : 'words', text }
}

/** The code by which other shops know the article; a shop's own number says nothing elsewhere. */
export function codeOf({ mpn, gtin, sku, variants }: GeneralProduct): string | undefined {
  if (mpn ?? gtin) return mpn ?? gtin ?? undefined
  return (
    [sku, commonBeginning(variants)].find(code => code && /[a-z]/i.test(code) && /\d{3}/.test(code)) ??
    undefined
  )
}

/** What the variants' codes have in common, up to a separator: the code of the style, where each size has its own. */
function commonBeginning(variants: GeneralProduct['variants']): string | undefined {
  const [first = '', ...others] = variants.map(({ sku }) => sku ?? '')
  let length = 0
  while (length < first.length && others.every(other => other[length] === first[length])) length++
  return others.length > 0 ? /^(.+)[-_/. ]/.exec(first.slice(0, length))?.[1] : undefined
}
