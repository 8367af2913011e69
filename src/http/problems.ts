// Faults as RFC 9457 problem documents: the public part of what went wrong.
import { Fault, type FaultCode, faultTable } from '../kit/fault.ts'

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: FaultCode
  readonly request_id: string
  readonly retryable: boolean
  readonly field?: string
  readonly errors?: Fault['errors']
}

export function problemOf(fault: Fault, path: string, requestId: string): Problem {
  const kind = faultTable[fault.code]
  return {
    type: `/problems/${fault.code}`,
    title: kind.title,
    status: kind.status,
    // What broke inside is for the log; the caller gets the request id to quote.
    detail: kind.status === 500 ? kind.when : fault.message,
    instance: path,
    code: fault.code,
    request_id: requestId,
    retryable: kind.retryable,
    ...(fault.field === undefined ? {} : { field: fault.field }),
    ...(fault.errors === undefined ? {} : { errors: fault.errors }),
  }
}

/** Anything thrown, as a fault of the table. */
export function asFault(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault('internal', 'unexpected error', { cause: error })
}

/** Headers that belong to the fault itself. */
export function faultHeaders(fault: Fault): string[] {
  const headers: string[] = []
  if (fault.retryAfterMs !== undefined)
    headers.push('retry-after', String(Math.max(1, Math.ceil(fault.retryAfterMs / 1000))))
  if (fault.status === 401) headers.push('www-authenticate', 'ApiKey realm="wares", header="x-api-key"')
  return headers
}
