// The input of a bulk run as a file that can be read more than once: a pipe is copied into one first.
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { operatorError } from '../operator-error.ts'

export interface InputFile {
  readonly file: string
  /** Removes what was made for it. */
  readonly release: () => void
}

/** `-` is standard input. Counting, reading and going on after a stop each read from the beginning. */
export async function openInputFile(input: string): Promise<InputFile> {
  // Not opened by its name: a socket, which some programs give as standard input, cannot be.
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
