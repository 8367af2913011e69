// `wares watch import` and `wares watch export`: both work in slices, so that the number of watches does not matter.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Fault } from '../kit/fault.ts'
import { operatorError } from '../operator-error.ts'
import type { Watches } from '../watch/create-watches.ts'
import { EXPORT_HEAD, exportRows, type ImportLine, parseImport } from '../watch/import-watches.ts'
import type { NewWatch } from '../watch/watch.ts'
import { withWatches } from './open-watches.ts'
import { wantsJson } from './print.ts'
import { withProgress } from './progress.ts'

interface Reported {
  readonly line: number
  readonly id?: string
  readonly error?: string
}

const BATCH = 1_000

/** Imports the valid lines and reports the others. */
export async function importWatches(file: string, options: { readonly json?: boolean }): Promise<void> {
  await withWatches(async watches => {
    const print = wantsJson(options) ? jsonReport() : textReport()
    const counts = { added: 0, failed: 0 }
    await withProgress(undefined, async reached => {
      for await (const batch of batchesOf(parseImport(readLines(file)))) {
        const reported = await addBatch(watches, batch)
        const failed = reported.filter(one => one.error !== undefined).length
        counts.failed += failed
        counts.added += reported.length - failed
        reached(counts.added + counts.failed)
        await print.lines(reported)
      }
    })
    await print.end(counts)
    if (counts.failed > 0) process.exitCode = 1
  })
}

export async function exportWatches(): Promise<void> {
  await withWatches(async ({ store }) => {
    await write(EXPORT_HEAD)
    for (let after: string | undefined; ; ) {
      const page = await store.list({ after, limit: BATCH })
      await write(exportRows(page.watches))
      if (page.next === null) return
      after = page.next
    }
  })
}

async function* batchesOf(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  let batch: ImportLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function addBatch({ actions, inputs }: Watches, batch: readonly ImportLine[]): Promise<Reported[]> {
  const read = batch.map(one => readLine(inputs, one))
  const valid = read.flatMap(one => ('watch' in one ? [one.watch] : []))
  const added = (await actions.addAll(valid)).values()
  return read.map(one => {
    if ('error' in one) return one
    return Object.assign({ line: one.line }, added.next().value ?? { error: 'it was not added' })
  })
}

function readLine(
  inputs: Watches['inputs'],
  given: ImportLine,
): { readonly line: number } & ({ readonly watch: NewWatch } | { readonly error: string }) {
  if ('error' in given) return given
  try {
    return { line: given.line, watch: inputs.read(given.input) }
  } catch (error) {
    if (error instanceof Fault) return { line: given.line, error: error.message }
    throw error
  }
}

/** Lines end with \n or \r\n. */
async function* readLines(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file)
  stream.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw operatorError(`${file} cannot be read: ${(error as Error).message}`, error)
  }
  if (rest !== '') yield rest
}

interface Report {
  lines(reported: readonly Reported[]): Promise<void>
  end(counts: { readonly added: number; readonly failed: number }): Promise<void>
}

function textReport(): Report {
  return {
    async lines(reported) {
      for (const { line, error } of reported) if (error !== undefined) await write(`line ${line}: ${error}\n`)
    },
    end: ({ added, failed }) => write(`${added} added, ${failed} refused.\n`),
  }
}

/** One object, written as the lines come. */
function jsonReport(): Report {
  let text = '{\n  "lines": ['
  return {
    async lines(reported) {
      for (const one of reported) {
        await write(`${text}\n    ${JSON.stringify(one)}`)
        text = ','
      }
    },
    end: ({ added, failed }) =>
      write(`${text.replace(',', '')}\n  ],\n  "added": ${added},\n  "failed": ${failed}\n}\n`),
  }
}

/** A slow reader of the pipe slows the command down, in place of filling its memory. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
