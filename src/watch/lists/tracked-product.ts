// The products of a watched shop: what is known of each, and the rows that a run has read of the list. Data, and its packed form.
import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib'
import { type Facts, moneyText, sortedFacts } from '../facts/facts.ts'
import type { WatchMemory } from '../model/knowledge.ts'
import type { CatalogAnswerRow } from './catalog-answer.ts'
import { addressEnds, plainText, productKey, twinKey } from './product-key.ts'

/** A row of the list, as far as a watch needs it. */
export interface ListedRow {
  readonly url: string
  readonly name?: string
  readonly image?: string
  readonly sku?: string
  readonly gtin?: string
  readonly variants?: number
  /** Prices and stock; empty if the list states none. */
  readonly facts: Facts
  /** It may have been there all along: not news, even if it was not seen before. */
  readonly isKnown?: true
}

/** Facts that held before the present ones: first and last seen, the check that saw others, and the facts. */
export type PastSpan = readonly [firstSeenMs: number, lastSeenMs: number, endedMs: number, facts: Facts]

/** A product that the list names or has named. */
export interface TrackedProduct extends Omit<ListedRow, 'isKnown' | 'facts'> {
  /** Those that count; null before the first. */
  readonly facts: Facts | null
  readonly firstSeenMs: number
  /** Since when the facts hold. */
  readonly sinceMs: number
  readonly past?: readonly PastSpan[]
  /** What the conditions remember of it, without what is the same for all. */
  readonly memory?: Partial<WatchMemory>
  /** A second address of a product that is known by another one. */
  readonly isAlias?: true
  /**
   * The last believed list did not name it. Its page is asked for in the run `askRun`, and was so often; in the last `gone`
   * checks it said that the product is gone, which is to be confirmed.
   */
  readonly missing?: {
    readonly lastSeenMs: number
    readonly askRun: number
    readonly asked: number
    readonly gone?: number
  }
  /** Its page said that it is gone. */
  readonly removed?: { readonly atMs: number; readonly lastSeenMs: number }
  /** New, or back, in so many lists in a row; to be confirmed. It is no product of the shop until then. */
  readonly sightings?: number
}

/** Sold, as far as is known. */
export function isOpen({ removed, sightings }: TrackedProduct): boolean {
  return !removed && sightings === undefined
}

/** Products in the order in which they were found, in parts that are stored separately. */
export type Chunks = readonly (readonly TrackedProduct[])[]

export interface Listing {
  readonly chunks: Chunks
  /** Rows by product key. If the list names a product twice, the last row counts. */
  readonly rows: ReadonlyMap<string, ListedRow>
}

/** Small enough that a page of products is read from one or two, large enough to compress well. */
export const CHUNK_PRODUCTS = 256

export function rowOf(answered: CatalogAnswerRow, isKnown: boolean): ListedRow {
  const { url, name, image, sku, gtin, variants, availability } = answered
  const facts = sortedFacts({
    price: moneyText(answered.price),
    list_price: moneyText(answered.list_price),
    price_max: moneyText(answered.price_max),
    availability,
  })
  return {
    url,
    ...(name !== null && { name }),
    ...(image !== null && { image }),
    ...(sku !== null && { sku }),
    ...(gtin !== null && { gtin }),
    ...(variants !== null && { variants }),
    facts,
    ...(isKnown && { isKnown }),
  }
}

/** Rows of one list are one product if `own` of one is `own` or among `shorter` of the other. */
interface RowTwin {
  /** Id of the product, the same for all addresses that it had. */
  readonly product: string
  readonly own: string
  readonly shorter: readonly string[]
}

/**
 * Undefined where the list does not state enough. Rows with other prices are two products. Where neither has a number, one
 * address must be the other one with more in front of it; a list without prices has nothing to compare.
 */
export function rowTwinOf(row: ListedRow): RowTwin | undefined {
  const product = twinOf(row)
  if (product === undefined) return undefined
  const { price } = row.facts
  if (row.sku !== undefined || row.gtin !== undefined || price === undefined)
    return { product, own: `${product} ${price ?? ''}`, shorter: [] }
  const [end, ...shorter] = addressEnds(row.url)
  return {
    product,
    own: `${product} ${price} ${end}`,
    shorter: shorter.map(one => `${product} ${price} ${one}`),
  }
}

/** What two addresses of one product have in common; undefined where the list does not state enough. */
export function twinOf({ name, image, sku, gtin }: Omit<ListedRow, 'facts' | 'isKnown'>): string | undefined {
  return twinKey(name, image, sku ?? gtin)
}

type RowDetails = Pick<ListedRow, 'name' | 'image' | 'sku' | 'gtin'>

/** Nothing that both state is equal. Of two that state nothing, nobody can tell. */
export function isAnother(details: RowDetails, other: RowDetails): boolean {
  const stated = (['sku', 'gtin', 'name', 'image'] as const).flatMap(field => {
    const [a, b] = [details[field], other[field]]
    return a === undefined || b === undefined ? [] : [plainText(a) === plainText(b)]
  })
  return stated.length > 0 && !stated.includes(true)
}

export function rowsByKey(pages: readonly (readonly ListedRow[])[]): Map<string, ListedRow> {
  return new Map(pages.flat().map(row => [productKey(row.url), row]))
}

/** Its chunk and its place there. */
export interface Place {
  readonly chunk: number
  readonly index: number
  readonly product: TrackedProduct
}

export function placesByKey(chunks: Chunks): Map<string, Place> {
  const places = new Map<string, Place>()
  chunks.forEach((products, chunk) => {
    products.forEach((product, index) => {
      const key = productKey(product.url)
      // A product that was removed gives way to one that is there.
      if (isOpen(product) || !places.has(key)) places.set(key, { chunk, index, product })
    })
  })
  return places
}

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

export function pack(list: readonly object[]): Buffer {
  return zstdCompressSync(JSON.stringify(list), LEVEL)
}

export function unpack<T extends object>(body: Uint8Array): T[] {
  return JSON.parse(zstdDecompressSync(body).toString()) as T[]
}
