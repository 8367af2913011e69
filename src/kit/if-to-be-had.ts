// Lets an operation do without an answer that is not to be had, and only then.
import { Fault, type FaultCode } from './fault.ts'

/** Gone, forbidden, or deaf to our question. What another try or the operator can mend is not among them. */
const CLOSED: ReadonlySet<FaultCode> = new Set(['not_found', 'robots_disallowed', 'upstream_changed'])

/** What was loaded; undefined where that way is closed for good, or not in the recording of a replay. Any other fault stays one. */
export function ifToBeHad<T>(loading: Promise<T>): Promise<T | undefined> {
  return unless(loading, fault => CLOSED.has(fault.code) || fault.unrecorded)
}

/** What was loaded; undefined where a replay has no recording of it. On the network every fault stays one. */
export function ifRecorded<T>(loading: Promise<T>): Promise<T | undefined> {
  return unless(loading, fault => fault.unrecorded)
}

async function unless<T>(loading: Promise<T>, mayLack: (fault: Fault) => boolean): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && mayLack(error)) return undefined
    throw error
  }
}
