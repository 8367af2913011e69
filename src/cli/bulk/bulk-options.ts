// Shared by the bulk commands: parsing of options, and a graceful stop.
import { statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import {
  hasKnownEnding,
  isParquet,
  operationsOf,
  OUTPUT_ENDINGS,
  resultFileFor,
  type TableContent,
} from '../../bulk/output/result-format.ts'
import type { Registry } from '../../answer/request/registry.ts'

export function parseOutputFile(file: string): string {
  const endings = OUTPUT_ENDINGS.join(', ')
  if (!hasKnownEnding(file))
    throw new InvalidArgumentError(
      `It must end in one of ${endings}: a table, or one line of JSON per input.`,
    )
  // Opening a pipe would wait for its reader, perhaps for ever; and none but a file can be continued.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new InvalidArgumentError('It must be a regular file, or a name that does not exist yet.')
  return file
}

/** Writes the Parquet file out of the finished results; other formats are complete already. */
export async function finishOutput(out: string, content: TableContent, registry: Registry): Promise<void> {
  if (!isParquet(out)) return
  const { writeParquetResults } = await import('../../bulk/output/parquet-result.ts')
  const operations = operationsOf(content, registry)
  const unfit = await writeParquetResults(resultFileFor(out), out, operations, content.own)
  if (unfit > 0) console.error(`${unfit} values do not fit the type of their column and are null in ${out}.`)
}

/** Longer than the deadline of an answer, shorter than the 30 s that service managers allow. */
const FINISH_MS = 25_000

/** The first signal lets running work finish for some time; a second one ends the process at once. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) endBy(signal)
      controller.abort()
      setTimeout(endBy, FINISH_MS, signal).unref()
    })
  }
  return controller.signal
}

/** Not process.exit, which waits for a file operation that never ends, such as opening a pipe without a writer. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
