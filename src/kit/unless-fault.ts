// Lets an operation go on without an answer that is not to be had, and only then.
import { Fault, type FaultCode } from './fault.ts'

/** What was loaded; undefined where loading ended in one of these faults. Any other fault stays one. */
export async function unlessFault<T>(
  loading: Promise<T>,
  codes: readonly FaultCode[],
): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && codes.includes(error.code)) return undefined
    throw error
  }
}
