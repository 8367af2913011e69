// Opens a SQLite file and migrates its schema; a failure is one sentence for the operator.
import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { fileTrouble, makeFolder } from '../../runtime/file-trouble.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import type { Database, Migrations } from '../database.ts'
import { migrate } from '../migrate.ts'
import { type SqliteClient, type SqliteError, startSqliteClient } from './sqlite-client.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export interface SqliteOptions {
  readonly file: string
  readonly migrations: Migrations
  /** Fails unless the file is writable; without this option, a read-only folder can still be read. */
  readonly mustWrite?: boolean
  readonly lockTimeoutMs?: number
}

const LOCK_TIMEOUT_MS = 5_000

export async function openSqlite<Tables>(options: SqliteOptions): Promise<Database<Tables>> {
  const { file, migrations, mustWrite = false, lockTimeoutMs = LOCK_TIMEOUT_MS } = options
  let client: SqliteClient | undefined
  try {
    const readOnly = !mustWrite && isReadOnly(file)
    if (!readOnly) createPrivately(file)
    client = await startSqliteClient({ file, readOnly, lockTimeoutMs })
    const query = new Kysely<Tables>({ dialect: sqliteDialect(client) })
    await migrate(query as Kysely<unknown>, { dialect: 'sqlite', migrations })
    if (mustWrite) await client.checkWritable()
    const opened = client
    return {
      query,
      dialect: 'sqlite',
      unavailableReason: () => opened.unavailableReason(),
      close: () => opened.close(),
    }
  } catch (error) {
    await client?.close()
    throw openError(file, error)
  }
}

function isReadOnly(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    for (const place of [file, dirname(file)]) accessSync(place, constants.W_OK)
    return false
  } catch {
    return true
  }
}

/** Creates the file before SQLite opens it, so that other users can never read it. */
function createPrivately(file: string): void {
  makeFolder(dirname(file), 0o700)
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

export function openError(file: string, error: unknown): Error {
  const { reason, message } = error as SqliteError
  const why = reason ?? fileTrouble(error) ?? message
  return operatorError(`The database ${file} cannot be used: ${why}.`, error)
}
