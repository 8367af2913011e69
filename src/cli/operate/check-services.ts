// The checks of `wares doctor` for Redis and PostgreSQL, when they are configured.
import type { Redis } from 'ioredis'
import type { Client } from 'pg'
import type { Config } from '../../settings/config.ts'
import { raceWithAbort } from '../../runtime/race-with-abort.ts'
import { CHECK_TIMEOUT_MS } from '../connect/running-wares.ts'
import type { Finding } from './finding.ts'

export async function checkRedis({ redisUrl }: Config): Promise<Finding> {
  const check = 'Redis'
  if (redisUrl === undefined)
    return { check, state: 'unused', found: 'not configured; needed only for several replicas' }
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: CHECK_TIMEOUT_MS,
    disconnectTimeout: 100,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let cause = ''
  redis.on('error', (error: Error) => {
    cause = error.message
  })
  try {
    return await withTimeout(redis.connect().then(() => inspectRedis(check, redis)))
  } catch (error) {
    const problem = cause || (error as Error).message
    const next = /NOAUTH|WRONGPASS|password/i.test(problem)
      ? 'Put user and password into WARES_REDIS_URL: redis://user:password@host:6379.'
      : 'Start Redis, or correct WARES_REDIS_URL; without it each replica counts and caches alone.'
    return { check, state: 'bad', found: problem, next }
  } finally {
    redis.disconnect()
  }
}

async function inspectRedis(check: string, redis: Redis): Promise<Finding> {
  const facts = await redis.info()
  const fact = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(facts)?.[1]
  const status = `answers, version ${fact('redis_version') ?? 'unknown'}`
  const policy = fact('maxmemory_policy')
  if (policy === undefined || policy === 'noeviction') return { check, state: 'good', found: status }
  const next = 'Set `maxmemory-policy noeviction` in Redis: otherwise a full Redis drops queued bulk inputs.'
  return { check, state: 'warning', found: `${status}, maxmemory-policy ${policy}`, next }
}

export async function checkPostgres({ databaseUrl }: Config): Promise<Finding> {
  const check = 'PostgreSQL'
  if (databaseUrl === undefined)
    return { check, state: 'unused', found: 'not configured; keys and usage are in the data folder' }
  const { Client } = (await import('pg')).default
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS + 100,
  })
  // Ignore a connection that breaks while it is being closed.
  client.on('error', () => {})
  try {
    return await withTimeout(client.connect().then(() => inspectPostgres(check, client)))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { check, state: 'bad', found: message || String(code), next: adviceFor(code) }
  } finally {
    void client.end().catch(() => {})
  }
}

async function inspectPostgres(check: string, client: Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string; may: boolean | null; who: string }>(
    // The tables are in their own schema, which the first start creates.
    `SELECT current_setting('server_version') AS version, current_user AS who, coalesce(
      (SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = 'wares'),
      has_database_privilege(current_database(), 'CREATE')) AS may`,
  )
  const [row] = rows
  if (row?.may) return { check, state: 'good', found: `answers, version ${row.version}` }
  const problem = `${row?.who} may not create the schema wares there, or its tables`
  const next = `As the owner of the database: CREATE SCHEMA IF NOT EXISTS wares AUTHORIZATION "${row?.who}"; or name another user in WARES_DATABASE_URL.`
  return { check, state: 'bad', found: problem, next }
}

/** A service that hangs must not make the doctor hang. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = () => new Error(`did not answer within ${CHECK_TIMEOUT_MS} ms`)
  return raceWithAbort(work, AbortSignal.timeout(CHECK_TIMEOUT_MS), late)
}

/** What to do about a PostgreSQL error code. */
function adviceFor(code: string | undefined): string {
  if (code === '3D000')
    return 'Create the database (`createdb NAME`), or correct the name in WARES_DATABASE_URL.'
  if (code?.startsWith('28')) return 'Correct user and password in WARES_DATABASE_URL.'
  return 'Start PostgreSQL, or correct WARES_DATABASE_URL.'
}
