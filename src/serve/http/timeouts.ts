// The timeouts of the server, in milliseconds.

/** Limits for receiving the whole request, and its headers. */
export const REQUEST_TIMEOUT_MS = 30_000
export const HEADERS_TIMEOUT_MS = 10_000
export const TIMEOUTS_CHECKED_EVERY_MS = 2_000
/** Longer than the usual 60 s of load balancers, which must close an idle connection first. */
export const KEEP_ALIVE_MS = 65_000
/** Added to an answer's deadline: how long a connection may be idle before it is closed, even if its client does not read. */
export const IDLE_BEYOND_DEADLINE_MS = 15_000
/** At shutdown, extra time after the deadline for answers to reach slow readers. */
export const LAST_BYTES_MS = 10_000
