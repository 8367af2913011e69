// `wares db`: moves an embedded database to PostgreSQL.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readStorePlace } from '../config.ts'
import { copyStore } from '../state/copy-store.ts'
import { openPostgresStore } from '../state/postgres.ts'
import { openEmbeddedStore } from '../state/sqlite.ts'
import { plainError } from './print.ts'

export function dbCommand(): Command {
  const db = new Command('db')
  db.command('copy')
    .description(
      'copy keys and usage of the data folder into PostgreSQL (WARES_DATABASE_URL); may be repeated',
    )
    .option('--to <url>', 'another PostgreSQL than the configured one')
    .action(copy)
  return db
}

async function copy({ to }: { to?: string }): Promise<void> {
  const config = readStorePlace()
  const url = to ?? config.databaseUrl
  if (url === undefined) throw plainError('Set WARES_DATABASE_URL, or name the PostgreSQL with --to.')
  const file = join(config.dataDir, 'wares.db')
  if (!existsSync(file)) throw plainError(`There is no embedded database at ${file}.`)
  const source = openEmbeddedStore(config.dataDir)
  try {
    const target = await openPostgresStore(url)
    try {
      const { keys, usageRows } = await copyStore(source, target)
      console.log(`Copied ${keys} keys and ${usageRows} rows of usage.`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
