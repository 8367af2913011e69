// Composes the field statistics: counts answers as they are made, writes the counts every few seconds, and serves /status.
import type { Clock } from '../../runtime/clock.ts'
import { shopOfDriftKey } from '../../extract/listed-shop.ts'
import type { Events } from '../../runtime/events.ts'
import { isSiteFailure } from '../status.ts'
import type { Database } from '../../store/database.ts'
import {
  ALL_FIELDS,
  createDriftStore,
  dayOf,
  type DriftStore,
  type OperationTurn,
  RUNS,
  SILENT_FIELDS,
} from './drift-store.ts'
import type { OperationState } from './drift-rule.ts'
import { driftBySite, type SiteDrift } from './drift-view.ts'
import {
  addAnswer,
  addRuns,
  type FieldsOfAnswer,
  mergeTallies,
  type RunTallies,
  type Tallies,
} from './tally.ts'
import { LRUCache } from 'lru-cache'

export interface DriftParts {
  readonly database: Database<unknown>
  readonly events: Events
  /** Names of the shops to report. */
  readonly shops: () => readonly string[]
  readonly clock: Clock
  readonly onTurn?: (turn: OperationTurn) => void
  readonly onError?: (error: unknown) => void
}

const FLUSH_EVERY_MS = 3_000
/** Also reads what other replicas have written. */
const READ_EVERY_MS = 15_000
const PRUNE_EVERY_MS = 6 * 3_600_000
const SHOWN_DAYS = 30
const DAY_MS = 86_400_000

export function createDrift(parts: DriftParts) {
  const { database, clock, onError = () => {} } = parts
  const store = createDriftStore(database)
  const write = countAnswers(parts, store)
  let view: Readonly<Record<string, SiteDrift>> | undefined
  let states: ReadonlyMap<string, OperationState> = new Map()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let [readAtMs, prunedAtMs] = [Number.NEGATIVE_INFINITY, clock.monotonicMs()]
  let isClosed = false

  async function read(): Promise<void> {
    readAtMs = clock.monotonicMs()
    const from = dayOf(clock.wallMs() - SHOWN_DAYS * DAY_MS)
    const days = await store.days(from, ['', ALL_FIELDS, SILENT_FIELDS, RUNS])
    states = await store.states()
    view = driftBySite(parts.shops(), shopOfDriftKey, states, days)
  }

  async function work(): Promise<void> {
    try {
      const wrote = await write()
      if (wrote || clock.monotonicMs() - readAtMs > READ_EVERY_MS) await read()
      if (clock.monotonicMs() - prunedAtMs > PRUNE_EVERY_MS) {
        prunedAtMs = clock.monotonicMs()
        await store.prune(clock.wallMs())
      }
    } catch (error) {
      onError(error)
    }
  }

  function loop(): void {
    running = work().finally(() => {
      if (!isClosed) timer = setTimeout(loop, FLUSH_EVERY_MS).unref()
    })
  }

  return {
    store,
    start: loop,
    /** Drift by shop; undefined before the first read. */
    current: () => view,
    /** The last known statistics, by operation. */
    states: () => states,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      await write().catch(onError)
    },
  }
}

/** Starts counting. The returned function writes the counts since its last call and returns whether there were any. */
function countAnswers({ events, clock, onTurn }: DriftParts, store: DriftStore): () => Promise<boolean> {
  const repeats = createRepeatFilter()
  let tallies: Tallies = new Map()
  let runs: RunTallies = new Map()
  events.on('fields', answer => {
    if (repeats.isNew(answer.key, dayOf(clock.wallMs()), answer)) addAnswer(tallies, answer)
  })
  events.on('run', ({ site, outcome }) => {
    // A run that was cancelled because its callers left shows nothing about the shop.
    if (outcome === 'client_closed') return
    addRuns(runs, site, isSiteFailure(outcome) ? { failed: 1 } : { answered: 1 })
  })

  return async () => {
    if (tallies.size === 0 && runs.size === 0) return false
    const [batch, ran] = [tallies, runs]
    tallies = new Map()
    runs = new Map()
    try {
      for (const turn of await store.add(batch, clock.wallMs(), ran)) onTurn?.(turn)
      return true
    } catch (error) {
      // Readiness reports an unreachable database; the counts are kept for the next attempt.
      mergeTallies(tallies, batch)
      for (const [shop, counts] of ran) addRuns(runs, shop, counts)
      throw error
    }
  }
}

/** How many requests a process remembers. A forgotten one is simply counted again. */
const MAX_REQUESTS = 20_000

export function createRepeatFilter() {
  const seen = new LRUCache<string, string>({ maxSize: MAX_REQUESTS, sizeCalculation: () => 1 })
  return {
    /** Whether this process has not yet counted such an answer today. */
    isNew(key: string, day: string, { absent, failed }: Pick<FieldsOfAnswer, 'absent' | 'failed'>): boolean {
      const result = `${day} ${failed ?? '-'} ${absent.join(' ')}`
      if (seen.get(key) === result) return false
      seen.set(key, result)
      return true
    },
  }
}
