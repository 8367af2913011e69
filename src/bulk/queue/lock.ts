// Locks an output, so that only one process at a time writes to it.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { writing } from '../../runtime/file-trouble.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { holdFileLock } from '../../store/sqlite/file-lock.ts'

/** Throws if another process holds the lock. Returns a function that releases it. */
export function lockOutput(dataDir: string, file: string): () => void {
  const path = join(
    writing(file, () => realpathSync(dirname(resolve(file)))),
    basename(file),
  )
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32)
  const release = holdFileLock(join(dataDir, 'locks', name))
  if (!release) throw operatorError(`Another process is writing to ${file}.`)
  return release
}
