// The store of recordings: one SQLite file of a bounded size, bodies by their hash; what is oldest goes first.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { StoredRun } from './recording.ts'

export interface StoredBody {
  readonly hash: string
  /** Compressed with zstd. */
  readonly packed: Uint8Array
}

export interface RecordingFilter {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly operation?: string | undefined
  readonly limit?: number | undefined
}

export interface RecordingStore {
  add(run: StoredRun, bodies: readonly StoredBody[], nowMs: number): void
  hasBody(hash: string): boolean
  find(requestId: string): StoredRun | undefined
  /** Of a recording that was dropped for room or age: whose it was. */
  findDropped(requestId: string): { readonly keyId: string | null } | undefined
  body(hash: string): Buffer
  /** The newest first. */
  list(filter: RecordingFilter): StoredRun[]
  /** Of the file that holds recordings, without what is free in it. */
  usedBytes(): number
  close(): void
}

export interface RecordingStoreOptions {
  readonly folder: string
  readonly maxBytes: number
  readonly maxAgeMs: number
}

export const RECORDINGS_FILE = 'recordings.sqlite'
/** The write-ahead log stands beside the file and counts too. */
const LOG_BYTES = 1024 * 1024
/** Ids of dropped recordings that are remembered, to distinguish "dropped" from "never recorded". */
const DROPPED_KEPT = 20_000
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const SCHEMA_VERSION = 1
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, operation TEXT NOT NULL, facts BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS runs_at ON runs (at_ms);
  CREATE TABLE IF NOT EXISTS requests (id TEXT PRIMARY KEY, run INTEGER NOT NULL, key_id TEXT) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS requests_run ON requests (run);
  CREATE TABLE IF NOT EXISTS bodies (hash TEXT PRIMARY KEY, packed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS run_bodies (run INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (run, hash)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS run_bodies_hash ON run_bodies (hash);
  CREATE TABLE IF NOT EXISTS dropped (place INTEGER PRIMARY KEY, id TEXT NOT NULL, key_id TEXT);
  CREATE INDEX IF NOT EXISTS dropped_id ON dropped (id);
  PRAGMA user_version = ${SCHEMA_VERSION};`

export function openRecordings(options: RecordingStoreOptions): RecordingStore {
  const file = join(options.folder, RECORDINGS_FILE)
  try {
    return storeOf(openForWriting(file, options), options)
  } catch (error) {
    if (!isDamaged(error)) throw error
    // Evidence is worth less than the next evidence: a damaged file is put aside, not repaired.
    renameSync(file, `${file}.damaged`)
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    return storeOf(openForWriting(file, options), options)
  }
}

/** For commands, beside a server that may be writing. */
export function openRecordingsReadOnly(folder: string): RecordingStore {
  const database = new DatabaseSync(join(folder, RECORDINGS_FILE), { readOnly: true, timeout: 5_000 })
  return storeOf(database, { folder, maxBytes: Infinity, maxAgeMs: Infinity })
}

function openForWriting(file: string, { maxBytes }: RecordingStoreOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    // What a power cut takes is the last recordings; what kill -9 takes is at most the one being written.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec(`PRAGMA wal_autocheckpoint = 64; PRAGMA journal_size_limit = ${LOG_BYTES}`)
    database.exec(SCHEMA)
    const pages = Math.floor((maxBytes - LOG_BYTES) / numberOf(database, 'page_size'))
    database.exec(`PRAGMA max_page_count = ${pages}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function storeOf(database: DatabaseSync, { maxBytes, maxAgeMs }: RecordingStoreOptions): RecordingStore {
  const sql = createStatements(database)
  const pageSize = numberOf(database, 'page_size')
  const usedBytes = () => (numberOf(database, 'page_count') - numberOf(database, 'freelist_count')) * pageSize
  const roomBytes = maxBytes - LOG_BYTES

  function dropRun(run: number): void {
    const hashes = sql.hashesOfRun.all(run) as { hash: string }[]
    sql.rememberDropped.run(run)
    sql.deleteRequests.run(run)
    sql.deleteRunBodies.run(run)
    sql.deleteRun.run(run)
    for (const { hash } of hashes) if (!sql.isBodyUsed.get(hash)) sql.deleteBody.run(hash)
  }

  function dropOldest(): boolean {
    const oldest = sql.oldest.get() as { id: number } | undefined
    if (oldest) dropRun(oldest.id)
    return oldest !== undefined
  }

  function makeRoom(neededBytes: number, nowMs: number): void {
    for (const { id } of sql.olderThan.all(nowMs - maxAgeMs) as { id: number }[]) dropRun(id)
    while (usedBytes() + neededBytes > roomBytes) if (!dropOldest()) break
    sql.forgetDropped.run(DROPPED_KEPT)
  }

  function insert(run: StoredRun, facts: Uint8Array, bodies: readonly StoredBody[]): void {
    const { lastInsertRowid } = sql.addRun.run(run.atMs, run.operation, facts)
    for (const { id, keyId } of run.requests) sql.addRequest.run(id, lastInsertRowid, keyId)
    for (const { hash, packed } of bodies) sql.addBody.run(hash, packed)
    for (const hash of bodyHashes(run)) sql.addRunBody.run(lastInsertRowid, hash)
  }

  const unpackRun = (row: unknown): StoredRun =>
    JSON.parse(unpack((row as { facts: Uint8Array }).facts).toString()) as StoredRun

  return {
    usedBytes,
    add(run, bodies, nowMs) {
      const facts = pack(Buffer.from(JSON.stringify(run)))
      const needed =
        pagesFor(facts, pageSize) + bodies.reduce((sum, one) => sum + pagesFor(one.packed, pageSize), 0)
      if (needed > roomBytes / 2) throw new Error('the recording is larger than half of record_mb')
      database.exec('BEGIN IMMEDIATE')
      try {
        makeRoom(needed, nowMs)
        insert(run, facts, bodies)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    hasBody: hash => sql.hasBody.get(hash) !== undefined,
    find(requestId) {
      const row = sql.runOfRequest.get(requestId)
      return row === undefined ? undefined : unpackRun(row)
    },
    findDropped(requestId) {
      const row = sql.findDropped.get(requestId) as { key_id: string | null } | undefined
      return row && { keyId: row.key_id }
    },
    body(hash) {
      const row = sql.body.get(hash) as { packed: Uint8Array } | undefined
      return row ? unpack(row.packed) : Buffer.alloc(0)
    },
    list: ({ fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, operation, limit = -1 }) =>
      sql.list.all(fromMs, toMs, operation ?? null, operation ?? null, limit).map(unpackRun),
    close: () => database.close(),
  }
}

function createStatements(database: DatabaseSync) {
  const statement = (text: string) => database.prepare(text)
  return {
    hashesOfRun: statement('SELECT hash FROM run_bodies WHERE run = ?'),
    rememberDropped: statement(
      'INSERT INTO dropped (id, key_id) SELECT id, key_id FROM requests WHERE run = ?',
    ),
    deleteRequests: statement('DELETE FROM requests WHERE run = ?'),
    deleteRunBodies: statement('DELETE FROM run_bodies WHERE run = ?'),
    deleteRun: statement('DELETE FROM runs WHERE id = ?'),
    isBodyUsed: statement('SELECT 1 FROM run_bodies WHERE hash = ? LIMIT 1'),
    deleteBody: statement('DELETE FROM bodies WHERE hash = ?'),
    oldest: statement('SELECT id FROM runs ORDER BY id LIMIT 1'),
    olderThan: statement('SELECT id FROM runs WHERE at_ms < ?'),
    forgetDropped: statement('DELETE FROM dropped WHERE place <= (SELECT max(place) FROM dropped) - ?'),
    addRun: statement('INSERT INTO runs (at_ms, operation, facts) VALUES (?, ?, ?)'),
    addRequest: statement('INSERT OR REPLACE INTO requests (id, run, key_id) VALUES (?, ?, ?)'),
    addBody: statement('INSERT OR IGNORE INTO bodies (hash, packed) VALUES (?, ?)'),
    addRunBody: statement('INSERT OR IGNORE INTO run_bodies (run, hash) VALUES (?, ?)'),
    hasBody: statement('SELECT 1 FROM bodies WHERE hash = ?'),
    body: statement('SELECT packed FROM bodies WHERE hash = ?'),
    runOfRequest: statement('SELECT facts FROM runs JOIN requests ON run = runs.id WHERE requests.id = ?'),
    findDropped: statement('SELECT key_id FROM dropped WHERE id = ?'),
    list: statement(
      'SELECT facts FROM runs WHERE at_ms BETWEEN ? AND ? AND (? IS NULL OR operation = ?) ORDER BY at_ms DESC, id DESC LIMIT ?',
    ),
  }
}

function bodyHashes({ answer, exchanges }: StoredRun): Set<string> {
  return new Set([answer, ...exchanges.map(one => one.body)].filter(hash => hash !== undefined))
}

/** Level 1: a tenth of the cost of level 9, for a sixth more bytes. */
export function pack(bytes: Uint8Array): Buffer {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}

function unpack(packed: Uint8Array): Buffer {
  return zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES })
}

/** A value spreads over pages of its own, and rows and indexes take some beside it. */
function pagesFor(value: Uint8Array, pageSize: number): number {
  return (Math.ceil(value.length / pageSize) + 2) * pageSize
}

function numberOf(database: DatabaseSync, pragma: 'page_size' | 'page_count' | 'freelist_count'): number {
  const row = database.prepare(`PRAGMA ${pragma}`).get()
  return Number(row?.[pragma])
}

const CORRUPT = 11
const NOT_A_DATABASE = 26

function isDamaged(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code !== undefined && [CORRUPT, NOT_A_DATABASE].includes(code & 0xff)
}

/** One sentence for the log and for /readyz. */
export function storeProblem(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error)
  return `recordings cannot be kept in ${folder}: ${message}`
}
