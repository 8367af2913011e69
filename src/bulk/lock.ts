// One process at a time per output: a lock that the operating system lets go of when its holder dies, however it dies.
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Throws when another process holds it. The result lets it go. */
export function lockOutput(dataDir: string, file: string): () => void {
  const path = join(realpathSync(dirname(resolve(file))), basename(file))
  const folder = join(dataDir, 'locks')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32)
  const database = new DatabaseSync(join(folder, name))
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!/locked|busy/i.test((error as Error).message)) throw error
    throw Object.assign(new Error(`Another process is writing to ${file}.`), { name: 'PlainError' })
  }
  return () => database.close()
}
