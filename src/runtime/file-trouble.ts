// What the system says of a file or folder that cannot be written, in the operator's words.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { operatorError } from './operator-error.ts'

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
  EBUSY: 'it cannot be replaced, because it is mounted on its own',
  EFBIG: 'the file is too large',
}

/** Why a file cannot be used; undefined for an error that is not one of files. */
export function fileTrouble(error: unknown): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  return Object.hasOwn(FILE_TROUBLES, code) ? FILE_TROUBLES[code] : undefined
}

/** The error for a file that could not be written; any other error stays what it is. */
export function writeError(path: string, error: unknown): unknown {
  const trouble = fileTrouble(error)
  return trouble === undefined ? error : operatorError(`${path} cannot be written: ${trouble}.`, error)
}

/** Does what writes the file, or tells why it cannot. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw writeError(path, error)
  }
}

/** Makes a folder and those above it. Node's `recursive` never returns where the system denies a folder with "no such file", as in /proc. */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
