// A caller that disconnected before the answer: a separate outcome, not a fault, because nobody reads it.
import { Fault, type FaultCode } from '#kit/fault'

const NAME = 'ClientClosed'

/** How a run or a request ended, for logs, metrics and usage. */
export type RunOutcome = 'ok' | Failure
export type Failure = 'client_closed' | FaultCode

/** The status in the log, as in other servers; never sent. */
export const CLIENT_CLOSED_STATUS = 499

export function clientClosed(): Error {
  return Object.assign(new Error('the caller has left'), { name: NAME })
}

export function isClientClosed(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}

export function failureOf(error: unknown): Failure {
  if (isClientClosed(error)) return 'client_closed'
  return error instanceof Fault ? error.code : 'internal'
}
