// Reads the text of the settings file, and says in one sentence why it cannot be read.
import { lstatSync, readFileSync } from 'node:fs'
import { operatorError } from '../runtime/operator-error.ts'

const FILE_TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the folder is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its folder is a file',
  ELOOP: 'its links form a circle',
  EIO: 'the disk fails',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large',
}

/** Undefined for an error that is not one of files. */
export function fileTrouble(error: unknown): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  return Object.hasOwn(FILE_TROUBLES, code) ? FILE_TROUBLES[code] : undefined
}

/** The complete new text of a file that is being overwritten in place, see src/setup/write-settings.ts. */
export function pendingPath(path: string): string {
  return `${path}.pending`
}

/** Undefined if there is no file. */
export function readSettingsText(path: string): string | undefined {
  return readText(pendingPath(path)) ?? readText(path)
}

function readText(path: string): string | undefined {
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
