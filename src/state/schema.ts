// The tables of keys, usage, watches and drift, as migrations. New steps go at the end; released steps are never edited.
import type { Generated } from 'kysely'
import type { Migrations } from './database.ts'

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
  usage_writers: { writer: string; sequence: number }
  /** One row: the permanent id of this file. */
  about: { id: string }
}

export interface PostgresTables extends CommonTables {
  keys: KeyTable<string[], Date | string>
  /** `source`: the database the row was copied from; empty for counts of replicas. */
  usage: UsageTable & { source: Generated<string> }
  usage_writers: { writer: string; sequence: number; written_at: Generated<Date> }
}

const SQLITE_KEY_CHANGE = 'BEGIN UPDATE key_changes SET count = count + 1; END'

export const MIGRATIONS: Migrations = {
  '001-keys': {
    sqlite: [
      `CREATE TABLE keys (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
        rate_per_s REAL, burst REAL, monthly_quota INTEGER,
        created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
      ) STRICT`,
      `CREATE TABLE usage (
        day TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL, outcome TEXT NOT NULL, cache TEXT NOT NULL,
        calls INTEGER NOT NULL, counted INTEGER NOT NULL,
        PRIMARY KEY (key_id, day, operation, outcome, cache)
      ) STRICT, WITHOUT ROWID`,
    ],
    postgres: [
      `CREATE TABLE wares.keys (
        id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, scopes text[] NOT NULL,
        rate_per_s double precision, burst double precision, monthly_quota bigint,
        created_at timestamptz NOT NULL, expires_at timestamptz, revoked_at timestamptz
      )`,
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
    ],
  },
  '002-usage': {
    sqlite: [
      'CREATE TABLE about (id TEXT NOT NULL) STRICT',
      'INSERT INTO about VALUES (lower(hex(randomblob(8))))',
      'CREATE TABLE usage_writers (writer TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT',
    ],
    postgres: [
      `CREATE TABLE wares.usage (
        day date NOT NULL, key_id text NOT NULL, operation text NOT NULL, outcome text NOT NULL, cache text NOT NULL,
        source text NOT NULL DEFAULT '', calls bigint NOT NULL, counted bigint NOT NULL,
        PRIMARY KEY (key_id, day, operation, outcome, cache, source)
      )`,
      `CREATE TABLE wares.usage_writers (
        writer text PRIMARY KEY, sequence bigint NOT NULL, written_at timestamptz NOT NULL DEFAULT now()
      )`,
    ],
  },
  // The steps above were in release 0.1.0.
  '003-usage-by-day': {
    sqlite: [
      'CREATE TABLE key_changes (count INTEGER NOT NULL) STRICT',
      'INSERT INTO key_changes VALUES (0)',
      `CREATE TRIGGER key_added AFTER INSERT ON keys ${SQLITE_KEY_CHANGE}`,
      `CREATE TRIGGER key_changed AFTER UPDATE ON keys ${SQLITE_KEY_CHANGE}`,
      `CREATE TRIGGER key_removed AFTER DELETE ON keys ${SQLITE_KEY_CHANGE}`,
      'CREATE INDEX usage_by_day ON usage (day)',
    ],
    postgres: ['CREATE INDEX usage_by_day ON wares.usage (day)'],
  },
  '004-watches': {
    sqlite: watchTables({
      prefix: '',
      bigint: 'INTEGER',
      text: 'TEXT',
      table: ' STRICT',
      byKey: ' STRICT, WITHOUT ROWID',
    }),
    postgres: watchTables({ prefix: 'wares.', bigint: 'bigint', text: 'text', table: '', byKey: '' }),
  },
  '006-watches-by-site': { sqlite: watchIndexes(''), postgres: watchIndexes('wares.') },
  '007-drift': {
    sqlite: driftTables({
      prefix: '',
      bigint: 'INTEGER',
      text: 'TEXT',
      table: ' STRICT',
      byKey: ' STRICT, WITHOUT ROWID',
    }),
    postgres: driftTables({ prefix: 'wares.', bigint: 'bigint', text: 'text', table: '', byKey: '' }),
  },
}

interface Spelling {
  readonly prefix: string
  readonly bigint: string
  readonly text: string
  readonly table: string
  readonly byKey: string
}

/** The same tables in both databases; src/watch/tables.ts describes the columns. */
function watchTables({ prefix, bigint, text, table, byKey }: Spelling): string[] {
  return [
    `CREATE TABLE ${prefix}watches (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, source ${text} NOT NULL, site ${text} NOT NULL,
      url ${text}, operation ${text} NOT NULL, params ${text} NOT NULL, target ${text} NOT NULL UNIQUE,
      every_s ${bigint} NOT NULL, condition ${text}, keep_days ${bigint}, paused ${bigint} NOT NULL,
      created_at ${bigint} NOT NULL, due_at ${bigint} NOT NULL, leased_until ${bigint} NOT NULL,
      check_seq ${bigint} NOT NULL, checked_at ${bigint}, ok_at ${bigint}, outcome ${text}, detail ${text},
      request_id ${text}, facts ${text}, is_gone ${bigint} NOT NULL, is_failing ${bigint} NOT NULL,
      failures ${bigint} NOT NULL
    )${table}`,
    `CREATE INDEX watches_due ON ${prefix}watches (due_at) WHERE paused = 0`,
    `CREATE TABLE ${prefix}watch_spans (
      watch_id ${text} NOT NULL, series ${text} NOT NULL, first_seen ${bigint} NOT NULL,
      last_seen ${bigint}, ended ${bigint}, value ${text} NOT NULL,
      PRIMARY KEY (watch_id, series, first_seen)
    )${byKey}`,
    `CREATE TABLE ${prefix}changes (
      id ${bigint} PRIMARY KEY, watch_id ${text} NOT NULL, check_seq ${bigint} NOT NULL, at ${bigint} NOT NULL,
      type ${text} NOT NULL, before ${text} NOT NULL, after ${text} NOT NULL, alert ${bigint} NOT NULL,
      request_id ${text} NOT NULL, UNIQUE (watch_id, check_seq, type)
    )${table}`,
    `CREATE TABLE ${prefix}feed (last_id ${bigint} NOT NULL)${table}`,
    `INSERT INTO ${prefix}feed VALUES (0)`,
    `CREATE TABLE ${prefix}webhooks (
      id ${text} PRIMARY KEY, url ${text} NOT NULL, events ${text} NOT NULL, secret ${text} NOT NULL,
      old_secret ${text}, old_secret_until ${bigint}, allow_private ${bigint} NOT NULL, paused ${bigint} NOT NULL,
      reason ${text}, created_at ${bigint} NOT NULL, failing_since ${bigint}, delivered_at ${bigint}
    )${table}`,
    `CREATE TABLE ${prefix}deliveries (
      webhook_id ${text} NOT NULL, change_id ${bigint} NOT NULL, created_at ${bigint} NOT NULL,
      attempts ${bigint} NOT NULL, next_at ${bigint} NOT NULL,
      PRIMARY KEY (webhook_id, change_id)
    )${byKey}`,
    `CREATE INDEX deliveries_next ON ${prefix}deliveries (next_at)`,
  ]
}

/** Due watches are queried per site; the counts for /status.json come from the index alone. */
function watchIndexes(prefix: string): string[] {
  return [
    `DROP INDEX ${prefix}watches_due`,
    `CREATE INDEX watches_due ON ${prefix}watches (site, due_at) WHERE paused = 0`,
    `CREATE INDEX watches_paused ON ${prefix}watches (id) WHERE paused = 1`,
    `CREATE INDEX watches_failing ON ${prefix}watches (id) WHERE is_failing = 1`,
  ]
}

/** src/drift/tables.ts describes the columns. */
function driftTables({ prefix, bigint, text, byKey }: Spelling): string[] {
  return [
    `CREATE TABLE ${prefix}drift_days (
      day ${text} NOT NULL, operation ${text} NOT NULL, field ${text} NOT NULL,
      answers ${bigint} NOT NULL, absent ${bigint} NOT NULL,
      PRIMARY KEY (day, operation, field)
    )${byKey}`,
    `CREATE TABLE ${prefix}drift_values (
      day ${text} NOT NULL, operation ${text} NOT NULL, measure ${text} NOT NULL, bucket ${bigint} NOT NULL,
      answers ${bigint} NOT NULL,
      PRIMARY KEY (day, operation, measure, bucket)
    )${byKey}`,
    `CREATE TABLE ${prefix}drift_states (
      operation ${text} NOT NULL PRIMARY KEY, version ${bigint} NOT NULL, state ${text} NOT NULL
    )${byKey}`,
    `CREATE TABLE ${prefix}canaries (
      id ${text} NOT NULL PRIMARY KEY, definition ${text} NOT NULL, site ${text} NOT NULL, due_at ${bigint} NOT NULL,
      leased_until ${bigint} NOT NULL, checked_at ${bigint}, state ${text} NOT NULL, detail ${text}, request_id ${text}
    )${byKey}`,
  ]
}
