// Serialises errors between threads: structured clone would turn faults into plain errors.
import { Fault, type FaultCode, type ParameterError } from '#kit/fault'

export interface PortableError {
  /** Undefined if the error is not a fault. */
  readonly code: FaultCode | undefined
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly field: string | undefined
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean | undefined
  readonly errors: readonly ParameterError[] | undefined
  readonly isUnrequested: boolean
  /** For the log: the nested error, or any other cause as text. */
  readonly cause: PortableError | string | undefined
}

/** Bounds the chain of causes, which may be circular. */
const MAX_CAUSES = 4

export function toPortable(error: unknown, depth = 0): PortableError {
  const known = error instanceof Error ? error : new Error(String(error))
  const fault = error instanceof Fault ? error : undefined
  return {
    code: fault?.code,
    name: known.name,
    message: known.message,
    stack: known.stack,
    field: fault?.field,
    retryAfterMs: fault?.retryAfterMs,
    retryable: fault?.retryable,
    errors: fault?.errors,
    isUnrequested: fault?.isUnrequested ?? false,
    cause: portableCause(known.cause, depth),
  }
}

function portableCause(cause: unknown, depth: number): PortableError['cause'] {
  if (cause === undefined) return undefined
  if (cause instanceof Error) return depth < MAX_CAUSES ? toPortable(cause, depth + 1) : String(cause)
  return typeof cause === 'string' ? cause : JSON.stringify(cause)
}

export function fromPortable(portable: PortableError): Error {
  const { code, message, name, stack, field, retryAfterMs, retryable, errors, isUnrequested } = portable
  const cause = typeof portable.cause === 'object' ? fromPortable(portable.cause) : portable.cause
  if (code === undefined) return Object.assign(new Error(message, { cause }), { name, stack })
  return new Fault(code, message, {
    isUnrequested,
    retryable,
    ...(cause === undefined ? {} : { cause }),
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(errors === undefined ? {} : { errors }),
  })
}
