// The recent health of each site, for /status.json.
import type { Config } from '../config.ts'
import type { Events } from '../events.ts'
import type { FaultCode } from '../kit/fault.ts'
import { faultTable } from '../kit/fault.ts'

interface Run {
  readonly atMs: number
  readonly ms: number
  readonly succeeded: boolean
}

interface SiteRecord {
  runs: Run[]
  lastFault: { code: string; operation: string; at: string } | null
  /** The way that last succeeded, by operation. */
  ways: Record<string, string>
}

export interface SiteStatus {
  readonly state: 'ok' | 'degraded' | 'failing' | 'idle' | 'disabled'
  readonly sandbox: boolean
  readonly runs: number
  readonly success_rate: number | null
  readonly p50_ms: number | null
  readonly p95_ms: number | null
  /** Latencies of the latest runs, oldest first. */
  readonly latency_ms: readonly number[]
  readonly last_fault: SiteRecord['lastFault']
  /** Which of the site's ways last succeeded (such as its page or its data route), by operation. */
  readonly ways: Readonly<Record<string, string>>
  readonly circuit: string
  /** Drift of the site's fields; null before it is known. */
  readonly drift: SiteDrift | null
}

/** Created by src/drift. */
type SiteDrift = Readonly<Record<string, unknown>>

const MAX_RUNS = 200

export function createStatus(
  config: Pick<Config, 'sites'>,
  events: Events,
  circuitOf: (site: string) => string,
) {
  const records = new Map<string, SiteRecord>(
    Object.keys(config.sites).map(name => [name, { runs: [], lastFault: null, ways: {} }]),
  )
  events.on('run', ({ site, operation, outcome, ms, way }) => {
    const record = records.get(site)
    // A run that was cancelled because its callers left shows nothing about the site.
    if (!record || outcome === 'client_closed') return
    const atMs = Date.now()
    if (way !== undefined) record.ways[operation] = way
    record.runs = [...record.runs.slice(1 - MAX_RUNS), { atMs, ms, succeeded: !isSiteFailure(outcome) }]
    if (isSiteFailure(outcome))
      record.lastFault = { code: outcome, operation, at: new Date(atMs).toISOString() }
  })
  return (drift?: Readonly<Record<string, object>>): Record<string, SiteStatus> =>
    Object.fromEntries(
      [...records].map(([name, record]) => [
        name,
        {
          ...statusOf(config, name, record, circuitOf(name)),
          drift: (drift?.[name] as SiteDrift | undefined) ?? null,
        },
      ]),
    )
}

/** A caller's mistake is not a failure of the site. */
function isSiteFailure(outcome: 'ok' | FaultCode): boolean {
  return outcome !== 'ok' && faultTable[outcome].whose !== 'caller'
}

function statusOf(
  config: Pick<Config, 'sites'>,
  name: string,
  { runs, lastFault, ways }: SiteRecord,
  circuit: string,
): Omit<SiteStatus, 'drift'> {
  const site = config.sites[name]
  const good = runs.filter(run => run.succeeded)
  const times = runs.map(run => run.ms).toSorted((a, b) => a - b)
  const rate = runs.length === 0 ? null : good.length / runs.length
  return {
    state: !site?.enabled ? 'disabled' : stateOf(rate, circuit),
    sandbox: site?.sandboxed ?? false,
    runs: runs.length,
    success_rate: rate,
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    latency_ms: runs.slice(-40).map(run => Math.round(run.ms)),
    last_fault: lastFault,
    ways,
    circuit,
  }
}

function stateOf(rate: number | null, circuit: string): SiteStatus['state'] {
  if (circuit === 'open') return 'failing'
  if (rate === null) return 'idle'
  if (rate >= 0.95) return 'ok'
  return rate >= 0.5 ? 'degraded' : 'failing'
}

function quantile(sorted: readonly number[], part: number): number | null {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  return value === undefined ? null : Math.round(value * 10) / 10
}
