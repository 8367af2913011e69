// `wares backup FILE` and `wares restore FILE`: everything that a server keeps, in one archive.
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { findDatabaseUrl } from '../../settings/config.ts'
import { findDataFolder, launchSettings } from '../../settings/started-with.ts'
import { fileTrouble, makeFolder } from '../../runtime/file-trouble.ts'
import { isOperatorError, operatorError } from '../../runtime/operator-error.ts'
import { version } from '../../runtime/version.ts'
import { type ArchivedFile, readArchive, writeArchive } from '../../store/archive.ts'
import { holdFileLock } from '../../store/sqlite/file-lock.ts'
import { DatabaseSync } from '../../store/sqlite/node-sqlite.ts'
import { openEmbeddedStore } from '../../store/sqlite/sqlite-store.ts'

interface PlaceOptions {
  readonly data?: string
  readonly config?: string
}

const DATABASE = 'wares.db'
const SETTINGS = 'wares.yaml'
const ABOUT = 'backup.json'
const FILES = new Set([ABOUT, DATABASE, SETTINGS, 'sandbox-key'])

function withPlace(command: Command): Command {
  return command
    .argument('<file>', 'the archive, such as wares-backup.tar.gz')
    .option('--data <folder>', 'data folder, such as a mounted volume (default: the configured one)')
    .option('--config <file>', 'settings file (default: wares.yaml, or WARES_CONFIG)')
}

export function backupCommand(): Command {
  return withPlace(new Command('backup'))
    .option('--recordings', 'with the recordings of requests, which may be large')
    .addHelpText(
      'after',
      '\nSafe while the server runs. The archive holds keys as hashes, but settings with their passwords.',
    )
    .action(backup)
}

export function restoreCommand(): Command {
  return withPlace(new Command('restore'))
    .addHelpText(
      'after',
      '\nRestores into an empty data folder and an absent settings file, and overwrites nothing. With WARES_DATABASE_URL, into an empty PostgreSQL database.',
    )
    .action(restore)
}

function placesOf({ data, config }: PlaceOptions) {
  return {
    data: data === undefined ? findDataFolder() : resolve(data),
    settings: config === undefined ? launchSettings().settings : resolve(config),
  }
}

const POSTGRES =
  'The data is in PostgreSQL, which backs itself up: `pg_dump --format=custom --file=wares.dump "$WARES_DATABASE_URL"`; restore with `pg_restore` into a new database. Settings: copy wares.yaml.'

async function backup(
  path: string,
  options: PlaceOptions & { readonly recordings?: boolean },
): Promise<void> {
  const { data, settings } = placesOf(options)
  if (options.data === undefined && findDatabaseUrl(settings) !== undefined) throw operatorError(POSTGRES)
  if (!existsSync(join(data, DATABASE))) throw operatorError(`There is no database in ${data}.`)
  const folder = workFolder(data)
  try {
    const copy = join(folder, DATABASE)
    await copyDatabase(join(data, DATABASE), copy)
    const about = join(folder, ABOUT)
    writeFileSync(about, `${JSON.stringify({ version, made_at: new Date().toISOString() })}\n`)
    const files: ArchivedFile[] = [
      { name: ABOUT, file: about },
      { name: DATABASE, file: copy },
      { name: SETTINGS, file: settings },
      { name: 'sandbox-key', file: join(data, 'sandbox-key') },
    ]
    const recordings = options.recordings ? globSync('recordings/**/*', { cwd: data }) : []
    const all = [
      ...files,
      ...recordings.map(name => ({ name: name.replaceAll('\\', '/'), file: join(data, name) })),
    ]
    const present = all.filter(({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile())
    await writeArchive(path, present)
    const { size } = statSync(path)
    console.log(
      `Wrote ${path} (${megabytes(size)}): ${contentText(
        copy,
        present.map(one => one.name),
      )}.`,
    )
  } catch (error) {
    throw fileError(path, error, 'written')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** On the same disk, so that files are moved, and seen by nobody else. */
function workFolder(data: string): string {
  try {
    makeFolder(data, 0o700)
    return mkdtempSync(join(data, '.backup-'))
  } catch (error) {
    throw fileError(data, error, 'written')
  }
}

/** SQLite's online backup: one consistent state, whoever writes meanwhile. */
async function copyDatabase(file: string, copy: string): Promise<void> {
  const { backup: copyOnline } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    // All pages in one step: a step that follows a write begins from the start.
    await copyOnline(database, copy, { rate: 2 ** 31 - 1 })
  } finally {
    database.close()
  }
}

async function restore(path: string, options: PlaceOptions): Promise<void> {
  const { data, settings } = placesOf(options)
  const url = options.data === undefined ? findDatabaseUrl(settings) : undefined
  throwIfUsed(data, url !== undefined)
  const folder = workFolder(data)
  try {
    const names = await readArchive(path, name => (isOwn(name) ? join(folder, name) : undefined))
    if (!names.includes(DATABASE)) throw new Error('it has no database')
    throwIfOtherSettings(join(folder, SETTINGS), settings)
    // Refuses a file that is damaged, or of a newer version, and brings an older one up to date.
    await (await openEmbeddedStore(folder)).close()
    const moved = url === undefined ? names : names.filter(name => name === SETTINGS)
    if (url !== undefined) await toPostgres(join(folder, DATABASE), url)
    const text = contentText(join(folder, DATABASE), moved)
    for (const name of moved.filter(one => one !== ABOUT)) {
      const target = name === SETTINGS ? settings : join(data, name)
      makeFolder(dirname(target), 0o700)
      if (name === SETTINGS) writeFileSync(target, readFileSync(join(folder, name)), { mode: 0o600 })
      else renameSync(join(folder, name), target)
      ownLike(target, data)
    }
    console.log(
      `Restored ${text}, into ${url === undefined ? data : 'PostgreSQL'}${names.includes(SETTINGS) ? ` and ${settings}` : ''}.`,
    )
  } catch (error) {
    throw fileError(path, error, 'restored')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Root restores into a volume of somebody else, whose server must read it. */
function ownLike(file: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

function isOwn(name: string): boolean {
  return FILES.has(name) || /^recordings\/(?!.*\.\.)[\w./@+=,~:-]+$/.test(name)
}

function throwIfUsed(data: string, isPostgres: boolean): void {
  const release = existsSync(data) ? holdFileLock(join(data, 'locks', 'server')) : () => {}
  if (!release)
    throw operatorError(
      `A Wares server uses ${data}. Stop it, and restore into an empty folder: --data FOLDER; then start it with WARES_DATA=FOLDER.`,
    )
  release()
  if (!isPostgres && existsSync(join(data, DATABASE)))
    throw operatorError(
      `${data} has data, which a restore does not overwrite. Name an empty folder with --data, or move ${join(data, DATABASE)} away first.`,
    )
}

/** An empty file, as containers mount it, is none. */
function throwIfOtherSettings(restored: string, settings: string): void {
  if (!existsSync(restored) || !existsSync(settings)) return
  const old = readFileSync(settings, 'utf8')
  if (old.trim() === '' || old === readFileSync(restored, 'utf8')) return
  throw operatorError(
    `${settings} exists and differs from that of the backup. Name another file with --config, or move it away first.`,
  )
}

async function toPostgres(file: string, url: string): Promise<void> {
  const { openPostgresStore } = await import('../../store/postgres/postgres-store.ts')
  const { copyTables } = await import('../../store/copy-tables.ts')
  const store = await openPostgresStore(url)
  try {
    await copyTables(file, store)
  } finally {
    await store.close()
  }
}

/** What an archive holds, in words. */
function contentText(file: string, names: readonly string[]): string {
  const database = new DatabaseSync(file)
  const count = (table: string, what: string) => {
    const rows = Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
    return `${rows.toLocaleString('en')} ${what}${rows === 1 ? '' : what.endsWith('ch') ? 'es' : 's'}`
  }
  try {
    const recordings = names.filter(name => name.startsWith('recordings/')).length
    return [
      count('keys', 'key'),
      count('watches', 'watch'),
      count('changes', 'change'),
      count('webhooks', 'receiver'),
      ...(recordings > 0 ? [`${recordings.toLocaleString('en')} recordings`] : []),
      names.includes(SETTINGS) ? SETTINGS : `no ${SETTINGS}`,
    ].join(', ')
  } finally {
    database.close()
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function fileError(path: string, error: unknown, what: 'written' | 'restored'): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (isOperatorError(error)) return error
  const why =
    code === 'EEXIST'
      ? 'it exists'
      : code === 'ENOENT' && what === 'restored'
        ? 'there is no such file'
        : (fileTrouble(error) ?? message)
  return operatorError(`${path} cannot be ${what}: ${why}.`, error)
}
