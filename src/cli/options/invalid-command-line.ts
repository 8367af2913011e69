// The error for a command line that commander accepts but that names something unknown: exit code 2, like its own errors.
import { InvalidArgumentError } from 'commander'
import { operatorError } from '../../runtime/operator-error.ts'

export const USAGE_ERROR = 2

export function invalidCommandLine(message: string): Error {
  return Object.assign(operatorError(message), { exitCode: USAGE_ERROR })
}

export function exitCodeOf(error: unknown): number {
  return error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1
}

export function parsePositiveInteger(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('it must be a whole number from 1')
  return number
}
