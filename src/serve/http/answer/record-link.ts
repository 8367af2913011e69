// The URL of a request record, and the link to it in every recorded answer.
import type { Exchange } from '../exchange.ts'

const RECORD_PATH = '/api/v2/requests'

/** A value for the `Link` header. */
export function recordLink({ requestId }: Pick<Exchange, 'requestId'>): string {
  return `<${RECORD_PATH}/${requestId}>; rel="describedby"`
}
