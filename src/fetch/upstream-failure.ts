// The table of upstream failures: the fault each becomes, whether a retry may help, and what it shows about the site's health.
import { Fault, type FaultCode } from '#kit/fault'

interface FailureTraits {
  readonly code: FaultCode
  /** Whether the same request may succeed a moment later. Never after a 4xx. */
  readonly retryable: boolean
  /** For the breaker: the site fails, is alive, or nothing is known. */
  readonly health: 'failing' | 'alive' | 'unknown'
}

const upstreamFailures = {
  outside: { code: 'url_not_allowed', retryable: false, health: 'unknown' },
  switched_off: { code: 'site_disabled', retryable: false, health: 'unknown' },
  no_browser: { code: 'site_disabled', retryable: false, health: 'unknown' },
  robots_forbid: { code: 'robots_disallowed', retryable: false, health: 'unknown' },
  robots_failing: { code: 'robots_disallowed', retryable: false, health: 'unknown' },
  circuit_open: { code: 'upstream_busy', retryable: false, health: 'unknown' },
  no_permit: { code: 'upstream_busy', retryable: false, health: 'unknown' },
  waited_out: { code: 'upstream_timeout', retryable: false, health: 'unknown' },

  unresolved: { code: 'upstream_unreachable', retryable: true, health: 'failing' },
  not_connected: { code: 'upstream_unreachable', retryable: true, health: 'failing' },
  // A certificate does not become valid within one request.
  not_secure: { code: 'upstream_unreachable', retryable: false, health: 'failing' },
  not_recorded: { code: 'upstream_unreachable', retryable: false, health: 'unknown' },
  forbidden_address: { code: 'upstream_failed', retryable: false, health: 'failing' },

  reset: { code: 'upstream_failed', retryable: true, health: 'failing' },
  truncated: { code: 'upstream_failed', retryable: true, health: 'failing' },
  garbled: { code: 'upstream_failed', retryable: true, health: 'failing' },
  empty: { code: 'upstream_failed', retryable: true, health: 'failing' },
  // One page that is too large says nothing about the others, and a retry would only waste bytes.
  too_large: { code: 'upstream_failed', retryable: false, health: 'unknown' },
  undecodable: { code: 'upstream_failed', retryable: false, health: 'failing' },
  leads_outside: { code: 'upstream_failed', retryable: false, health: 'unknown' },
  leads_nowhere: { code: 'upstream_failed', retryable: false, health: 'unknown' },

  server_error: { code: 'upstream_failed', retryable: true, health: 'failing' },
  unavailable: { code: 'upstream_busy', retryable: true, health: 'failing' },
  // The requested pause is the remedy; the circuit need not open as well.
  slow_down: { code: 'upstream_busy', retryable: false, health: 'unknown' },
  refused: { code: 'upstream_blocked', retryable: false, health: 'failing' },
  challenged: { code: 'upstream_blocked', retryable: false, health: 'failing' },
  missing: { code: 'not_found', retryable: false, health: 'alive' },
  rejected: { code: 'upstream_changed', retryable: false, health: 'alive' },
  not_json: { code: 'upstream_changed', retryable: false, health: 'alive' },

  too_slow: { code: 'upstream_timeout', retryable: true, health: 'failing' },
  late: { code: 'upstream_timeout', retryable: false, health: 'failing' },
} as const satisfies Record<string, FailureTraits>

export type UpstreamFailureKind = keyof typeof upstreamFailures

export function isFailureKind(text: string | undefined): text is UpstreamFailureKind {
  return text !== undefined && Object.hasOwn(upstreamFailures, text)
}

interface FailureDetails {
  readonly status?: number
  readonly retryAfterMs?: number
  /** For the log only: network addresses and messages are not shown to callers. */
  readonly error?: unknown
}

/** The `cause` of an upstream fault. */
interface UpstreamFailureCause {
  readonly kind: UpstreamFailureKind
  readonly status: number | undefined
  readonly error: unknown
}

export function upstreamFailure(
  kind: UpstreamFailureKind,
  detail: string,
  details: FailureDetails = {},
): Fault {
  const cause: UpstreamFailureCause = { kind: kind, status: details.status, error: details.error }
  return new Fault(upstreamFailures[kind].code, detail, {
    cause,
    isUnrequested: kind === 'not_recorded',
    retryable: kind === 'leads_outside' ? false : undefined,
    ...(details.retryAfterMs === undefined ? {} : { retryAfterMs: details.retryAfterMs }),
  })
}

export function pageTooLarge(maxBytes: number, particulars: FailureDetails = {}): Fault {
  const megabytes = Number((maxBytes / 1024 / 1024).toFixed(2))
  return upstreamFailure('too_large', `the page is larger than ${megabytes} MB`, particulars)
}

export function upstreamFailureOf(error: unknown): (UpstreamFailureCause & FailureTraits) | undefined {
  if (!(error instanceof Fault)) return undefined
  const cause = error.cause
  if (typeof cause !== 'object' || cause === null || !('kind' in cause)) return undefined
  const failure = cause as UpstreamFailureCause
  return { ...failure, ...upstreamFailures[failure.kind] }
}
