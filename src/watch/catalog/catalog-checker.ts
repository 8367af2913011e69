// Checks the catalogue of a shop: reads its list page by page, then asks the pages of products that are no longer listed.
// Every step is stored, so that a check goes on after an interruption and lets other checks have their turn.
import type { Clock } from '../../runtime/clock.ts'
import { startOfList } from '../../general/catalog/catalog-cursor.ts'
import { patternOf } from '../../general/catalog/url-patterns.ts'
import type { FaultCode } from '../../kit/fault.ts'
import type { Checker, CheckOptions } from '../checker.ts'
import type { Check } from '../knowledge.ts'
import type { OwnedRequest } from '../owned-check.ts'
import type { CatalogProductTable } from '../tables.ts'
import { CATALOG_OPERATION, type Watch } from '../watch.ts'
import type { Reply } from '../watch-request.ts'
import type { CatalogAnswer, ListedRow, PageAnswer } from './catalog-answer.ts'
import {
  type CatalogState,
  doubtOf,
  firstReadNote,
  isStale,
  pinnedList,
  quietReason,
  type Run,
} from './catalog-state.ts'
import { ALWAYS_KNOWN, type CatalogStore, type RunPlace } from './catalog-store.ts'
import { productKey } from './product-key.ts'

export interface CatalogCheckerParts {
  readonly request: OwnedRequest
  readonly store: CatalogStore
  readonly clock: Clock
}

/** Then the other watches of the shop have their turn. */
const SLICE_MS = 15_000
const TURN_MS = 1_000
/** Pages that one check asks for: of products that are no longer listed, and of new ones. The rest waits for the next check. */
const ASKED_MAX = 200
const READ_MAX = 20
/** A shop that answers so many of these requests in a row with a fault is not asked any more in this check. */
const FAULTS_MAX = 3
/** A product that is still sold but not listed is asked for in 1, 2, 4, … checks. */
const ASK_AGAIN_MAX = 32

type Made = Awaited<ReturnType<Checker>>
/** The state after the step, or what the check ends with. */
type Step = CatalogState | Made

export function createCatalogChecker(parts: CatalogCheckerParts): Checker {
  const { store, clock } = parts
  return async (watch, options) => {
    const endMs = clock.monotonicMs() + (options.sliceMs ?? SLICE_MS)
    let state = await store.read(watch.id)
    for (let number: number | undefined; ; ) {
      const stepped = await takeStep(parts, watch, state, options)
      if (!('version' in stepped)) return stepped
      state = stepped
      number ??= state.run?.number
      // Another process has finished the run, or began the next one.
      const isOver = state.run?.number !== number
      if (isOver || clock.monotonicMs() >= endMs) return { postponedMs: TURN_MS, isRunning: true }
    }
  }
}

async function takeStep(
  parts: CatalogCheckerParts,
  watch: Watch,
  state: CatalogState,
  options: CheckOptions,
): Promise<Step> {
  const { clock, store } = parts
  const { run, baseline } = state
  if (run === null || isStale(run, clock.wallMs())) return begin(parts, watch, state)
  const place = { watchId: watch.id, run: run.number, baselineRun: baseline?.run ?? 0 }
  const at = { parts, watch, state, run, place, options }
  if (run.stage === 'listing') return readList(at)
  const mayAsk = baseline !== null && run.problems.length === 0 && run.asked < ASKED_MAX
  const [unlisted] = mayAsk ? await store.unlisted(place, 1) : []
  if (unlisted) return askUnlisted(at, unlisted)
  const mayRead = !run.isQuiet && run.read < READ_MAX
  const [unread] = mayRead ? await store.unread(place, 1) : []
  if (unread) return readNew(at, unread)
  return { catalog: state, requestId: run.requestId, atMs: clock.wallMs() }
}

interface At {
  readonly parts: CatalogCheckerParts
  readonly watch: Watch
  readonly state: CatalogState
  readonly run: Run
  readonly place: RunPlace
  readonly options: CheckOptions
}

/** The state of another process, if that one was faster. */
async function save({ store }: CatalogCheckerParts, { id }: Watch, state: CatalogState) {
  return (await store.save(id, state)) ?? store.read(id)
}

function begin(parts: CatalogCheckerParts, watch: Watch, state: CatalogState): Promise<CatalogState> {
  const list = pinnedList(state.baseline)
  const source = list?.source === 'platform' ? 'list' : list?.source
  const cursor =
    list && (source === 'list' || source === 'ucp' || source === 'sitemap')
      ? startOfList(
          source,
          list.patterns.map(({ pattern, products, read }) => ({ pattern, products, read })),
        )
      : undefined
  const run: Run = {
    number: state.lastRun + 1,
    startedAtMs: parts.clock.wallMs(),
    stage: 'listing',
    ...(cursor !== undefined && { cursor }),
    patterns: [],
    problems: [],
    requests: 0,
    listed: 0,
    asked: 0,
    read: 0,
    faults: 0,
    requestId: '',
    isQuiet: false,
  }
  return save(parts, watch, { ...state, run, lastRun: run.number })
}

async function readList(at: At): Promise<Step> {
  const { parts, watch, state, run, place, options } = at
  const { cursor } = run
  const params = { ...watch.params, ...(cursor !== undefined && { after: cursor }) }
  const reply = await parts.request(watch, { operation: CATALOG_OPERATION, params }, options)
  if ('postponedMs' in reply || 'pausedBy' in reply) return reply
  if ('fault' in reply) return failList(at, reply)
  const answer = reply.value as CatalogAnswer
  const { used, budget } = answer.requests
  if (answer.cursor !== null && answer.cursor === cursor) {
    const detail = `the list is longer than the budget of ${budget} requests, after ${answer.given} products; make the watch with a larger budget in params`
    await save(parts, watch, { ...state, run: null })
    return faultCheck(parts, reply, 'invalid_parameter', detail)
  }
  const atMs = parts.clock.wallMs()
  await parts.store.addRows(place, answer.products, { atMs, isKnown: knownRows(state, answer) })
  const next: Run = {
    ...run,
    ...(answer.cursor !== null && { cursor: answer.cursor }),
    source: answer.products[0]?.source ?? run.source ?? 'sitemap',
    patterns: answer.patterns,
    problems: [...new Set([...run.problems, ...answer.problems])],
    requests: used,
    listed: answer.given,
    requestId: reply.requestId,
  }
  if (answer.cursor !== null) return save(parts, watch, { ...state, run: next })
  return judge({ ...at, run: next }, reply)
}

/** Rows of a document, or of a kind of address, that is read for the first time: they may have been there all along. */
function knownRows(
  { baseline }: CatalogState,
  { base, documents = [] }: CatalogAnswer,
): (row: ListedRow) => boolean {
  if (documents.some(one => baseline?.unread.includes(one))) return () => true
  if (!baseline || baseline.patterns.length === 0) return () => false
  const known = new Set(baseline.patterns.map(one => one.pattern))
  return row => row.source === 'sitemap' && !known.has(patternOf(row.url, base))
}

/** The list was read to its end: may it be believed, and are its new rows news? */
async function judge({ parts, watch, state, run, place }: At, reply: Reply): Promise<Step> {
  const { baseline } = state
  const counts = await parts.store.counts(place)
  const doubt = doubtOf(baseline, counts)
  if (doubt !== undefined) {
    const doubted = baseline && { ...baseline, shrunken: baseline.shrunken + 1 }
    await save(parts, watch, { ...state, run: null, baseline: doubted })
    return faultCheck(parts, reply, 'upstream_changed', doubt)
  }
  const quiet = quietReason(run, baseline, counts)
  const note = quiet ?? firstReadNote(run, baseline)
  const judged: Run = {
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
async function failList(
  { parts, watch, state }: At,
  reply: Extract<Reply, { fault: FaultCode }>,
): Promise<Check> {
  const { fault, detail } = reply
  if (!TRANSIENT.has(fault)) {
    const { baseline } = state
    const failed = baseline && { ...baseline, failed: baseline.failed + 1 }
    await save(parts, watch, { ...state, run: null, baseline: failed })
  }
  // No list is not "no products", and a shop is never gone.
  return faultCheck(parts, reply, fault === 'not_found' ? 'upstream_changed' : fault, detail)
}

function faultCheck(
  { clock }: CatalogCheckerParts,
  { requestId, cache }: Reply,
  fault: FaultCode,
  detail: string,
): Check {
  return { result: { fault, detail }, requestId, cache, atMs: clock.wallMs() }
}

/** A product is removed when its page says so, not when the list is short. */
async function askUnlisted(at: At, row: CatalogProductTable): Promise<Step> {
  const { parts, watch, state, run, options } = at
  const reply = await parts.request(watch, productAt(row), options)
  if ('postponedMs' in reply || 'pausedBy' in reply) return reply
  const again = run.number + Math.min(2 ** row.asked, ASK_AGAIN_MAX)
  const verdict = 'value' in reply ? await moved(at, row, reply.value as PageAnswer) : goneIf(reply)
  await parts.store.edit(row, { verdict, asked: row.asked + 1, ask_run: again })
  const faults = 'fault' in reply && verdict === null ? run.faults + 1 : 0
  const asked = faults >= FAULTS_MAX ? ASKED_MAX : run.asked + 1
  return save(parts, watch, { ...state, run: { ...run, asked, faults } })
}

function goneIf({ fault }: Extract<Reply, { fault: FaultCode }>): 'gone' | null {
  return fault === 'not_found' ? 'gone' : null
}

/** Another address of the catalogue, behind a redirect; a product that was renamed is not new. */
async function moved(
  { parts: { store }, place }: At,
  row: CatalogProductTable,
  page: PageAnswer,
): Promise<'moved' | null> {
  const key = productKey(page.url)
  const other = key === row.key ? undefined : await store.find(row.watch_id, key)
  if (!other || other.seen_run < place.run) return null
  if (other.added_run === place.run) await store.edit(other, { added_run: ALWAYS_KNOWN })
  return 'moved'
}

/** For the name of a new product, and because a second address of a known one is not new. */
async function readNew(at: At, row: CatalogProductTable): Promise<Step> {
  const { parts, watch, state, run, options } = at
  const reply = await parts.request(watch, productAt(row), options)
  if ('postponedMs' in reply || 'pausedBy' in reply) return reply
  if ('fault' in reply) await parts.store.edit(row, { asked: 1, verdict: goneIf(reply) })
  else {
    const page = reply.value as PageAnswer
    const key = productKey(page.url)
    const isAlias = key !== row.key && (await parts.store.find(row.watch_id, key)) !== undefined
    const name = row.name ?? page.name
    await parts.store.edit(row, { asked: 1, name, is_alias: isAlias ? 1 : 0 })
  }
  return save(parts, watch, { ...state, run: { ...run, read: run.read + 1 } })
}

function productAt({ url }: CatalogProductTable) {
  return { operation: 'general.product', params: { url } }
}
