// Opens the input of a bulk run as a file that can be read repeatedly: a pipe is copied to one first.
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { operatorError } from '../../runtime/operator-error.ts'

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
  if (kind?.isFile()) return { file: input, release: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'wares-input-'))
  const release = () => rmSync(folder, { recursive: true, force: true })
  const file = join(folder, 'input')
  try {
    await pipeline(
      isStandardInput ? process.stdin : createReadStream(input),
      createWriteStream(file, { mode: 0o600 }),
    )
  } catch (error) {
    release()
    throw error
  }
  return { file, release }
}
