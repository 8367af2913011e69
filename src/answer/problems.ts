// Converts faults to RFC 9457 problem documents, with their public part only.
import { Fault, type FaultCode, faultTable } from '#kit/fault'
import { isDatabaseTrouble } from '../store/database-trouble.ts'

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
    // Internal details go to the log; the caller can quote the request id.
    detail: kind.status === 500 ? kind.when : fault.message,
    instance: path,
    code: fault.code,
    request_id: requestId,
    retryable: fault.retryable,
    ...(fault.field === undefined ? {} : { field: fault.field }),
    ...(fault.errors === undefined ? {} : { errors: fault.errors }),
  }
}

const DATABASE_RETRY_MS = 2_000

/** Converts any error to a fault. Trouble with the database passes, so the caller may try again. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (isDatabaseTrouble(error)) {
    const message = 'the database cannot be used at the moment'
    return new Fault('overloaded', message, { retryAfterMs: DATABASE_RETRY_MS, cause: error })
  }
  return new Fault('internal', 'unexpected error', { cause: error })
}

/** Headers that the fault requires. */
export function faultHeaders(fault: Fault): string[] {
  const headers: string[] = []
  if (fault.retryAfterMs !== undefined)
    headers.push('retry-after', String(Math.max(1, Math.ceil(fault.retryAfterMs / 1000))))
  if (fault.status === 401) headers.push('www-authenticate', 'ApiKey realm="wares", header="x-api-key"')
  return headers
}
