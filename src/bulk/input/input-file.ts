// Opens the input of a command as a file that can be read repeatedly: a pipe is copied to one first, and Parquet becomes CSV.
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { operatorError } from '../../runtime/operator-error.ts'
import { isParquet, parquetLines } from '../../answer/table/read-parquet.ts'

export interface InputFile {
  readonly file: string
  /** Removes the temporary copy. */
  readonly release: () => void
}

/** `-` is standard input. Counting, running and resuming each read from the beginning. */
export async function openInputFile(input: string): Promise<InputFile> {
  // Not opened by path, because standard input may be a socket, which cannot be opened.
  const isStandardInput = input === '-' || input === '/dev/stdin'
  const kind = isStandardInput ? undefined : statSync(input, { throwIfNoEntry: false })
  if (!isStandardInput && !kind) throw operatorError(`There is no file ${input}.`)
  if (kind?.isDirectory()) throw operatorError(`${input} is a folder, not a file.`)
  if (kind?.isFile() && !(await isParquet(input))) return { file: input, release: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'wares-input-'))
  const release = () => rmSync(folder, { recursive: true, force: true })
  const file = join(folder, kind?.isFile() ? 'input.csv' : 'input')
  const copy = async (from: Readable, to: string) => pipeline(from, createWriteStream(to, { mode: 0o600 }))
  try {
    if (kind?.isFile()) await copy(parquetAsCsv(input), file)
    else await copy(isStandardInput ? process.stdin : createReadStream(input), file)
  } catch (error) {
    release()
    throw error
  }
  return { file, release }
}

function parquetAsCsv(file: string): Readable {
  return Readable.from(
    (async function* () {
      try {
        for await (const line of parquetLines(file)) yield `${line}\n`
      } catch (error) {
        throw operatorError(`${file} cannot be read as Parquet: ${(error as Error).message}`)
      }
    })(),
  )
}
