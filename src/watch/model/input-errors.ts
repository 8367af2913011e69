// An error in the body of a request about watches.
import type { ParameterError } from '#kit/fault'

export function bodyError(name: string, message: string): ParameterError {
  return { name, in: 'body', message }
}
