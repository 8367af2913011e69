// The timeouts of the server, in milliseconds.

/** The whole request must have arrived by then, and its headers sooner. */
export const REQUEST_TIMEOUT_MS = 30_000
export const HEADERS_TIMEOUT_MS = 10_000
export const TIMEOUTS_CHECKED_EVERY_MS = 2_000
/** Above the 60 s after which common balancers drop an idle connection: they must be the first. */
export const KEEP_ALIVE_MS = 65_000
/** Beyond an answer's deadline: how long a connection may stand still before it is cut, also one whose reader does not read. */
export const IDLE_BEYOND_DEADLINE_MS = 15_000
/** At the end: what answers under way may take beyond their deadline to reach slow readers. */
export const LAST_BYTES_MS = 10_000
