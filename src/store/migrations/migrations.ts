// The tables of keys, usage, watches and drift, as migrations. The first step makes the tables of 0.3.0 and has the name of its last step, so that
// a database of 0.3.0 has nothing to do. New steps go at the end; released steps are never edited.
import type { Generated } from 'kysely'
import type { Migrations } from '../database.ts'
import { PARTITION_SPANS } from './partition-spans.ts'
import { PUBLISH_CHANGES } from './publish-changes.ts'

/** SQLite stores lists as space-separated words and times as ISO text; PostgreSQL has types for both. */
interface KeyTable<List, Time> {
  id: string
  name: string
  hash: string
  scopes: List
  rate_per_s: number | null
  burst: number | null
  monthly_quota: number | null
  created_at: Time
  expires_at: Time | null
  revoked_at: Time | null
  /** The first key of a row of rotations; null for that one. */
  owner_id: string | null
}

interface UsageTable {
  day: string
  key_id: string
  operation: string
  outcome: string
  cache: string
  calls: number
  counted: number
}

interface CommonTables {
  /** One row: incremented with every change of a key, even a manual one. */
  key_changes: { count: number }
}

export interface SqliteTables extends CommonTables {
  keys: KeyTable<string, string>
  usage: UsageTable
  /** One row: the permanent id of this file. */
  about: { id: string }
}

export interface PostgresTables extends CommonTables {
  keys: KeyTable<string[], Date | string>
  /** `source`: the database the row was copied from; empty for counts of replicas. */
  usage: UsageTable & { source: Generated<string> }
}

const SQLITE_KEY_CHANGE = 'BEGIN UPDATE key_changes SET count = count + 1; END'

/** The same tables in both databases; tables.ts of src/watch/store and src/health/drift describe the columns. */
interface Spelling {
  readonly prefix: string
  readonly bigint: string
  readonly text: string
  readonly bytes: string
  readonly table: string
  readonly byKey: string
}
const SQLITE: Spelling = {
  prefix: '',
  bigint: 'INTEGER',
  text: 'TEXT',
  bytes: 'BLOB',
  table: ' STRICT',
  byKey: ' STRICT, WITHOUT ROWID',
}
const POSTGRES: Spelling = {
  prefix: 'wares.',
  bigint: 'bigint',
  text: 'text',
  bytes: 'bytea',
  table: '',
  byKey: '',
}

export const MIGRATIONS: Migrations = {
  '020-feeds-and-receivers': {
    sqlite: [
      ...keysInSqlite(),
      ...watchTables(SQLITE),
      'CREATE INDEX watches_owner ON watches (owner, id)',
      ...feedTables(SQLITE),
      ...catalogTables(SQLITE),
      ...driftTables(SQLITE),
    ],
    postgres: [
      ...keysInPostgres(),
      ...watchTables(POSTGRES),
      // Those of the operator are found by their ids, or by the index on targets if they are few.
      "CREATE INDEX watches_owner ON wares.watches (owner, id) WHERE owner <> ''",
      // Retention reads the watches that have their own, not all.
      'CREATE INDEX watches_keep ON wares.watches (id) WHERE keep_days IS NOT NULL',
      ...PARTITION_SPANS,
      ...feedTables(POSTGRES),
      ...catalogTables(POSTGRES),
      ...driftTables(POSTGRES),
      ...onlyInPostgres(),
    ],
  },
  // 0.3.0 has a function that this one replaces.
  '021-health-to-all': { sqlite: [], postgres: [PUBLISH_CHANGES] },
}

function keysInSqlite(): string[] {
  return [
    `CREATE TABLE keys (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
      rate_per_s REAL, burst REAL, monthly_quota INTEGER,
      created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT, owner_id TEXT
    ) STRICT`,
    'CREATE INDEX keys_owner ON keys (owner_id) WHERE owner_id IS NOT NULL',
    'CREATE TABLE key_changes (count INTEGER NOT NULL) STRICT',
    'INSERT INTO key_changes VALUES (0)',
    `CREATE TRIGGER key_added AFTER INSERT ON keys ${SQLITE_KEY_CHANGE}`,
    `CREATE TRIGGER key_changed AFTER UPDATE ON keys ${SQLITE_KEY_CHANGE}`,
    `CREATE TRIGGER key_removed AFTER DELETE ON keys ${SQLITE_KEY_CHANGE}`,
    `CREATE TABLE usage (
      day TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL, outcome TEXT NOT NULL, cache TEXT NOT NULL,
      calls INTEGER NOT NULL, counted INTEGER NOT NULL,
      PRIMARY KEY (key_id, day, operation, outcome, cache)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX usage_by_day ON usage (day)',
    'CREATE TABLE about (id TEXT NOT NULL) STRICT',
    'INSERT INTO about VALUES (lower(hex(randomblob(8))))',
  ]
}

function keysInPostgres(): string[] {
  return [
    `CREATE TABLE wares.keys (
      id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, scopes text[] NOT NULL,
      rate_per_s double precision, burst double precision, monthly_quota bigint,
      created_at timestamptz NOT NULL, expires_at timestamptz, revoked_at timestamptz, owner_id text
    )`,
    'CREATE INDEX keys_owner ON wares.keys (owner_id) WHERE owner_id IS NOT NULL',
    'CREATE TABLE wares.key_changes (count bigint NOT NULL)',
    'INSERT INTO wares.key_changes VALUES (0)',
    // Any change of a key, even a manual one in psql, increments the count and notifies all listeners.
    `CREATE FUNCTION wares.tell_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE wares.key_changes SET count = count + 1;
          PERFORM pg_notify('wares_keys', '');
          RETURN NULL;
        END $$`,
    `CREATE TRIGGER tell_key_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON wares.keys
      FOR EACH STATEMENT EXECUTE FUNCTION wares.tell_key_change()`,
    `CREATE TABLE wares.usage (
      day date NOT NULL, key_id text NOT NULL, operation text NOT NULL, outcome text NOT NULL, cache text NOT NULL,
      source text NOT NULL DEFAULT '', calls bigint NOT NULL, counted bigint NOT NULL,
      PRIMARY KEY (key_id, day, operation, outcome, cache, source)
    )`,
    'CREATE INDEX usage_by_day ON wares.usage (day)',
  ]
}

/** Due watches are queried per site; the counts for /status.json come from the index alone. */
function watchTables({ prefix, bigint, text, table, byKey }: Spelling): string[] {
  const zero = `${bigint} NOT NULL DEFAULT 0`
  const empty = `${text} NOT NULL DEFAULT ''`
  return [
    `CREATE TABLE ${prefix}watches (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, source ${text} NOT NULL, site ${text} NOT NULL,
      url ${text}, operation ${text} NOT NULL, params ${text} NOT NULL, target ${text} NOT NULL,
      every_s ${bigint} NOT NULL, condition ${text}, keep_days ${bigint}, paused ${bigint} NOT NULL,
      created_at ${bigint} NOT NULL, due_at ${bigint} NOT NULL, leased_until ${bigint} NOT NULL,
      check_seq ${bigint} NOT NULL, checked_at ${bigint}, ok_at ${bigint}, outcome ${text}, detail ${text},
      request_id ${text}, facts ${text}, is_gone ${bigint} NOT NULL, is_failing ${bigint} NOT NULL,
      failures ${bigint} NOT NULL, owner ${empty}, paused_by ${text}, revision ${zero}, variant ${text},
      confirm ${bigint} NOT NULL DEFAULT 1, cooldown_s ${zero}, active ${text}, tags ${empty}, memory ${text},
      auto ${zero}, notify ${empty}
    )${table}`,
    `CREATE UNIQUE INDEX watches_target ON ${prefix}watches (owner, target)`,
    `CREATE INDEX watches_due ON ${prefix}watches (site, due_at) WHERE paused = 0`,
    `CREATE INDEX watches_paused ON ${prefix}watches (id) WHERE paused = 1`,
    `CREATE INDEX watches_failing ON ${prefix}watches (id) WHERE is_failing = 1`,
    `CREATE TABLE ${prefix}watch_spans (
      watch_id ${text} NOT NULL, series ${text} NOT NULL, first_seen ${bigint} NOT NULL,
      last_seen ${bigint}, ended ${bigint}, value ${text} NOT NULL,
      PRIMARY KEY (watch_id, series, first_seen)
    )${byKey}`,
  ]
}

/** An endpoint is leased as a whole, so that its deliveries stay in order; `jobs` are run regularly by one replica. */
function feedTables({ prefix, bigint, text, table, byKey }: Spelling): string[] {
  const zero = `${bigint} NOT NULL DEFAULT 0`
  const empty = `${text} NOT NULL DEFAULT ''`
  return [
    `CREATE TABLE ${prefix}changes (
      id ${bigint} PRIMARY KEY, watch_id ${text} NOT NULL, check_seq ${bigint} NOT NULL, at ${bigint} NOT NULL,
      type ${text} NOT NULL, before ${text} NOT NULL, after ${text} NOT NULL, alert ${bigint} NOT NULL,
      request_id ${text} NOT NULL, owner ${empty}, explanation ${text}, UNIQUE (watch_id, check_seq, type)
    )${table}`,
    `CREATE INDEX changes_owner ON ${prefix}changes (owner, id)`,
    `CREATE INDEX changes_watch ON ${prefix}changes (watch_id, id)`,
    `CREATE TABLE ${prefix}feed (last_id ${bigint} NOT NULL)${table}`,
    `INSERT INTO ${prefix}feed VALUES (0)`,
    `CREATE TABLE ${prefix}webhooks (
      id ${text} PRIMARY KEY, url ${text} NOT NULL, events ${text} NOT NULL, secret ${text} NOT NULL,
      old_secret ${text}, old_secret_until ${bigint}, allow_private ${bigint} NOT NULL, paused ${bigint} NOT NULL,
      reason ${text}, created_at ${bigint} NOT NULL, failing_since ${bigint}, delivered_at ${bigint},
      due_at ${zero}, leased_until ${zero}, attempts ${zero}, dropped ${zero}, owner ${empty},
      kind ${text} NOT NULL DEFAULT 'webhook'
    )${table}`,
    `CREATE TABLE ${prefix}deliveries (
      webhook_id ${text} NOT NULL, change_id ${bigint} NOT NULL, created_at ${bigint} NOT NULL,
      PRIMARY KEY (webhook_id, change_id)
    )${byKey}`,
    `CREATE TABLE ${prefix}feed_tokens (
      id ${text} PRIMARY KEY, hash ${text} NOT NULL UNIQUE, name ${text} NOT NULL, owner ${text} NOT NULL,
      created_at ${bigint} NOT NULL
    )${table}`,
    `CREATE INDEX feed_tokens_owner ON ${prefix}feed_tokens (owner, created_at)`,
    `CREATE TABLE ${prefix}jobs (
      id ${text} NOT NULL PRIMARY KEY, due_at ${bigint} NOT NULL, leased_until ${bigint} NOT NULL
    )${byKey}`,
  ]
}

/** Catalogs that are watched, and their products, packed. */
function catalogTables({ prefix, bigint, text, bytes, byKey }: Spelling): string[] {
  return [
    `CREATE TABLE ${prefix}catalogs (
      watch_id ${text} NOT NULL PRIMARY KEY, version ${bigint} NOT NULL, last_run ${bigint} NOT NULL,
      run ${text}, baseline ${text}
    )${byKey}`,
    `CREATE TABLE ${prefix}catalog_chunks (
      watch_id ${text} NOT NULL, chunk ${bigint} NOT NULL, body ${bytes} NOT NULL, PRIMARY KEY (watch_id, chunk)
    )${byKey}`,
    `CREATE TABLE ${prefix}catalog_pages (
      watch_id ${text} NOT NULL, run ${bigint} NOT NULL, page ${bigint} NOT NULL, body ${bytes} NOT NULL,
      PRIMARY KEY (watch_id, run, page)
    )${byKey}`,
    `CREATE TABLE ${prefix}catalog_news (
      watch_id ${text} NOT NULL, run ${bigint} NOT NULL, type ${text} NOT NULL, at ${bigint} NOT NULL,
      body ${bytes} NOT NULL, PRIMARY KEY (watch_id, run, type)
    )${byKey}`,
  ]
}

function driftTables({ prefix, bigint, text, byKey }: Spelling): string[] {
  return [
    `CREATE TABLE ${prefix}drift_days (
      day ${text} NOT NULL, operation ${text} NOT NULL, field ${text} NOT NULL,
      answers ${bigint} NOT NULL, absent ${bigint} NOT NULL,
      PRIMARY KEY (day, operation, field)
    )${byKey}`,
    `CREATE TABLE ${prefix}drift_states (
      operation ${text} NOT NULL PRIMARY KEY, version ${bigint} NOT NULL, state ${text} NOT NULL
    )${byKey}`,
    `CREATE TABLE ${prefix}canaries (
      id ${text} NOT NULL PRIMARY KEY, definition ${text} NOT NULL, site ${text} NOT NULL, due_at ${bigint} NOT NULL,
      leased_until ${bigint} NOT NULL, checked_at ${bigint}, state ${text} NOT NULL, detail ${text}, request_id ${text},
      every_s ${bigint} NOT NULL DEFAULT 0
    )${byKey}`,
    `CREATE INDEX canaries_due ON ${prefix}canaries (site, due_at)`,
  ]
}

/** Processes that share a SQLite file share the folder of recordings too, and its one writer numbers the changes itself. */
function onlyInPostgres(): string[] {
  const packed = [
    ['recordings', 'bytes'],
    ['catalog_chunks', 'body'],
    ['catalog_pages', 'body'],
    ['catalog_news', 'body'],
  ]
  return [
    `CREATE TABLE wares.recordings (
      request_id text NOT NULL PRIMARY KEY, same_as text, at_ms bigint NOT NULL, size integer NOT NULL, bytes bytea
    )`,
    'CREATE INDEX recordings_by_age ON wares.recordings (at_ms)',
    // They are compressed already.
    ...packed.map(
      ([table, column]) => `ALTER TABLE wares.${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`,
    ),
    `CREATE TABLE wares.feed_queue (
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), seq bigint GENERATED ALWAYS AS IDENTITY, watch_id text NOT NULL,
      check_seq bigint, at bigint NOT NULL, type text NOT NULL, before text NOT NULL, after text NOT NULL,
      alert bigint NOT NULL, request_id text NOT NULL, owner text NOT NULL, explanation text, PRIMARY KEY (xid, seq)
    )`,
  ]
}
