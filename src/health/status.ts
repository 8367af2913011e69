// Whether every shop is still read well. What comes in are the events of answers and checks; what goes out is the status
// of each shop, for /status.json and /api/v2/shops. `drift/` finds fields that go missing, `canaries/` ask for products
// that are known.
import type { Config } from '../settings/config.ts'
import { type Shop, shopDirectoryOf } from '../settings/shop-directory.ts'
import type { Events } from '../runtime/events.ts'
import { type FaultCode, faultTable } from '#kit/fault'

interface Run {
  readonly operation: string
  readonly atMs: number
  readonly ms: number
  readonly succeeded: boolean
}

interface ShopRecord {
  readonly runs: Run[]
  lastFault: { code: string; operation: string; at: string; detail: string } | null
  lastSuccessAt: string | null
  /** The way that last succeeded, by operation. */
  ways: Record<string, string>
  /** The shop's software, as the last answer states it. */
  platform: string | null
}

const MAX_RUNS = 200

type StatusConfig = Pick<Config, 'sites' | 'reader'>

/** Both follow the settings: what is not configured any more has no status. */
export function createStatus(
  config: StatusConfig,
  events: Events,
  circuits: () => Readonly<Record<string, string>>,
) {
  const records = new Map<string, ShopRecord>()
  const recordOf = (shop: string): ShopRecord => {
    const record = records.get(shop) ?? emptyRecord()
    records.set(shop, record)
    return record
  }
  recordRuns(events, shop => (namesOf(config).includes(shop) ? recordOf(shop) : undefined))
  return () => {
    const current = circuits()
    return Object.fromEntries(
      shopDirectoryOf(config).all.map(shop => {
        const { label } = shop
        return [label, statusOf(shop, recordOf(label), current[label] ?? 'closed')]
      }),
    )
  }
}

function recordRuns(events: Events, find: (shop: string) => ShopRecord | undefined): void {
  events.on('run', ({ site, operation, outcome, ms, way, platform, detail = '' }) => {
    const record = find(site)
    // A run that was cancelled because its callers left shows nothing about the site.
    if (!record || outcome === 'client_closed') return
    const atMs = Date.now()
    const at = new Date(atMs).toISOString()
    if (way !== undefined) record.ways[operation] = way
    if (platform) record.platform = platform
    if (outcome === 'ok') record.lastSuccessAt = at
    record.runs.push({ operation, atMs, ms, succeeded: !isSiteFailure(outcome) })
    if (record.runs.length > MAX_RUNS) record.runs.shift()
    if (isSiteFailure(outcome)) record.lastFault = { code: outcome, operation, at, detail }
  })
}

function emptyRecord(): ShopRecord {
  return {
    runs: [],
    lastFault: null,
    lastSuccessAt: null,
    ways: {},
    platform: null,
  }
}

/** The names under which shops are counted. */
export function namesOf(config: StatusConfig): string[] {
  return [...new Set(shopDirectoryOf(config).all.map(shop => shop.label))]
}

/** A caller's mistake is not a failure of the site. */
export function isSiteFailure(outcome: 'ok' | FaultCode): outcome is FaultCode {
  return outcome !== 'ok' && faultTable[outcome].whose !== 'caller'
}

export type SiteStatus = ReturnType<typeof statusOf>

function statusOf(
  { enabled, sandboxed }: Shop,
  { runs, lastFault, lastSuccessAt, ways, platform }: ShopRecord,
  circuit: string,
) {
  const good = runs.filter(run => run.succeeded)
  const rate = runs.length === 0 ? null : good.length / runs.length
  return {
    state: enabled ? stateOf(rate, circuit, runs) : ('disabled' as const),
    sandbox: sandboxed,
    success_rate: rate,
    ...latencyOf(runs),
    latency_ms: runs.slice(-40).map(run => Math.round(run.ms)),
    operations: Object.fromEntries(
      Array.from(
        Map.groupBy(runs, run => run.operation),
        ([operation, own]) => [operation, latencyOf(own)],
      ),
    ),
    last_fault: lastFault,
    last_success_at: lastSuccessAt,
    platform,
    ways,
    circuit,
  }
}

/** So many failures in a row count at once, however long all went well before. */
const FAILURES_IN_A_ROW = 3

function stateOf(
  rate: number | null,
  circuit: string,
  runs: readonly Run[],
): 'ok' | 'degraded' | 'failing' | 'idle' {
  const latest = runs.slice(-FAILURES_IN_A_ROW)
  if (circuit === 'open') return 'failing'
  if (latest.length === FAILURES_IN_A_ROW && latest.every(run => !run.succeeded)) return 'failing'
  if (rate === null) return 'idle'
  if (rate >= 0.95) return 'ok'
  return rate >= 0.5 ? 'degraded' : 'failing'
}

function latencyOf(runs: readonly Run[]) {
  const times = runs.map(run => run.ms).toSorted((a, b) => a - b)
  return { runs: runs.length, p50_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) }
}

function quantile(sorted: readonly number[], part: number): number | null {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  return value === undefined ? null : Math.round(value * 10) / 10
}
