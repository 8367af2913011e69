// The answers of the general operations, as the first page shows them.

export interface Money {
  readonly amount: string
  readonly currency: string
}

export interface GeneralProduct {
  /** Only if they were asked for. */
  readonly sources?: Readonly<Record<string, FieldSource>>
  /** Null for a shop without an adapter of its own. */
  readonly operation: string | null
  readonly url: string
  readonly site: string
  readonly name: string
  readonly brand: string | null
  readonly description: string | null
  readonly breadcrumbs: readonly { readonly name: string; readonly url: string | null }[]
  readonly gtin: string | null
  readonly mpn: string | null
  readonly sku: string | null
  readonly color: string | null
  readonly condition: string | null
  readonly price: Money | null
  readonly list_price: Money | null
  readonly price_max: Money | null
  readonly availability: string | null
  readonly images: readonly string[]
  readonly rating: {
    readonly value: number
    readonly scale: number | null
    readonly count: number | null
  } | null
  readonly seller: { readonly name: string | null } | null
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly variants: readonly ProductVariant[]
  /** Prices that not every visitor pays for one piece. */
  readonly other_prices: readonly {
    readonly kind: string
    readonly price: Money | null
    readonly text: string | null
  }[]
  /** What another source of the same documents states differently. */
  readonly disputed: readonly { readonly field: string; readonly value: string; readonly from: string }[]
  readonly platform: string | null
  readonly fetched_at: string
}

export interface ProductVariant {
  readonly sku: string | null
  readonly gtin: string | null
  readonly size: string | null
  readonly color: string | null
  readonly condition: string | null
  readonly price: Money | null
  readonly list_price: Money | null
  readonly availability: string | null
  readonly url: string | null
}

/** Where a field of the product was found. */
export interface FieldSource {
  readonly from: string
  readonly where: string
  readonly confidence: number
  readonly also: readonly string[]
  /** Why what is there is no value. */
  readonly problem?: string
}

export interface SiteOutcome {
  readonly site: string
  readonly outcome: string
  readonly count: number
  /** Of a search: whether the shop has another page. */
  readonly more?: boolean
}

export interface Offer {
  readonly site: string
  readonly url: string
  readonly seller: { readonly name: string | null } | null
  readonly size: string | null
  readonly condition: string | null
  readonly price: Money | null
  readonly availability: string | null
}

export interface Offers {
  readonly code: string
  readonly product: {
    readonly name: string
    readonly brand: string | null
    readonly mpn: string | null
    readonly gtin: string | null
    readonly color: string | null
    readonly image: string | null
    readonly url: string
  } | null
  readonly offers: readonly Offer[]
  readonly sites: readonly SiteOutcome[]
}

export interface Found {
  readonly results: readonly {
    readonly site: string
    readonly url: string | null
    readonly name: string
    readonly brand: string | null
    readonly image: string | null
    readonly price: Money | null
  }[]
  readonly sites: readonly SiteOutcome[]
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

/** Of the variants' codes, up to a separator: the code of the style, where each size has its own. */
function commonBeginning(variants: GeneralProduct['variants']): string | undefined {
  const [first = '', ...others] = variants.map(({ sku }) => sku ?? '')
  let length = 0
  while (length < first.length && others.every(other => other[length] === first[length])) length++
  return others.length > 0 ? /^(.+)[-_/. ]/.exec(first.slice(0, length))?.[1] : undefined
}
