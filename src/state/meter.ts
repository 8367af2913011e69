// Counts calls per key in memory, writes the counts every second, and holds each key to its monthly quota.
import type { KeyRecord } from './keys.ts'
import type { UsageRow, UsageStore } from './usage.ts'

export interface Call {
  readonly keyId: string
  readonly operation: string
  readonly outcome: string
  readonly cache: string
  readonly counts: boolean
}

export interface QuotaState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
}

export interface Meter {
  /**
   * Takes one call out of the key's month; undefined for a key without a quota. At once when the month's count is known.
   * Every call let in must be counted in the end, whatever became of it.
   */
  enter(key: KeyRecord, nowMs: number): QuotaState | undefined | Promise<QuotaState>
  count(call: Call, nowMs: number): void
  close(): Promise<void>
}

/** One key's month (YYYY-MM): calls counted so far, and calls let in whose outcome is not known yet. */
interface Month {
  readonly name: string
  counted: number
  underWay: number
}

const FLUSH_EVERY_MS = 1_000

export function createMeter(store: UsageStore, onError: (error: unknown) => void): Meter {
  let pending = new Map<string, UsageRow>()
  let flushing: Promise<void> = Promise.resolve()
  const months = new Map<string, Month>()
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref()

  function flush(): Promise<void> {
    flushing = flushing.then(async () => {
      if (pending.size === 0) return
      const rows = pending
      pending = new Map()
      try {
        await store.add([...rows.values()])
      } catch (error) {
        onError(error)
        for (const row of rows.values()) addTo(pending, row)
      }
    })
    return flushing
  }

  function enter(limit: number, month: Month, nowMs: number): QuotaState {
    const left = limit - month.counted - month.underWay
    if (left > 0) month.underWay++
    return { allowed: left > 0, limit, remaining: Math.max(0, left - 1), resetMs: nextMonthMs(nowMs) - nowMs }
  }

  return {
    enter(key, nowMs) {
      const limit = key.monthlyQuota
      if (limit === null) return undefined
      const name = monthOf(nowMs)
      const known = months.get(key.id)
      if (known?.name === name) return enter(limit, known, nowMs)
      return load(key.id, name).then(month => enter(limit, month, nowMs))
    },
    count(call, nowMs) {
      const { counts, ...rest } = call
      addTo(pending, { ...rest, day: dayOf(nowMs), calls: 1, counted: counts ? 1 : 0 })
      const month = months.get(call.keyId)
      if (!month) return
      month.underWay = Math.max(0, month.underWay - 1)
      if (counts && month.name === monthOf(nowMs)) month.counted++
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }

  async function load(keyId: string, name: string): Promise<Month> {
    await flush()
    const counted = await store.countedIn(keyId, name)
    const known = months.get(keyId)
    // Another request may have loaded it meanwhile, and counted on.
    if (known?.name === name) return known
    const month = { name, counted, underWay: 0 }
    months.set(keyId, month)
    return month
  }
}

function addTo(rows: Map<string, UsageRow>, row: UsageRow): void {
  const key = `${row.day} ${row.keyId} ${row.operation} ${row.outcome} ${row.cache}`
  const old = rows.get(key)
  rows.set(key, old ? { ...old, calls: old.calls + row.calls, counted: old.counted + row.counted } : row)
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}

function monthOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 7)
}

function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
