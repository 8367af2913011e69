// The embedded store: keys and usage in one SQLite file of the data folder (WAL, so that readers never wait).
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KeyRecord, KeyStore } from './keys.ts'
import type { Batch, UsageFilter, UsageRow, UsageStore } from './usage.ts'

export interface EmbeddedStore {
  readonly keys: KeyStore
  readonly usage: UsageStore
  readonly shared: false
  /** Of the file, for ever: tells what was copied from where. */
  readonly id: string
  trouble(): undefined
  close(): Promise<void>
}

// Each step is applied once, in order; `user_version` says how many were.
const MIGRATIONS = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
     rate_per_s REAL, burst REAL, monthly_quota INTEGER,
     created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
   ) STRICT;
   CREATE TABLE usage (
     day TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL, outcome TEXT NOT NULL, cache TEXT NOT NULL,
     calls INTEGER NOT NULL, counted INTEGER NOT NULL,
     PRIMARY KEY (key_id, day, operation, outcome, cache)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE about (id TEXT NOT NULL) STRICT;
   INSERT INTO about VALUES (lower(hex(randomblob(8))));
   CREATE TABLE usage_writers (writer TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;`,
]

export function openEmbeddedStore(dataDir: string): EmbeddedStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'wares.db')
  // From the first statement on: another process may be opening it at this moment.
  const database = new DatabaseSync(file, { timeout: 5_000 })
  chmodSync(file, 0o600)
  // FULL: a key or a revocation that was reported as done survives a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  migrate(database)
  return {
    keys: sqliteKeys(database),
    usage: sqliteUsage(database),
    shared: false,
    id: (database.prepare('SELECT id FROM about').get() as { id: string }).id,
    trouble: () => undefined,
    close: async () => database.close(),
  }
}

function migrate(database: DatabaseSync): void {
  inTransaction(database, () => {
    const done = (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
    for (const step of MIGRATIONS.slice(done)) database.exec(step)
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  })
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

interface KeyRow {
  id: string
  name: string
  hash: string
  scopes: string
  rate_per_s: number | null
  burst: number | null
  monthly_quota: number | null
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

function sqliteKeys(database: DatabaseSync): KeyStore {
  const insert = database.prepare(
    `INSERT INTO keys (id, name, hash, scopes, rate_per_s, burst, monthly_quota, created_at, expires_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const all = database.prepare('SELECT * FROM keys ORDER BY created_at, id')
  const byHash = database.prepare('SELECT * FROM keys WHERE hash = ?')
  const revoke = database.prepare('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
  const expire = database.prepare(
    'UPDATE keys SET expires_at = min(coalesce(expires_at, ?1), ?1) WHERE id = ?2',
  )
  const dataVersion = database.prepare('PRAGMA data_version')
  // data_version tells of other connections only; our own changes are counted here.
  let own = 0
  const changed = (changes: number | bigint) => {
    own++
    return Number(changes) > 0
  }
  return {
    async add(key) {
      insert.run(
        key.id,
        key.name,
        key.hash,
        key.scopes.join(' '),
        key.ratePerS,
        key.burst,
        key.monthlyQuota,
        key.createdAt,
        key.expiresAt,
        key.revokedAt,
      )
      own++
    },
    list: async () => (all.all() as unknown as KeyRow[]).map(recordOf),
    async findByHash(hash) {
      const row = byHash.get(hash) as unknown as KeyRow | undefined
      return row && recordOf(row)
    },
    revoke: async (id, at) => changed(revoke.run(at, id).changes),
    expire: async (id, at) => changed(expire.run(at, id).changes),
    seenAtMs: () => Date.now(),
    version: () => (dataVersion.get() as { data_version: number }).data_version + own,
    close: async () => {},
  }
}

function recordOf(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    hash: row.hash,
    scopes: row.scopes.split(' ').filter(Boolean),
    ratePerS: row.rate_per_s,
    burst: row.burst,
    monthlyQuota: row.monthly_quota,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}

function sqliteUsage(database: DatabaseSync): UsageStore {
  const upsert = database.prepare(
    `INSERT INTO usage (day, key_id, operation, outcome, cache, calls, counted) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, counted = counted + excluded.counted`,
  )
  const counted = database.prepare(
    'SELECT coalesce(sum(counted), 0) AS total FROM usage WHERE key_id = ? AND day BETWEEN ? AND ?',
  )
  const read = database.prepare(
    `SELECT day, key_id AS keyId, operation, outcome, cache, calls, counted FROM usage
     WHERE (?1 IS NULL OR key_id = ?1) AND (?2 IS NULL OR day >= ?2) AND (?3 IS NULL OR day <= ?3)
     ORDER BY day, key_id, operation, outcome, cache`,
  )
  const take = database.prepare(
    `INSERT INTO usage_writers (writer, sequence) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET sequence = excluded.sequence WHERE sequence < excluded.sequence`,
  )
  const isNew = ({ writer, sequence }: Batch) => take.run(writer, sequence).changes > 0
  return {
    async add(rows: readonly UsageRow[], batch?: Batch) {
      inTransaction(database, () => {
        if (batch && !isNew(batch)) return
        for (const row of rows) {
          upsert.run(row.day, row.keyId, row.operation, row.outcome, row.cache, row.calls, row.counted)
        }
      })
    },
    countedIn: async (keyId, month) =>
      (counted.get(keyId, `${month}-01`, `${month}-31`) as { total: number }).total,
    read: async ({ keyId, from, to }: UsageFilter) =>
      read.all(keyId ?? null, from ?? null, to ?? null) as unknown as UsageRow[],
  }
}
