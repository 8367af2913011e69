// Optional pages and fallbacks: which faults an operation may do without, and which it must report.
import { Fault, type FaultCode } from './fault.ts'

/** Gone, forbidden, or not as it was. What another try or the operator can mend is not among them. */
const UNAVAILABLE_CODES: ReadonlySet<FaultCode> = new Set([
  'not_found',
  'robots_disallowed',
  'upstream_changed',
])

/** What may pass within minutes. */
const PASSING_CODES: ReadonlySet<FaultCode> = new Set([
  'upstream_failed',
  'upstream_unreachable',
  'upstream_busy',
])

/** What was loaded; undefined where the site does not have it or does not let us ask for it. Any other fault stays one. */
export function ifAvailable<T>(loading: Promise<T>): Promise<T | undefined> {
  return undefinedOnFault(loading, isUnavailable)
}

/** As `ifAvailable`, and undefined too where the site refuses it or cannot give it now: `onPassing` hears of that. */
export function ifPossible<T>(loading: Promise<T>, onPassing: () => void): Promise<T | undefined> {
  return undefinedOnFault(loading, fault => {
    if (isUnavailable(fault) || fault.code === 'upstream_blocked') return true
    const isPassing = PASSING_CODES.has(fault.code)
    if (isPassing) onPassing()
    return isPassing
  })
}

/** Whether another way may have the answer: not where the site says that there is no such product, or time is up. */
export function mayTryOtherWay({ code }: Fault): boolean {
  const isClosed = code === 'upstream_blocked' || (code !== 'not_found' && UNAVAILABLE_CODES.has(code))
  return isClosed || PASSING_CODES.has(code)
}

/** What was loaded; undefined where the site says that there is no such thing. Any other fault stays one. */
export function ifFound<T>(loading: Promise<T>): Promise<T | undefined> {
  return undefinedOnFault(loading, fault => fault.code === 'not_found')
}

/** What is at the first address, or at the other where the first has nothing. Where the other was never asked for, there is nothing. */
export async function firstFound<T>(first: Promise<T>, other: () => Promise<T>): Promise<T> {
  const found = await ifFound(first)
  if (found !== undefined) return found
  return (await undefinedOnFault(other(), fault => fault.unasked)) ?? first
}

function isUnavailable(fault: Fault): boolean {
  return UNAVAILABLE_CODES.has(fault.code) || fault.unasked
}

async function undefinedOnFault<T>(
  loading: Promise<T>,
  mayLack: (fault: Fault) => boolean,
): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && mayLack(error)) return undefined
    throw error
  }
}
