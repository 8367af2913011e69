// The output of a bulk run: an append-only file that also records which inputs are done.
// A killed process leaves at most one incomplete result at the end, which the next run truncates.
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { splitLines } from '../input/split-lines.ts'
import type { BulkResult, ResultFormat } from './result.ts'
import { writeError } from '../../runtime/file-trouble.ts'
import { operatorError } from '../../runtime/operator-error.ts'

/** Enough for the line number and the input of every result. */
const HEAD_BYTES = 256 * 1024
const FLUSH_MS = 100
/** Maximum number of buffered characters; beyond it, `write` waits. */
const PENDING_MAX = 4 * 1024 * 1024
/** How much work a power failure may cost. */
const SYNC_MS = 1_000

export type Output = Awaited<ReturnType<typeof openOutput>>

/** `lastLine` of the input, if it is known: results after it belong to another input. */
export async function openOutput(file: string, form: ResultFormat, lastLine = Infinity) {
  const inWords = (error: unknown): never => {
    throw writeError(file, error)
  }
  const handle = await open(file, 'a+', 0o644).catch(inWords)
  try {
    const existing = await readExistingResults(file, handle, form, lastLine)
    const writer = createWriter(handle)
    if (existing.isNew) await writer.write(form.header)
    return {
      /** Number of results that were already in the file, by outcome. */
      existing: existing.outcomes as ReadonlyMap<string, number>,
      /** Whether this input has a result; throws if the line's result belongs to another input. */
      hasResultOf(line: number, input: string) {
        const mark = existing.markAt(line)
        if (mark === 0) return false
        if (mark === form.markOf(input)) return true
        throw operatorError(
          `${file} contains results of another input (line ${line} differs); choose another output.`,
        )
      },
      /** Whether this line has a result, from before or from this run. */
      hasLine: (line: number) => existing.markAt(line) !== 0,
      /** Resolves when the buffer has room. A result that is lost before it is on disk is made again by the next run. */
      write(result: BulkResult) {
        existing.mark(result.line, form.markOf(result.input))
        return writer.write(form.write(result)).catch(inWords)
      },
      /** Writes and syncs the remaining results. May be called twice. */
      close: () => writer.close().catch(inWords),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads the existing results, truncates an incomplete one, and refuses a file that is not a bulk output. */
async function readExistingResults(file: string, handle: FileHandle, form: ResultFormat, lastLine: number) {
  let marks = new Uint32Array(1024)
  const outcomes = new Map<string, number>()
  let end = 0
  let isHeader = form.header !== ''
  const markAt = (line: number): number => marks[line] ?? 0
  const mark = (line: number, value: number): void => {
    if (line >= marks.length) marks = growArray(marks, line)
    marks[line] = value
  }
  const { size } = await handle.stat()
  let openLine: number | undefined
  for await (const line of splitLines(createReadStream(file), HEAD_BYTES)) {
    if (!line.endsWithNewline || line.hasNulBytes) break
    const head = line.head.toString()
    const result = isHeader ? undefined : form.read(head)
    if (isHeader ? `${head}\n` !== form.header : !result || !form.isComplete(line.lastByte))
      throw operatorError(`${file} exists and contains something else; choose another output.`)
    isHeader = false
    // The rows of one input are adjacent; without the last row there is no result.
    const isOther = openLine !== undefined && openLine !== result?.line
    if (isOther) throw operatorError(`${file} has a part of the result for line ${openLine}.`)
    openLine = result?.isLast === false ? result.line : undefined
    if (openLine !== undefined) continue
    end = line.end
    if (!result) continue
    if (result.line > lastLine)
      throw operatorError(
        `${file} contains results of another input (line ${result.line}, where this one ends at ${lastLine}); choose another output.`,
      )
    if (markAt(result.line) !== 0) throw operatorError(`${file} has two results for line ${result.line}.`)
    mark(result.line, result.mark)
    outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
  }
  if (end === 0 && size > 0 && !(await isOwnPrefix(file, form)))
    throw operatorError(`${file} exists and contains something else; choose another output.`)
  if (end < size) await handle.truncate(end)
  return { outcomes, isNew: end === 0, markAt, mark }
}

/** Whether an incomplete first line can be ours: never truncate another program's file. */
async function isOwnPrefix(file: string, form: ResultFormat): Promise<boolean> {
  const first = Buffer.from(form.header === '' ? '{"line":' : form.header)
  for await (const { head } of splitLines(createReadStream(file), HEAD_BYTES)) {
    // Compared as bytes: the cut may be inside a character.
    const bytes = head.filter(byte => byte !== 0)
    const length = Math.min(bytes.length, first.length)
    return first.subarray(0, length).equals(bytes.subarray(0, length))
  }
  return true
}

function growArray(marks: Uint32Array<ArrayBuffer>, line: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(marks.length * 2, line + 1))
  larger.set(marks)
  return larger
}

/** Buffers lines briefly, writes them in batches, and syncs once a second. */
function createWriter(handle: FileHandle) {
  let pending: string[] = []
  let length = 0
  let failure: unknown
  let flushing = Promise.resolve()
  let syncedAt = performance.now()
  let closing: Promise<void> | undefined
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()

  async function flushOnce(): Promise<void> {
    // After a failure the file may end with half a line: write nothing more.
    if (failure !== undefined) return
    const text = pending.join('')
    pending = []
    length = 0
    try {
      if (text !== '') await handle.appendFile(text)
      if (performance.now() - syncedAt < SYNC_MS) return
      syncedAt = performance.now()
      await handle.datasync()
    } catch (error) {
      failure ??= error
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(flushOnce)
    return flushing
  }

  async function close(): Promise<void> {
    clearInterval(timer)
    syncedAt = Number.NEGATIVE_INFINITY
    await flush()
    await handle.close()
    if (failure !== undefined) throw failure
  }

  return {
    async write(text: string): Promise<void> {
      if (failure !== undefined) throw failure
      pending.push(text)
      length += text.length
      if (length > PENDING_MAX) await flush()
    },
    close: () => (closing ??= close()),
  }
}
