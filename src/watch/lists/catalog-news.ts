// What a change of a catalog says: how many products, a few of them, and where to read all. Pure.
import type { ChangedFacts } from '../decide/changes.ts'
import { type Facts, moneyOf, stockOf } from '../facts/facts.ts'

/** A product that a change is about, as it is stored with the change. */
export interface NewsRow {
  readonly url: string
  readonly name?: string | undefined
  readonly image?: string | undefined
  readonly firstSeenMs: number
  /** Of a product that was removed. */
  readonly removed?: { readonly atMs: number; readonly lastSeenMs: number }
  /** The values that differ; absent for a product that is new or removed. */
  readonly before?: ChangedFacts
  readonly after?: ChangedFacts
  /** The conditions that it meets; absent if none. */
  readonly when?: readonly string[]
}

export interface CatalogNews {
  readonly run: number
  readonly count: number
  /** How many of them meet a condition. */
  readonly matched: number
  readonly sample: readonly NewsSample[]
  /** The other changes of the check that are alerts; the message of this one has them too. */
  readonly also?: readonly { readonly type: string; readonly count: number; readonly matched: number }[]
  /** The type of the change of the same check that has the message. */
  readonly toldBy?: string
}

interface NewsSample {
  readonly url: string
  readonly name: string | null
  readonly image: string | null
  readonly before?: ChangedFacts
  readonly after?: ChangedFacts
}

export const COUNT_SERIES = 'product_count'
/** Beside the facts of a change, as JSON. */
export const CATALOG_SERIES = '@catalog'
/** A message has room for so many. */
const SAMPLE_ROWS = 10

export function newsOfChange({ after }: { readonly after: ChangedFacts }): CatalogNews | undefined {
  const text = after[CATALOG_SERIES]
  return typeof text === 'string' ? (JSON.parse(text) as CatalogNews) : undefined
}

export function withoutNews(facts: ChangedFacts): ChangedFacts {
  const { [CATALOG_SERIES]: _, ...rest } = facts
  return rest
}

/** Those that meet a condition first, and of these the largest moves. */
export function newsOf(run: number, rows: readonly NewsRow[]): CatalogNews {
  const first = rows
    .toSorted((a, b) => Number(Boolean(b.when)) - Number(Boolean(a.when)) || sizeOf(b) - sizeOf(a))
    .slice(0, SAMPLE_ROWS)
  return {
    run,
    count: rows.length,
    matched: rows.filter(row => row.when).length,
    sample: first.map(sampleOf),
  }
}

function sampleOf({ url, name, image, before, after }: NewsRow): NewsSample {
  return { url, name: name ?? null, image: image ?? null, ...(before && { before }), ...(after && { after }) }
}

/** How far the price moved, as a share; a stock that returns before one that ends. */
function sizeOf({ before, after }: Pick<NewsRow, 'before' | 'after'>): number {
  const share = shareOf(before, after)
  if (share !== undefined) return Math.abs(share)
  return stockOf((after ?? {}) as Facts) === 'in' ? 1e-6 : 0
}

/** `-0.2` for a drop of 20%; undefined unless both prices are known, in one currency. */
function shareOf(before: ChangedFacts | undefined, after: ChangedFacts | undefined): number | undefined {
  const [from, to] = [moneyOf(before?.price ?? undefined), moneyOf(after?.price ?? undefined)]
  if (!from || !to || from.currency !== to.currency || Number(from.amount) === 0) return undefined
  return Number(to.amount) / Number(from.amount) - 1
}
