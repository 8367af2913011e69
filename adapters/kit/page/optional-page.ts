// Optional pages and fallbacks: which faults an operation tolerates and which it reports.
import { Fault, type FaultCode } from '../fault.ts'

/** Gone, forbidden or changed. Faults that a retry or the operator can resolve are not included. */
const UNAVAILABLE_CODES: ReadonlySet<FaultCode> = new Set([
  'not_found',
  'robots_disallowed',
  'upstream_changed',
])

const REFUSED_CODES: ReadonlySet<FaultCode> = new Set([
  'upstream_blocked',
  'url_not_allowed',
  'site_disabled',
])

/** Faults that may pass within minutes. */
const PASSING_CODES: ReadonlySet<FaultCode> = new Set([
  'upstream_failed',
  'upstream_unreachable',
  'upstream_busy',
])

/** The loaded page; undefined when the site does not have it or forbids it. Other faults are thrown. */
export function ifAvailable<T>(loading: Promise<T>): Promise<T | undefined> {
  return undefinedOnFault(loading, isUnavailable)
}

/** Whether another source may have the answer: not if the product does not exist or time is up. */
export function mayUseFallback({ code }: Fault): boolean {
  const isClosed = code === 'upstream_blocked' || (code !== 'not_found' && UNAVAILABLE_CODES.has(code))
  return isClosed || PASSING_CODES.has(code)
}

/** Like `ifAvailable`, but also undefined when the site refuses the page or keeps it on a host that is not configured. */
export function unlessRefused<T>(loading: Promise<T>): Promise<T | undefined> {
  return undefinedOnFault(loading, fault => isUnavailable(fault) || REFUSED_CODES.has(fault.code))
}

/** The loaded page; undefined when the site answers `not_found`. Other faults are thrown. */
export function ifFound<T>(loading: Promise<T>): Promise<T | undefined> {
  return undefinedOnFault(loading, fault => fault.code === 'not_found')
}

/** The page at the first URL, or at the second if the first is not found. If the second was not requested, the fault of the first is thrown. */
export async function firstFound<T>(first: Promise<T>, loadSecond: () => Promise<T>): Promise<T> {
  const firstPage = await ifFound(first)
  if (firstPage !== undefined) return firstPage
  const secondPage = await undefinedOnFault(loadSecond(), fault => fault.isUnrequested)
  return secondPage ?? first
}

function isUnavailable(fault: Fault): boolean {
  return UNAVAILABLE_CODES.has(fault.code) || fault.isUnrequested
}

async function undefinedOnFault<T>(
  loading: Promise<T>,
  isTolerated: (fault: Fault) => boolean,
): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof Fault && isTolerated(error)) return undefined
    throw error
  }
}
