// Counts calls per key in memory, writes the counts every second, and enforces each key's monthly quota.
import { type Clock, systemClock } from '../../runtime/clock.ts'
import type { KeyRecord } from './key-record.ts'
import type { UsageRow, UsageStore } from '../usage-store.ts'

interface Call {
  readonly keyId: string
  readonly operation: string
  readonly outcome: string
  readonly cache: string
  readonly counts: boolean
}

/** A row that is still being counted. */
type MutableUsageRow = { -readonly [K in keyof UsageRow]: UsageRow[K] }

export interface QuotaState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
  /** If present, must be called with whether the call counts against the quota. */
  readonly commit?: (counts: boolean) => void
}

export interface Meter {
  /**
   * Reserves one call of the monthly quota; undefined for a key without a quota. Synchronous if the month's count is loaded.
   * Every admitted call must be counted later, whatever its outcome.
   */
  reserve(key: KeyRecord, nowMs: number): QuotaState | undefined | Promise<QuotaState>
  count(call: Call, nowMs: number): void
  /** Calls that count against the month's quota, including those not yet written. */
  readonly countedIn: (keyId: string, month: string) => Promise<number>
  close(): Promise<void>
}

/** One key's month (YYYY-MM): calls counted so far, and admitted calls whose outcome is not known yet. */
interface Month {
  readonly name: string
  /** When it was read from the store, by the monotonic clock. */
  readonly loadedMs: number
  counted: number
  inFlight: number
}

const FLUSH_EVERY_MS = 1_000
/** How long a loaded count is used when other replicas count too. */
const RELOAD_AFTER_MS = 5_000

interface MeterState {
  readonly store: UsageStore
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly months: Map<string, Month>
  pending: UsageBuffer
  flushing: Promise<void>
}

export function createMeter(
  store: UsageStore,
  shared: boolean,
  onError: (error: unknown) => void,
  clock: Clock = systemClock,
): Meter {
  const pending = createUsageBuffer()
  const months = new Map<string, Month>()
  const meter: MeterState = { store, clock, onError, months, pending, flushing: Promise.resolve() }
  const dayOf = createDayFormatter()
  const thisMonth = (nowMs: number) => dayOf(nowMs).slice(0, 7)
  const timer = setInterval(() => void flush(meter), FLUSH_EVERY_MS).unref()
  return {
    reserve(key, nowMs) {
      const limit = key.monthlyQuota
      if (limit === null) return undefined
      const name = thisMonth(nowMs)
      const stored = months.get(key.id)
      if (stored?.name === name && (!shared || clock.monotonicMs() - stored.loadedMs < RELOAD_AFTER_MS)) {
        return reserveIn(stored, limit, nowMs)
      }
      return loadMonth(meter, key.id, name).then(month => reserveIn(month, limit, nowMs))
    },
    count(call, nowMs) {
      const { counts } = call
      const tally = meter.pending.rowFor(call, dayOf(nowMs))
      tally.calls++
      if (counts) tally.counted++
      const month = months.get(call.keyId)
      if (!month) return
      month.inFlight = Math.max(0, month.inFlight - 1)
      if (counts && month.name === thisMonth(nowMs)) month.counted++
    },
    countedIn: (keyId, month) => countedIn(meter, keyId, month),
    async close() {
      clearInterval(timer)
      await flush(meter)
    },
  }
}

/** Writes the pending rows; rows that could not be written become pending again. */
function flush(meter: MeterState): Promise<void> {
  meter.flushing = meter.flushing.then(async () => {
    const { rows } = meter.pending
    if (rows.length === 0) return
    meter.pending = createUsageBuffer()
    try {
      await meter.store.add(rows)
    } catch (error) {
      meter.onError(error)
      for (const row of rows) {
        const tally = meter.pending.rowFor(row, row.day)
        tally.calls += row.calls
        tally.counted += row.counted
      }
    }
  })
  return meter.flushing
}

async function countedIn(meter: MeterState, keyId: string, month: string): Promise<number> {
  await flush(meter)
  return meter.store.countedIn(keyId, month)
}

/** If the store is unreachable, the local count is used, so that known keys keep working. */
async function loadMonth(meter: MeterState, keyId: string, name: string): Promise<Month> {
  const { months, clock } = meter
  const before = months.get(keyId)
  const counted = await countedIn(meter, keyId, name).catch((error: unknown) => {
    meter.onError(error)
    return before?.name === name ? before.counted : 0
  })
  const loaded = months.get(keyId)
  // Another request may have loaded the month meanwhile and counted calls in it.
  if (loaded?.name === name && loaded !== before) return loaded
  const month = {
    name,
    loadedMs: clock.monotonicMs(),
    counted,
    inFlight: loaded?.name === name ? loaded.inFlight : 0,
  }
  months.set(keyId, month)
  return month
}

function reserveIn(month: Month, limit: number, nowMs: number): QuotaState {
  const free = limit - month.counted - month.inFlight
  if (free > 0) month.inFlight++
  return { allowed: free > 0, limit, remaining: Math.max(0, free - 1), resetMs: nextMonthMs(nowMs) - nowMs }
}

interface UsageBuffer {
  readonly rows: MutableUsageRow[]
  /** The row for this kind of call on this day. */
  rowFor(call: Omit<Call, 'counts'>, day: string): MutableUsageRow
}

/** Uses nested maps: each name has a cached hash, whereas a joined key would be a new string for every call. */
function createUsageBuffer(): UsageBuffer {
  const rows: MutableUsageRow[] = []
  type Level<Inner> = Map<string, Inner>
  const byKey: Level<Level<Level<Level<Level<MutableUsageRow>>>>> = new Map()
  return {
    rows,
    rowFor({ keyId, operation, outcome, cache }, day) {
      const byOutcome = getOrCreateMap(getOrCreateMap(getOrCreateMap(byKey, keyId), operation), outcome)
      const byDay = getOrCreateMap(byOutcome, cache)
      const existing = byDay.get(day)
      if (existing) return existing
      const tally = { day, keyId, operation, outcome, cache, calls: 0, counted: 0 }
      rows.push(tally)
      byDay.set(day, tally)
      return tally
    },
  }
}

function getOrCreateMap<Value>(maps: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  let map = maps.get(name)
  if (!map) {
    map = new Map()
    maps.set(name, map)
  }
  return map
}

/** Formats the date only when the day changes, because every call needs it. */
function createDayFormatter(): (nowMs: number) => string {
  let startMs = Number.NaN
  let day = ''
  return nowMs => {
    if (!(nowMs >= startMs && nowMs < startMs + DAY_MS)) {
      startMs = Math.floor(nowMs / DAY_MS) * DAY_MS
      day = new Date(startMs).toISOString().slice(0, 10)
    }
    return day
  }
}

const DAY_MS = 86_400_000

export function monthOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 7)
}

export function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
