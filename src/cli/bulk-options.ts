// Shared by the bulk commands: parsing of options, and a graceful stop.
import { InvalidArgumentError } from 'commander'
import { hasKnownEnding, OUTPUT_ENDINGS } from '../bulk/result-format.ts'

export function parsePositiveInteger(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('it must be a whole number from 1')
  return number
}

export function parseOutputFile(file: string): string {
  if (hasKnownEnding(file)) return file
  const endings = OUTPUT_ENDINGS.join(', ')
  throw new InvalidArgumentError(`It must end in one of ${endings}: a table, or one line of JSON per input.`)
}

/** The first signal lets running work finish; a second one ends the process at once. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(1)
      controller.abort()
    })
  }
  return controller.signal
}
