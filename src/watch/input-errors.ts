// Errors of the body of a request about watches.
import type { ParameterError } from '../kit/fault.ts'

export function bad(name: string, message: string): ParameterError {
  return { name, in: 'body', message }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function unknownNames(
  input: Readonly<Record<string, unknown>>,
  accepted: readonly string[],
): ParameterError[] {
  return Object.keys(input)
    .filter(name => !accepted.includes(name))
    .map(name => name.slice(0, 64))
    .map(name => ({ name, in: 'body', message: `${JSON.stringify(name)} is not a known field`, accepted }))
}
