// The one error meant for the person who runs Wares: its message is a sentence that says what to do; no stack is shown.
const NAME = 'OperatorError'

export function operatorError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), { name: NAME })
}

export function isOperatorError(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}
