// A lock that one process holds: the operating system releases it when the process ends, however it ends.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from './node-sqlite.ts'

/** The result lets it go; undefined when another process holds it. */
export function holdFileLock(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
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
