// Checks the catalog of a shop: reads its list page by page, then asks the pages of products that are no longer listed.
// Every step is stored, so that a check goes on after an interruption and lets other checks have their turn.
import type { Clock } from '../../runtime/clock.ts'
import { startOfList } from '../../answer/operations/catalog/catalog-cursor.ts'
import { patternOf } from '../../answer/operations/catalog/url-patterns.ts'
import type { FaultCode } from '#kit/fault'
import type { CheckOrigin } from '../model/knowledge.ts'
import type { CheckAnswer, CheckResult, FailedCheck, SkippedCheck } from '../lists/check-result.ts'
import type { WatchCall, CheckOptions, RequestOptions } from './watch-request.ts'
import { CATALOG_OPERATION, type Watch } from '../model/watch.ts'
import type { CatalogAnswerRow, CatalogAnswer, PageAnswer } from '../lists/catalog-answer.ts'
import {
  type CatalogProgress,
  doubtOf,
  firstReadNote,
  isStale,
  type PageVerdict,
  pinnedList,
  quietReason,
  type CatalogRun,
} from '../lists/catalog-state.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { isAnother, isOpen, type Listing, type ListedRow, rowOf } from '../lists/tracked-product.ts'
import { countMatches, type RowMatches, matchRows, nextUnlisted, nextUnread } from '../lists/match-rows.ts'
import { productKey } from '../lists/product-key.ts'

export interface CatalogCheckerParts {
  readonly request: CatalogRequest
  readonly store: CatalogStore
  readonly clock: Clock
}

/** One of a check; each counts as one of its owner. */
export type CatalogRequest = (
  watch: Watch,
  call: WatchCall,
  options: RequestOptions,
) => Promise<CheckAnswer | FailedCheck | SkippedCheck>

/** Then the other watches of the shop have their turn. */
const SLICE_MS = 15_000
const REST_FOLLOWS = { kind: 'postponed', byMs: 1_000, isRunning: true } as const
/** Pages that one check asks for: of products that are no longer listed, and of new ones. The rest waits for the next check. */
const ASKED_MAX = 200
const READ_MAX = 20
/** A shop that answers so many of these requests in a row with a fault is not asked any more in this check. */
const FAULTS_MAX = 3
/** The state after the step, or what the check ends with. */
type Step = CatalogProgress | CheckResult

export function createCatalogChecker(
  parts: CatalogCheckerParts,
): (watch: Watch, options: CheckOptions) => Promise<CheckResult> {
  const { store, clock } = parts
  return async (watch, options) => {
    const endMs = clock.monotonicMs() + (options.sliceMs ?? SLICE_MS)
    let state = await store.read(watch.id)
    const comparison = createKnown(store, watch.id)
    for (let number: number | undefined; ; ) {
      const stepped = await takeStep(parts, watch, state, comparison, options)
      if ('kind' in stepped) return stepped
      state = stepped
      number ??= state.run?.number
      // Another process has finished the run, or began the next one.
      const isOver = state.run?.number !== number
      if (isOver || clock.monotonicMs() >= endMs) return REST_FOLLOWS
    }
  }
}

interface CatalogComparison {
  readonly listing: Listing
  readonly matches: RowMatches
}

/** What is known, and what the whole list says: read once for the steps after it. */
function createKnown(store: CatalogStore, watchId: string): (run: number) => Promise<CatalogComparison> {
  let loaded: CatalogComparison | undefined
  return async run => {
    if (!loaded) {
      const listing = await store.load(watchId, run)
      loaded = { listing, matches: matchRows(listing) }
    }
    return loaded
  }
}

async function takeStep(
  parts: CatalogCheckerParts,
  watch: Watch,
  state: CatalogProgress,
  load: (run: number) => Promise<CatalogComparison>,
  options: CheckOptions,
): Promise<Step> {
  const { clock } = parts
  const { run, baseline } = state
  // Another process has finished the check that this one was asked for.
  if (baseline && baseline.checkSeq > watch.checkSeq) return REST_FOLLOWS
  if (run === null || isStale(run, clock.wallMs())) return begin(parts, watch, state)
  const context = { parts, watch, state, run, options }
  if (run.stage === 'listing') return readList(context)
  const { listing, matches } = await load(run.number)
  if (run.stage === 'judging') return judge(context, matches)
  const mayAsk = baseline !== null && run.problems.length === 0 && run.asked < ASKED_MAX
  const unlisted = mayAsk ? nextUnlisted(matches, run) : undefined
  if (unlisted) return askUnlisted(context, matches, unlisted)
  const mayRead = !run.isQuiet && run.read < READ_MAX
  const unread = mayRead ? nextUnread(matches, run) : undefined
  if (unread) return readNew(context, matches, unread)
  return { kind: 'list', catalog: state, listing, matches, requestId: run.requestId, atMs: clock.wallMs() }
}

interface RunContext {
  readonly parts: CatalogCheckerParts
  readonly watch: Watch
  readonly state: CatalogProgress
  readonly run: CatalogRun
  readonly options: CheckOptions
}

/** The state of another process, if that one was faster. */
async function save(
  { store, clock }: CatalogCheckerParts,
  { id }: Watch,
  state: CatalogProgress,
  page?: readonly ListedRow[],
) {
  const run = state.run && { ...state.run, steppedAtMs: clock.wallMs() }
  return (await store.save(id, { ...state, run }, page)) ?? store.read(id)
}

function begin(parts: CatalogCheckerParts, watch: Watch, state: CatalogProgress): Promise<CatalogProgress> {
  const list = pinnedList(state.baseline)
  const source = list?.source === 'platform' ? 'list' : list?.source
  const cursor =
    list && (source === 'list' || source === 'ucp' || source === 'sitemap')
      ? startOfList(
          source,
          list.patterns.map(({ pattern, products, read }) => ({ pattern, products, read })),
        )
      : undefined
  const run: CatalogRun = {
    number: state.lastRun + 1,
    startedAtMs: parts.clock.wallMs(),
    steppedAtMs: parts.clock.wallMs(),
    stage: 'listing',
    ...(cursor !== undefined && { cursor }),
    patterns: [],
    problems: [],
    requests: 0,
    listed: 0,
    pages: 0,
    answers: {},
    asked: 0,
    read: 0,
    faults: 0,
    requestId: '',
    isQuiet: false,
  }
  return save(parts, watch, { ...state, run, lastRun: run.number })
}

async function readList(context: RunContext): Promise<Step> {
  const { parts, watch, state, run, options } = context
  const { cursor } = run
  const params = { ...watch.params, ...(cursor !== undefined && { after: cursor }) }
  const reply = await parts.request(watch, { operation: CATALOG_OPERATION, params }, options)
  if (reply.kind === 'fault') return failList(context, reply)
  if (reply.kind !== 'answer') return reply
  const answer = reply.value as CatalogAnswer
  const { used, budget } = answer.requests
  if (answer.cursor !== null && answer.cursor === cursor) {
    const detail = `the list is longer than the budget of ${budget} requests, after ${answer.given} products; make the watch with a larger budget in params`
    return { ...failed(reply, 'invalid_parameter', detail), catalog: { ...state, run: null } }
  }
  const isKnown = knownRows(state, answer)
  const page = answer.products.map(row => rowOf(row, isKnown(row)))
  const next: CatalogRun = {
    ...run,
    ...(answer.cursor !== null && { cursor: answer.cursor }),
    source: answer.products[0]?.source ?? run.source ?? 'sitemap',
    patterns: answer.patterns,
    problems: [...new Set([...run.problems, ...answer.problems])],
    requests: used,
    listed: answer.given,
    pages: run.pages + 1,
    requestId: reply.requestId,
    ...(answer.cursor === null && { stage: 'judging' }),
  }
  return save(parts, watch, { ...state, run: next }, page)
}

/** Rows of a document, or of a kind of address, that is read for the first time: they may have been there all along. */
function knownRows(
  { baseline }: CatalogProgress,
  { base, documents = [] }: CatalogAnswer,
): (row: CatalogAnswerRow) => boolean {
  if (documents.some(one => baseline?.unread.includes(one))) return () => true
  if (!baseline || baseline.patterns.length === 0) return () => false
  const patterns = new Set(baseline.patterns.map(one => one.pattern))
  return row => row.source === 'sitemap' && !patterns.has(patternOf(row.url, base))
}

/** The list was read to its end: may it be believed, and are its new rows news? */
async function judge({ parts, watch, state, run }: RunContext, matches: RowMatches): Promise<Step> {
  const { baseline } = state
  const counts = countMatches(matches)
  const doubt = doubtOf(baseline, counts)
  if (doubt !== undefined) {
    const checkSeq = watch.checkSeq + 1
    const doubted = baseline && { ...baseline, shrunken: baseline.shrunken + 1, checkSeq }
    const origin = { requestId: run.requestId, atMs: parts.clock.wallMs() }
    return {
      ...failed(origin, 'upstream_changed', doubt),
      catalog: { ...state, run: null, baseline: doubted },
    }
  }
  const quiet = quietReason(run, baseline, counts)
  const note = quiet ?? firstReadNote(run, baseline)
  const judged: CatalogRun = {
    ...run,
    stage: 'asking',
    isQuiet: quiet !== undefined,
    ...(baseline && note && { note }),
  }
  return save(parts, watch, { ...state, run: judged })
}

const TRANSIENT: ReadonlySet<FaultCode> = new Set([
  'upstream_failed',
  'upstream_unreachable',
  'upstream_busy',
  'upstream_timeout',
  'rate_limited',
  'quota_exceeded',
  'overloaded',
])

/** A list that fails for a moment goes on where it stopped; any other is begun again. Either way nothing is known of any product. */
function failList({ watch, state }: RunContext, reply: FailedCheck): FailedCheck {
  const { fault, detail } = reply
  // No list is not "no products", and a shop is never gone.
  const outcome = failed(reply, fault === 'not_found' ? 'upstream_changed' : fault, detail)
  if (TRANSIENT.has(fault)) return outcome
  const last = state.baseline
  const baseline = last && { ...last, failed: last.failed + 1, checkSeq: watch.checkSeq + 1 }
  return { ...outcome, catalog: { ...state, run: null, baseline } }
}

function failed({ requestId, atMs, cache }: CheckOrigin, fault: FaultCode, detail: string): FailedCheck {
  return { kind: 'fault', fault, detail, requestId, atMs, ...(cache && { cache }) }
}

interface ProductToFetch {
  readonly key: string
  readonly url: string
}

/** A product is removed when its page says so, not when the list is short. */
async function askUnlisted(
  context: RunContext,
  matches: RowMatches,
  { key, url }: ProductToFetch,
): Promise<Step> {
  const { parts, watch, state, run, options } = context
  const reply = await parts.request(watch, productAt(url), options)
  if (reply.kind === 'postponed' || reply.kind === 'paused') return reply
  const verdict = reply.kind === 'fault' ? goneIf(reply) : moved(matches, key, reply.value as PageAnswer)
  const faults = reply.kind === 'fault' && verdict.is === undefined ? run.faults + 1 : 0
  const askedCount = faults >= FAULTS_MAX ? ASKED_MAX : run.asked + 1
  const answers = { ...run.answers, [key]: verdict }
  return save(parts, watch, { ...state, run: { ...run, answers, asked: askedCount, faults } })
}

function goneIf({ fault }: FailedCheck): PageVerdict {
  return fault === 'not_found' ? { is: 'gone' } : {}
}

/** Another address of the catalog, behind a redirect. One that shows another product, or one with a history of its own, says that this one is gone. */
function moved({ rows, missing, places }: RowMatches, key: string, page: PageAnswer): PageVerdict {
  const to = productKey(page.url)
  const [product, row] = [missing.get(key), rows.get(to)]
  if (to === key || !product || !row) return {}
  const target = { ...(page.name !== null && { name: page.name }), ...row }
  const movedTo = places.get(to)?.product
  const isOwn = movedTo !== undefined && isOpen(movedTo) && !movedTo.isAlias
  return isOwn || isAnother(product, target) ? { is: 'gone' } : { is: 'moved', to }
}

/** For the name of a new product, and because a second address of a known one is not new. */
async function readNew(
  context: RunContext,
  matches: RowMatches,
  { key, url }: ProductToFetch,
): Promise<Step> {
  const { parts, watch, state, run, options } = context
  const reply = await parts.request(watch, productAt(url), options)
  if (reply.kind === 'postponed' || reply.kind === 'paused') return reply
  const verdict =
    reply.kind === 'fault' ? goneIf(reply) : aliasOrName(matches, key, reply.value as PageAnswer)
  const answers = { ...run.answers, [key]: verdict }
  return save(parts, watch, { ...state, run: { ...run, answers, read: run.read + 1 } })
}

function aliasOrName({ rows, places }: RowMatches, key: string, page: PageAnswer): PageVerdict {
  const to = productKey(page.url)
  const place = places.get(to)
  if (to !== key && (rows.has(to) || (place && isOpen(place.product)))) return { is: 'alias' }
  return page.name === null ? {} : { name: page.name }
}

function productAt(url: string) {
  return { operation: 'general.product', params: { url } }
}
