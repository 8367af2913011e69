// `wares watch import` and `wares watch export`: both work in slices, so that the number of watches does not matter.
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { openInputFile } from '../../bulk/input/input-file.ts'
import { Fault } from '#kit/fault'
import { operatorError } from '../../runtime/operator-error.ts'
import { writeTable } from '../../answer/table/table-file.ts'
import { parseRowFilter, type RowFilter } from '../../settings/watch-rules/import-filter.ts'
import {
  EXPORT_COLUMNS,
  EXPORT_HEAD,
  exportCells,
  exportRows,
  type ImportLine,
  parseImport,
} from '../../watch/watch-csv.ts'
import type { NewWatch, Watch } from '../../../client/src/api.ts'
import { watchTitle } from '../../watch/model/watch.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { paginate } from '../connect/pages-of.ts'
import { retryWhenRateLimited } from '../connect/patiently.ts'
import { wantsJson } from '../print/print.ts'
import { plainLine } from '../print/terminal-text.ts'
import { withProgress } from '../print/progress.ts'
import { type ServerOptions, type WaresClient, withWaresClient } from '../connect/connect.ts'

interface ImportOptions extends ServerOptions {
  readonly json?: boolean
  readonly where?: readonly string[]
  readonly limit?: number
  readonly every?: string
  readonly when?: readonly string[]
  readonly tags?: string
}

interface ReportedLine {
  readonly line: number
  readonly id?: string
  readonly error?: string
}

interface Counts {
  added: number
  /** Watched already, from an earlier import for example. */
  known: number
  failed: number
}

const BATCH = 1_000

/** Imports the valid lines and reports the others. The same file again adds nothing. */
export async function importWatches(file: string, options: ImportOptions): Promise<void> {
  const { limit } = options
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1))
    throw invalidCommandLine('--limit must be a whole number above 0')
  const input = await openInputFile(file)
  try {
    await withWaresClient(options, wares => importLines(input.file, options, wares))
  } finally {
    input.release()
  }
}

async function importLines(file: string, options: ImportOptions, wares: WaresClient): Promise<void> {
  const filters = (options.where ?? []).map(filterOf)
  await refuseUnknown(file, filters)
  await addLines(wares, wantedLines(parseImport(readLines(file)), filters, options), options)
}

/** Adds a watch for each line, and reports them. */
export async function addLines(
  wares: WaresClient,
  lines: AsyncIterable<ImportLine>,
  options: Pick<ImportOptions, 'limit' | 'json'> & { readonly plan?: object },
): Promise<void> {
  const { limit = Number.POSITIVE_INFINITY } = options
  const print = wantsJson(options) ? jsonReport(options.plan) : textReport()
  const counts: Counts = { added: 0, known: 0, failed: 0 }
  try {
    await withProgress(undefined, async reached => {
      for await (const batch of batchesOf(lines, () => Math.min(BATCH, limit - counts.added))) {
        let lineCount = 0
        for await (const line of postBatch(wares, batch)) {
          lineCount++
          counts[kindOf(line)]++
          reached(counts.added + counts.known + counts.failed)
          await print.line(line)
        }
        // The key has as many watches as it may have: every further line would be refused too.
        if (counts.added >= limit || lineCount < batch.length) break
      }
    })
  } finally {
    // Also when the server stops in between: what was added is added.
    await print.end(counts)
  }
  if (counts.failed > 0) process.exitCode = 1
}

function kindOf({ error }: ReportedLine): keyof Counts {
  if (error === undefined) return 'added'
  return /is already watched/.test(error) ? 'known' : 'failed'
}

/** Those that the filters let through, with the rules of the command where the line has none. */
async function* wantedLines(
  lines: AsyncIterable<ImportLine>,
  filters: readonly RowFilter[],
  { every, when, tags }: ImportOptions,
): AsyncGenerator<ImportLine> {
  const options = Object.entries({ every, when, tags }).filter(([, value]) => value !== undefined)
  const rules = Object.fromEntries(options)
  for await (const line of lines) {
    if ('error' in line) yield line
    else if (filters.every(filter => filter.matches(line.cells)))
      yield { ...line, input: { ...rules, ...line.input } }
  }
}

function filterOf(text: string): RowFilter {
  const filter = parseRowFilter(text)
  if ('error' in filter) throw invalidCommandLine(`--where ${JSON.stringify(text)}: ${filter.error}`)
  return filter
}

/** Before anything is added. A line of JSON may have columns that the first one lacks. */
async function refuseUnknown(file: string, filters: readonly RowFilter[]): Promise<void> {
  const columns = new Set<string>()
  let unknown = filters
  if (unknown.length === 0) return
  for await (const line of parseImport(readLines(file))) {
    if ('error' in line) continue
    for (const name of Object.keys(line.cells)) columns.add(name)
    unknown = unknown.filter(filter => !filter.isIn(columns))
    if (unknown.length === 0) return
  }
  const [first] = unknown
  if (first && columns.size > 0)
    throw invalidCommandLine(
      `--where: the file has no column ${JSON.stringify(first.column)}; it has ${[...columns].join(', ')}`,
    )
}

export async function exportWatches(options: ServerOptions & { readonly out?: string }): Promise<void> {
  const { out } = options
  if (out !== undefined && !/\.(?:csv|parquet)$/i.test(out))
    throw invalidCommandLine('--out must end in .csv or .parquet')
  await withWaresClient(options, async wares => {
    const columns = EXPORT_COLUMNS.map(name => ({ name, type: 'text', isList: false }) as const)
    async function* watchesByPage(): AsyncGenerator<Watch[]> {
      const pages = paginate(after =>
        wares.watches.list({ limit: BATCH, ...(after !== undefined && { after }) }),
      )
      for await (const page of pages) yield page.watches.map(exportedWatch)
    }
    async function* rows(): AsyncGenerator<(string | null)[]> {
      for await (const watches of watchesByPage())
        for (const watch of watches) yield exportCells(watch).map(cell => cell || null)
    }
    if (out !== undefined) {
      await writeTable(out, columns, rows())
      return
    }
    let head = EXPORT_HEAD
    for await (const watches of watchesByPage()) {
      await write(head + exportRows(watches))
      head = ''
    }
  })
}

/** A name that is only the title of the product is no name that somebody gave. */
function exportedWatch(watch: Watch): Watch {
  const { name: seen } = watch.facts ?? {}
  const knowledge = { facts: typeof seen === 'string' ? { name: seen } : null }
  const isNamed = watch.name !== watchTitle({ ...watch, name: '', knowledge })
  return isNamed ? watch : { ...watch, name: '' }
}

async function* batchesOf(
  lines: AsyncIterable<ImportLine>,
  size: () => number,
): AsyncGenerator<ImportLine[]> {
  let batch: ImportLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < size()) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A server takes one watch at a time. Its operator, who has no limit, sends so many at once. */
const AT_ONCE = 16

/** Ends early when the key may have no more watches. */
async function* postBatch(wares: WaresClient, batch: readonly ImportLine[]): AsyncGenerator<ReportedLine> {
  // The first lines of a file come first where a key may have only so many watches.
  const atOnce = wares.where() === 'server' ? 1 : AT_ONCE
  for (let from = 0; from < batch.length; from += atOnce) {
    const lines = batch.slice(from, from + atOnce)
    const ended = await Promise.allSettled(lines.map(one => postLine(wares, one)))
    // First what was done, also if the server stopped in between.
    for (const settled of ended) if (settled.status === 'fulfilled') yield settled.value.reported
    const failed = ended.find(one => one.status === 'rejected')
    if (failed) throw failed.reason
    if (ended.some(one => one.status === 'fulfilled' && one.value.isLast)) return
  }
}

interface PostedBatch {
  readonly reported: ReportedLine
  /** The key may have no more watches. */
  readonly isLast: boolean
}

async function postLine(wares: WaresClient, importLine: ImportLine): Promise<PostedBatch> {
  if ('error' in importLine) return { reported: importLine, isLast: false }
  const { line, input: body } = importLine
  try {
    const { id } = await retryWhenRateLimited(() => wares.watches.create(body as NewWatch))
    return { reported: { line, id }, isLast: false }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { reported: { line, error: error.message }, isLast: error.code === 'key_not_allowed' }
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  try {
    yield* (await open(file)).readLines()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw operatorError(`${file} cannot be read: ${(error as Error).message}`, error)
  }
}

interface Report {
  line(reported: ReportedLine): Promise<void>
  end(counts: Counts): Promise<void>
}

function textReport(): Report {
  return {
    async line(result) {
      if (kindOf(result) === 'failed') await write(`line ${result.line}: ${plainLine(result.error ?? '')}\n`)
    },
    end: ({ added, known, failed }) =>
      write(`${added} added, ${known} watched already, ${failed} refused.\n`),
  }
}

/** One object, written as the lines come. */
function jsonReport(plan: object | undefined): Report {
  const head = plan === undefined ? '' : `\n  "plan": ${JSON.stringify(plan)},`
  let text = `{${head}\n  "lines": [`
  return {
    async line(result) {
      await write(`${text}\n    ${JSON.stringify(result)}`)
      text = ','
    },
    end: ({ added, known, failed }) =>
      write(
        `${text === ',' ? '' : text}\n  ],\n  "added": ${added},\n  "known": ${known},\n  "failed": ${failed}\n}\n`,
      ),
  }
}

/** A slow reader of the pipe slows the command down, in place of filling its memory. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
