// Compares the rows of a list with the products that are known: which are missing, which are new, which are second addresses. Pure.
import type { CatalogBaseline, Counts, CatalogRun } from './catalog-state.ts'
import {
  isOpen,
  type Listing,
  type Place,
  placesByKey,
  type TrackedProduct,
  type ListedRow,
  rowTwinOf,
  twinOf,
} from './tracked-product.ts'

interface NewRow {
  readonly key: string
  readonly row: ListedRow
  /** Another address of a product that is listed, by the same name and picture. */
  readonly isAlias: boolean
  /** The product that was removed and is listed again, or is to be confirmed. */
  readonly before: Place | undefined
}

export interface RowMatches {
  /** All products, by key. */
  readonly places: ReadonlyMap<string, Place>
  readonly rows: Listing['rows']
  readonly missing: ReadonlyMap<string, TrackedProduct>
  readonly fresh: ReadonlyMap<string, NewRow>
  /** Keys of what was taken for a second address, and has a price of its own now. */
  readonly parted: ReadonlySet<string>
}

export function matchRows({ chunks, rows }: Listing): RowMatches {
  const places = placesByKey(chunks)
  const open = [...places].filter(([, { product }]) => isOpen(product))
  const missing = new Map(open.filter(([key]) => !rows.has(key)).map(([key, { product }]) => [key, product]))
  const unknown = [...rows].filter(([key]) => {
    const place = places.get(key)
    return !place || !isOpen(place.product)
  })
  const current = open.filter(([, { product }]) => !product.isAlias)
  const lost = new Set(
    current.flatMap(([key, { product }]) => (rows.has(key) ? [] : (twinOf(product) ?? []))),
  )
  const listed = current.flatMap(([key]) => rows.get(key) ?? [])
  const twins = createTwins()
  const listedTwins = new Set(listed.map(row => twins(row)?.product))
  const isListedTwin = twinsOf(listed, twins)
  const isTwin = (row: ListedRow) => lost.has(twins(row)?.product ?? '') || isListedTwin(row)
  const aliases = [...rows].filter(([key]) => {
    const { product } = places.get(key) ?? {}
    return product?.isAlias && isOpen(product)
  })
  const parted = aliases.filter(([, row]) => {
    const twin = twins(row)
    return twin !== undefined && listedTwins.has(twin.product) && !isTwin(row)
  })
  const isFirst = firstOfTwins([...unknown, ...parted], twins)
  const fresh = unknown.map(([key, row]): readonly [string, NewRow] => {
    const isAlias = isTwin(row) || !isFirst([key, row])
    return [key, { key, row, isAlias, before: places.get(key) }]
  })
  return {
    places,
    rows,
    missing,
    fresh: new Map(fresh),
    parted: new Set(parted.filter(isFirst).map(([key]) => key)),
  }
}

type Twins = typeof rowTwinOf

/** Made once for each row: it takes a hash. */
function createTwins(): Twins {
  const twinByRow = new Map<ListedRow, ReturnType<Twins>>()
  return row => {
    if (!twinByRow.has(row)) twinByRow.set(row, rowTwinOf(row))
    return twinByRow.get(row)
  }
}

/** Whether a row is one of these, at another address. */
function twinsOf(rows: readonly ListedRow[], twins: Twins): (row: ListedRow) => boolean {
  const rowTwins = rows.flatMap(row => twins(row) ?? [])
  const owns = new Set(rowTwins.map(twin => twin.own))
  const ends = new Set([...owns, ...rowTwins.flatMap(twin => twin.shorter)])
  return row => {
    const twin = twins(row)
    return twin !== undefined && (ends.has(twin.own) || twin.shorter.some(one => owns.has(one)))
  }
}

type KeyedRow = readonly [key: string, row: ListedRow]

/** Whether a row is the one of several that are one product whose address counts: the shortest, whatever the order of the list. */
function firstOfTwins(rows: readonly KeyedRow[], twins: Twins): (row: KeyedRow) => boolean {
  const first = new Map<string, string>()
  for (const [key, row] of rows) {
    const { own } = twins(row) ?? {}
    if (own !== undefined && key <= (first.get(own) ?? key)) first.set(own, key)
  }
  return ([key, row]) => {
    const twin = twins(row)
    return !twin || (first.get(twin.own) === key && !twin.shorter.some(one => first.has(one)))
  }
}

/** Counts the products of the last believed list; what is still sold but not listed was counted as missing once. */
export function countMatches({ places, rows }: RowMatches): Counts {
  const expected = [...places].filter(
    ([, { product }]) => isOpen(product) && !product.isAlias && !product.missing,
  )
  return {
    known: expected.length,
    missing: expected.filter(([key]) => !rows.has(key)).length,
    listed: rows.size,
  }
}

/** The product to ask for next: the one that waits longest. */
export function nextUnlisted(
  { missing }: RowMatches,
  { number, answers }: CatalogRun,
): ListedPage | undefined {
  const due = [...missing].filter(
    ([key, { missing: one }]) => !(key in answers) && (one?.askRun ?? 0) <= number,
  )
  return foundOf(due, ({ missing: one }) => one?.askRun ?? 0)
}

/** The new product to read next, for its name, and because a second address of a known one is not new. A list with names needs no request. */
export function nextUnread({ fresh }: RowMatches, { answers }: CatalogRun): ListedPage | undefined {
  const rows = [...fresh].filter(
    ([key, { isAlias, row }]) => !isAlias && !row.isKnown && row.name === undefined && !(key in answers),
  )
  return foundOf(
    rows.map(([key, { row }]) => [key, row] as const),
    () => 0,
  )
}

interface ListedPage {
  readonly key: string
  readonly url: string
}

function foundOf<T extends { readonly url: string }>(
  all: readonly (readonly [string, T])[],
  rankOf: (page: T) => number,
): ListedPage | undefined {
  const [key, page] =
    all.reduce<readonly [string, T] | undefined>((best, next) => {
      const order = best ? rankOf(next[1]) - rankOf(best[1]) || (next[0] < best[0] ? -1 : 1) : -1
      return order < 0 ? next : best
    }, undefined) ?? []
  return key === undefined || page === undefined ? undefined : { key, url: page.url }
}

/** When a product that is no longer listed was last seen. */
export function lastSeenMs(product: TrackedProduct, baseline: CatalogBaseline | null): number {
  return product.missing?.lastSeenMs ?? baseline?.atMs ?? product.sinceMs
}
