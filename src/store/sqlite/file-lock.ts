// A lock file held by one process; the operating system releases it when the process ends for any reason.
import { dirname } from 'node:path'
import { makeFolder } from '../../runtime/file-trouble.ts'
import { DatabaseSync } from './node-sqlite.ts'

/** Returns a function that releases the lock; undefined if another process holds it. */
export function holdFileLock(file: string): (() => void) | undefined {
  makeFolder(dirname(file), 0o700)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!/locked|busy/i.test((error as Error).message)) throw error
    return undefined
  }
  return () => database.close()
}
