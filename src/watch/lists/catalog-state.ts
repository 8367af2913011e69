// Where a watched catalog stands: the run that is under way, and what its list is compared with. Pure.
import type { CatalogPattern } from './catalog-answer.ts'

/** One reading of the whole list, then of a few pages. Goes on after an interruption, at any step. */
export interface CatalogRun {
  readonly number: number
  readonly startedAtMs: number
  /** Time of the last step. */
  readonly steppedAtMs: number
  readonly stage: 'listing' | 'judging' | 'asking'
  /** Where the list goes on; undefined at its beginning. */
  readonly cursor?: string
  /** The kind of list: `ucp`, `platform` or `sitemap`. */
  readonly source?: string
  readonly patterns: readonly CatalogPattern[]
  readonly problems: readonly string[]
  /** What the list has cost the shop, and named, so far. */
  readonly requests: number
  readonly listed: number
  /** Pages of the list that are stored. */
  readonly pages: number
  /** What the pages of products said that were asked for, by key. */
  readonly answers: Readonly<Record<string, PageVerdict>>
  /** Pages that were asked for: of products that are no longer listed, and of new ones. */
  readonly asked: number
  readonly read: number
  /** Faults in a row of these requests. */
  readonly faults: number
  /** The last request for the list. */
  readonly requestId: string
  /** New products are taken as known, and nobody is told. */
  readonly isQuiet: boolean
  /** The reason, for people. */
  readonly note?: string
}

/** Of a product that is no longer listed: `gone`, or `moved` to another one that is. Of a new one: its name, `gone`, or whose alias it is. */
export interface PageVerdict {
  readonly is?: 'gone' | 'moved' | 'alias'
  /** The key of the other product. */
  readonly to?: string
  readonly name?: string
}

/** What the lists after the first are compared with. */
export interface CatalogBaseline extends Partial<PriceScale> {
  readonly run: number
  readonly source: string
  readonly patterns: readonly CatalogPattern[]
  /** Documents of the list that were never read: products in them are old once they can be. */
  readonly unread: readonly string[]
  /** Lists in a row that lacked much of what is known, and that could not be had. */
  readonly shrunken: number
  readonly failed: number
  /** When that list was read, and the number of the check. */
  readonly atMs: number
  readonly checkSeq: number
}

/** Lists in a row whose prices had all moved by one factor, and the last one's. */
export interface PriceScale {
  readonly scaled: number
  readonly factor?: number
}

export interface CatalogProgress {
  readonly version: number
  readonly lastRun: number
  readonly run: CatalogRun | null
  readonly baseline: CatalogBaseline | null
}

/** A run that takes longer starts again: its list is of another time. */
const RUN_MAX_MS = 24 * 3_600_000
/** After so many checks in a row, what was doubted is believed. */
export const DOUBTS = 3
/** A list that lacks more of the known products than this is doubted. */
const SHRUNKEN_SHARE = 0.3
const SHRUNKEN_MIN = 10

/** A list with prices is of one time: after such a pause it is read from its beginning. A sitemap goes on. */
const PAUSE_MAX_MS = 15 * 60_000

export function isStale(
  {
    startedAtMs,
    steppedAtMs,
    source,
  }: Pick<CatalogRun, 'startedAtMs' | 'steppedAtMs'> & { source?: string | undefined },
  nowMs: number,
): boolean {
  const isPaused = source !== 'sitemap' && nowMs - steppedAtMs > PAUSE_MAX_MS
  return isPaused || nowMs - startedAtMs > RUN_MAX_MS
}

/** The kind of list to read again; undefined to look for the best one. */
export function pinnedList(baseline: CatalogBaseline | null): CatalogBaseline | undefined {
  return baseline === null || baseline.failed >= DOUBTS ? undefined : baseline
}

export interface Counts {
  /** Products that the last believed list named. */
  readonly known: number
  /** How many of them the list of this run does not name. */
  readonly missing: number
  /** Products that the list names. */
  readonly listed: number
}

/** Why a whole list is not believed; undefined if it is. */
export function doubtOf(baseline: CatalogBaseline | null, counts: Counts): string | undefined {
  const { known, missing, listed } = counts
  if (listed === 0) return 'the list names no product pages'
  if (baseline === null || !isShrunken(counts) || baseline.shrunken + 1 >= DOUBTS) return undefined
  return `the list lacks ${missing} of ${known} known products; nothing is reported unless ${DOUBTS} checks in a row say so`
}

function isShrunken({ known, missing }: Counts): boolean {
  return missing > Math.max(SHRUNKEN_MIN, known * SHRUNKEN_SHARE)
}

/** Why new rows of this run may be old products; undefined if they are new. A list that is whole again after a doubted one is no other list. */
export function quietReason(
  run: CatalogRun,
  baseline: CatalogBaseline | null,
  counts: Counts,
): string | undefined {
  if (baseline === null) return 'the first list is what later ones are compared with'
  if (run.source !== baseline.source)
    return `the shop now publishes another kind of list (${run.source ?? 'none'})`
  if (isShrunken(counts))
    return 'the list has been another one for several checks, so it is read as a new one'
  return undefined
}

/** Parts of the list that were read for the first time: their rows are not new, those of the others are. */
export function firstReadNote(run: CatalogRun, baseline: CatalogBaseline | null): string | undefined {
  const unread = documentsOf(run.problems)
  const readable = (baseline?.unread ?? []).filter(one => !unread.includes(one))
  return readable.length === 0 ? undefined : `for the first time, this could be read: ${readable.join(', ')}`
}

export function baselineAfter(
  run: CatalogRun,
  before: CatalogBaseline | null,
  { atMs, checkSeq }: Pick<CatalogBaseline, 'atMs' | 'checkSeq'>,
): CatalogBaseline {
  const unread = documentsOf(run.problems)
  const isSame = before !== null && before.source === run.source
  return {
    run: run.number,
    source: run.source ?? '',
    patterns: run.patterns,
    unread: isSame ? before.unread.filter(one => unread.includes(one)) : unread,
    shrunken: 0,
    failed: 0,
    atMs,
    checkSeq,
  }
}

/** `/sitemap-3.xml: upstream_blocked` is about that file, whatever its trouble. */
function documentsOf(problems: readonly string[]): string[] {
  return [...new Set(problems.map(problem => problem.split(': ')[0] ?? problem))]
}
