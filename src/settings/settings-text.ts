// Reads the text of the settings file, and says in one sentence why it cannot be read.
import { lstatSync, readFileSync } from 'node:fs'
import { fileTrouble } from '../runtime/file-trouble.ts'
import { operatorError } from '../runtime/operator-error.ts'

/** Undefined if there is no file. */
export function readSettingsText(path: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !lstatSync(path, { throwIfNoEntry: false })) return undefined
    if (code === 'ENOENT')
      throw operatorError(`${path} cannot be read: it is a link to a missing file.`, error)
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw operatorError(`${path} cannot be read: it is not encoded in UTF-8.`, error)
    const trouble = fileTrouble(error)
    if (trouble === undefined) throw error
    throw operatorError(`${path} cannot be read: ${trouble}.`, error)
  }
}
