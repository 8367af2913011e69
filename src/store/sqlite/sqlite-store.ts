// The embedded store: keys and usage in one SQLite file of the data folder.
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import type { Database } from '../database.ts'
import { holdFileLock } from './file-lock.ts'
import { MIGRATIONS, type SqliteTables } from '../migrations/migrations.ts'
import { openError, openSqlite } from './sqlite-database.ts'
import { sqliteKeys } from './sqlite-keys.ts'
import { sqliteUsage } from './sqlite-usage.ts'
import type { Store } from '../store.ts'

export interface EmbeddedStore extends Store {
  readonly shared: false
  /** Permanent id of the file; identifies the source of copied rows. */
  readonly id: string
}

export interface EmbeddedStoreOptions {
  /** For a server: locks the folder against a second server, and requires that it is writable. */
  readonly exclusive?: boolean
  readonly clock?: Clock
}

export async function openEmbeddedStore(
  dataDir: string,
  { exclusive = false, clock = systemClock }: EmbeddedStoreOptions = {},
): Promise<EmbeddedStore> {
  const file = join(dataDir, 'wares.db')
  // Lock before opening: a newer Wares must not migrate a file that a running one still uses.
  const release = exclusive ? lockFolder(dataDir, file) : undefined
  let database: Database<SqliteTables> | undefined
  try {
    database = await openSqlite<SqliteTables>({ file, migrations: MIGRATIONS, mustWrite: exclusive })
    const opened = database
    const keys = await sqliteKeys(database.query, clock)
    return {
      keys,
      usage: sqliteUsage(database.query),
      database: database as Database<unknown>,
      shared: false,
      id: await idOf(database.query),
      unavailableReason: () => opened.unavailableReason(),
      async close() {
        await opened.close()
        release?.()
      },
    }
  } catch (error) {
    await database?.close()
    release?.()
    throw error
  }
}

/** Only one server may use the folder, because rate limits and quota counts are in its memory. */
function lockFolder(dataDir: string, file: string): () => void {
  let release: ReturnType<typeof holdFileLock>
  try {
    release = holdFileLock(join(dataDir, 'locks', 'server'))
  } catch (error) {
    throw openError(file, error)
  }
  if (release) return release
  throw operatorError(
    `Another Wares server uses the data folder ${dataDir}: set WARES_DATA to another folder, or share PostgreSQL (WARES_DATABASE_URL).`,
  )
}

async function idOf(query: Kysely<SqliteTables>): Promise<string> {
  const { id } = await query.selectFrom('about').select(sql<string>`id`.as('id')).executeTakeFirstOrThrow()
  return id
}
