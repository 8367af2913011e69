// The environment for documented commands: a copy of the project per document, one Wares for all, and separate services.
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { COMMAND, ROOT, type RunningProcess, start } from '../e2e/process.ts'
import { createTestDatabase, createTestRedis, findProgram, postgresServer, redisServer } from '../services.ts'
import { freePort } from '../support/servers.ts'
import type { Document } from './documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

export interface DocsEnvironment {
  /** A copy of the project for one document, with the environment that its shell needs. */
  createWorkspace(document: Document): Workspace
  /** Which of these services and programs the machine does not have. */
  missing(needs: readonly string[]): string[]
  /** Replaces the well-known URLs in a text by those of this environment. */
  rewriteAddresses(text: string): string
  clear(): Promise<void>
}

export interface Workspace {
  readonly folder: string
  /** Replaces links by copies, before a command that writes into the sources. */
  copySources(): void
  /** A log of the commands and their output. */
  readonly logFolder: string
  readonly env: Record<string, string>
}

/** Not part of a reader's checkout. */
const EXCLUDED = new Set(['.git', 'data', 'test-artifacts'])
/** Written to standard error by curl, whatever options the command has. */
export const HTTP_STATUS_PREFIX = 'http status '

export async function createDocsEnvironment(): Promise<DocsEnvironment> {
  const base = temporaryFolder('docs')
  const data = join(base, 'data')
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const ports = { WARES_PORT: String(port), WARES_SANDBOX_PORT: String(sandboxPort) }
  // On a crowded machine, a first answer takes longer than a reader would wait.
  const server = await startServer({ ...ports, WARES_DATA: data, WARES_DEADLINE_MS: '60000' })
  const redis = redisServer === undefined ? undefined : await createTestRedis()
  const postgres = postgresServer === undefined ? undefined : await createTestDatabase()
  writeFileSync(join(base, '.curlrc'), `write-out = "%{stderr}${HTTP_STATUS_PREFIX}%{http_code}\\n"\n`)
  const env = {
    ...ports,
    WARES_LOG: 'warn',
    WARES_DRAIN_MS: '1',
    ...(redis ? { WARES_REDIS_PREFIX: redis.prefix } : {}),
    CURL_HOME: base,
    npm_config_prefix: join(base, 'global'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    PATH: `${join(base, 'bin')}:${join(base, 'global/bin')}:${process.env.PATH}`,
  }
  writeNpx(join(base, 'bin'))
  mkdirSync(join(base, 'global/lib'), { recursive: true })
  const addresses: [string, string][] = [
    ['127.0.0.1:8080', `127.0.0.1:${port}`],
    ['127.0.0.1:8081', `127.0.0.1:${sandboxPort}`],
    ['redis://127.0.0.1:6379', redis?.url ?? 'redis://127.0.0.1:1'],
    ['postgres://wares@127.0.0.1:5432/wares', postgres?.url ?? 'postgres://127.0.0.1:1/none'],
  ]
  const services: Record<string, unknown> = { redis, postgres }
  return {
    missing: needs => needs.filter(name => (name in services ? !services[name] : !isProgram(name))),
    rewriteAddresses: text => addresses.reduce((done, [from, to]) => done.replaceAll(from, to), text),
    createWorkspace(document) {
      // Without a dot: formatters skip folders that look like documents.
      const own = join(base, document.path.replaceAll(/[/.]/g, '-'))
      const folder = join(own, 'wares')
      const notes = join(own, 'notes')
      mkdirSync(notes, { recursive: true })
      linkProject(folder)
      const usesPostgres = document.blocks.some(block => block.text.includes('WARES_DATABASE_URL'))
      // With another database the shared key would be created again and be lost to the other documents.
      if (usesPostgres) copyData(data, join(folder, 'data'))
      else symlinkSync(data, join(folder, 'data'))
      // Two npm processes that share a cache get in each other's way.
      const ownEnv = { ...env, npm_config_cache: join(own, 'npm') }
      return { folder, logFolder: notes, env: ownEnv, copySources: () => copyProject(folder) }
    },
    async clear() {
      await server.stop()
      await redis?.drop()
      await postgres?.drop()
    },
  }
}

/**
 * The first `npx wares` is npm's. Later ones skip its seconds of overhead, and run the bundle of the same program, which
 * starts in half the time; where a document has changed the sources, these.
 */
function writeNpx(folder: string): void {
  const npx = findProgram('npx', 'npm') ?? 'npx'
  const file = join(folder, 'npx')
  mkdirSync(folder)
  writeFileSync(
    file,
    `#!/bin/sh
if [ "$1" = wares ] && [ -e bin/wares.js ] && ! mkdir '${folder}/tried' 2>/dev/null; then
  shift
  if [ -L src ]; then exec node '${COMMAND}' "$@"; fi
  exec node bin/wares.js "$@"
fi
exec '${npx}' "$@"
`,
  )
  chmodSync(file, 0o755)
}

/** Programs that documents call, with the Debian packages that contain them. */
const PACKAGES: Readonly<Record<string, string>> = {
  pg_dump: 'postgresql-client',
  pg_restore: 'postgresql-client',
  psql: 'postgresql-client',
}

const isProgram = (name: string): boolean => findProgram(name, PACKAGES[name]) !== undefined

async function startServer(env: Record<string, string>): Promise<RunningProcess> {
  const server = start('npm', ['start'], env)
  await server.until(/Key\s+wares_/, 200_000)
  return server
}

/** Links are enough to run it, and they keep Node's compile cache valid. */
function linkProject(folder: string): void {
  mkdirSync(folder)
  for (const name of readdirSync(ROOT)) {
    if (!EXCLUDED.has(name)) symlinkSync(join(ROOT, name), join(folder, name))
  }
}

function copyProject(folder: string): void {
  for (const name of readdirSync(ROOT)) {
    const place = join(folder, name)
    if (EXCLUDED.has(name) || name === 'node_modules' || !lstatSync(place).isSymbolicLink()) continue
    unlinkSync(place)
    cpSync(join(ROOT, name), place, { recursive: true })
  }
}

function copyData(from: string, to: string): void {
  mkdirSync(to)
  cpSync(join(from, 'sandbox-key'), join(to, 'sandbox-key'))
  const database = new DatabaseSync(join(from, 'wares.db'))
  database.exec(`VACUUM INTO '${join(to, 'wares.db')}'`)
  database.close()
}
