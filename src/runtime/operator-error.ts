// The error for the person who runs Wares: its message says what to do, and no stack trace is shown.
const NAME = 'OperatorError'

export function operatorError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), { name: NAME })
}

export function isOperatorError(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}
