// Every misfortune between us and a shop, in one table: the fault it becomes, whether trying again may help, and what it says about the site's health.
import { Fault, type FaultCode } from '../kit/fault.ts'

interface Kind {
  readonly code: FaultCode
  /** Whether the same request may succeed a moment later. Never after a 4xx. */
  readonly again: boolean
  /** For the breaker: a failing site, a living site, or nothing learnt. */
  readonly health: 'failing' | 'alive' | 'unknown'
}

const misfortunes = {
  outside: { code: 'url_not_allowed', again: false, health: 'unknown' },
  switched_off: { code: 'site_disabled', again: false, health: 'unknown' },
  no_browser: { code: 'site_disabled', again: false, health: 'unknown' },
  robots_forbid: { code: 'robots_disallowed', again: false, health: 'unknown' },
  robots_failing: { code: 'robots_disallowed', again: false, health: 'unknown' },
  circuit_open: { code: 'upstream_busy', again: false, health: 'unknown' },
  no_permit: { code: 'upstream_busy', again: false, health: 'unknown' },
  waited_out: { code: 'upstream_timeout', again: false, health: 'unknown' },

  unresolved: { code: 'upstream_unreachable', again: true, health: 'failing' },
  not_connected: { code: 'upstream_unreachable', again: true, health: 'failing' },
  // A certificate does not become valid within one request.
  not_secure: { code: 'upstream_unreachable', again: false, health: 'failing' },
  not_recorded: { code: 'upstream_unreachable', again: false, health: 'unknown' },
  forbidden_address: { code: 'upstream_failed', again: false, health: 'failing' },

  reset: { code: 'upstream_failed', again: true, health: 'failing' },
  truncated: { code: 'upstream_failed', again: true, health: 'failing' },
  garbled: { code: 'upstream_failed', again: true, health: 'failing' },
  empty: { code: 'upstream_failed', again: true, health: 'failing' },
  // One page that is too large says nothing of the others, and asking again only costs both sides the bytes.
  too_large: { code: 'upstream_failed', again: false, health: 'unknown' },
  undecodable: { code: 'upstream_failed', again: false, health: 'failing' },
  leads_outside: { code: 'upstream_failed', again: false, health: 'unknown' },
  leads_nowhere: { code: 'upstream_failed', again: false, health: 'unknown' },

  server_error: { code: 'upstream_failed', again: true, health: 'failing' },
  unavailable: { code: 'upstream_busy', again: true, health: 'failing' },
  // The pause that it asks for is the remedy; the circuit need not open as well.
  slow_down: { code: 'upstream_busy', again: false, health: 'unknown' },
  refused: { code: 'upstream_blocked', again: false, health: 'failing' },
  challenged: { code: 'upstream_blocked', again: false, health: 'failing' },
  missing: { code: 'not_found', again: false, health: 'alive' },
  rejected: { code: 'upstream_changed', again: false, health: 'alive' },
  not_json: { code: 'upstream_changed', again: false, health: 'alive' },

  too_slow: { code: 'upstream_timeout', again: true, health: 'failing' },
  late: { code: 'upstream_timeout', again: false, health: 'failing' },
} as const satisfies Record<string, Kind>

export type MisfortuneKind = keyof typeof misfortunes

interface Particulars {
  readonly status?: number
  readonly retryAfterMs?: number
  /** For the log only: addresses and messages of the network stay inside. */
  readonly error?: unknown
}

/** What a fault of the door carries as its cause. */
interface MisfortuneCause {
  readonly misfortune: MisfortuneKind
  readonly status: number | undefined
  readonly error: unknown
}

export function misfortune(kind: MisfortuneKind, detail: string, particulars: Particulars = {}): Fault {
  const cause: MisfortuneCause = { misfortune: kind, status: particulars.status, error: particulars.error }
  return new Fault(misfortunes[kind].code, detail, {
    cause,
    unrecorded: kind === 'not_recorded',
    ...(particulars.retryAfterMs === undefined ? {} : { retryAfterMs: particulars.retryAfterMs }),
  })
}

export function misfortuneOf(error: unknown): (MisfortuneCause & Kind) | undefined {
  if (!(error instanceof Fault)) return undefined
  const cause = error.cause
  if (typeof cause !== 'object' || cause === null || !('misfortune' in cause)) return undefined
  const known = cause as MisfortuneCause
  return { ...known, ...misfortunes[known.misfortune] }
}
