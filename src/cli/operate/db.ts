// `wares db`: copies an embedded database to PostgreSQL.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readStoreLocation } from '../../settings/config.ts'
import { type CopyResult, copyStore } from '../../store/copy-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../../store/sqlite/sqlite-store.ts'
import { withProgress } from '../print/progress.ts'
import { operatorError } from '../../runtime/operator-error.ts'

export function dbCommand(): Command {
  const db = new Command('db')
  db.command('copy')
    .description(
      'copy keys and usage from the data folder to PostgreSQL (WARES_DATABASE_URL); safe to repeat',
    )
    .option('--to <url>', 'a PostgreSQL URL other than the configured one')
    .action(copy)
  return db
}

async function copy({ to }: { to?: string }): Promise<void> {
  const config = readStoreLocation()
  const url = to ?? config.databaseUrl
  if (url === undefined) throw operatorError('Set WARES_DATABASE_URL, or pass a PostgreSQL URL with --to.')
  const file = join(config.dataDir, 'wares.db')
  if (!existsSync(file)) throw operatorError(`There is no embedded database at ${file}.`)
  const source = await openEmbeddedStore(config.dataDir)
  try {
    const target = await openPostgresStore(url)
    try {
      console.log(describeCopy(await copyStore(source, target, withProgress), file, url))
      if (url !== config.databaseUrl)
        console.log('To use it, set WARES_DATABASE_URL for every replica and restart.')
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Without the password that the URL may contain. */
function describeCopy({ keys, newKeys, usageRows }: CopyResult, file: string, url: string): string {
  const place = URL.parse(url)
  const where = place ? `${place.host}${place.pathname}` : 'PostgreSQL'
  const many = (count: number, what: string) =>
    `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
  return `Copied ${many(keys, 'key')} (${newKeys.toLocaleString('en')} new there) and ${many(usageRows, 'row')} of usage
from ${file} to ${where}. Repeating it adds what has grown since; nothing counts twice.`
}
