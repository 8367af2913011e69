// The address of a request's record, and the link to it that every recorded answer carries.
import type { Exchange } from './exchange.ts'

export const RECORD_PATH = '/api/v2/requests'

/** A value of `Link`. */
export function recordLink({ requestId }: Pick<Exchange, 'requestId'>): string {
  return `<${RECORD_PATH}/${requestId}>; rel="describedby"`
}
