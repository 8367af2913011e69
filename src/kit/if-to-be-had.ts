// Lets an operation do without a second answer that is not to be had, and only then.
import { Fault, type FaultCode } from './fault.ts'

/** Gone, forbidden, deaf to our question, or not in a recording. What another try or the operator can mend is not among them. */
const CLOSED: ReadonlySet<FaultCode> = new Set([
  'not_found',
  'robots_disallowed',
  'upstream_changed',
  'upstream_unreachable',
])

/** What was loaded; undefined where that way is closed for good. Any other fault stays one. */
export async function ifToBeHad<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && CLOSED.has(error.code)) return undefined
    throw error
  }
}
