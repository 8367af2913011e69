// The tables of keys, usage, watches and drift, as migrations. New steps go at the end; released steps are never edited.
import type { Generated } from 'kysely'
import type { Migrations } from './database.ts'
import { PARTITION_SPANS } from './postgres/partition-spans.ts'
import { ANY_RECEIVER, HEALTH_TO_ALL, NAMED_RECEIVERS, publishChanges } from './postgres/publish-changes.ts'

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
  '008-leased-work': {
    sqlite: [
      ...ownedWatchesInSqlite(),
      ...leasedWork({
        prefix: '',
        bigint: 'INTEGER',
        text: 'TEXT',
        table: ' STRICT',
        byKey: ' STRICT, WITHOUT ROWID',
      }),
    ],
    postgres: [
      `ALTER TABLE wares.watches ADD COLUMN owner text NOT NULL DEFAULT '', ADD COLUMN paused_by text,
        ADD COLUMN revision bigint NOT NULL DEFAULT 0, DROP CONSTRAINT watches_target_key`,
      'CREATE UNIQUE INDEX watches_target ON wares.watches (owner, target)',
      ...leasedWork({ prefix: 'wares.', bigint: 'bigint', text: 'text', table: '', byKey: '' }),
    ],
  },
  '009-owners': { sqlite: owners('', 'TEXT'), postgres: owners('wares.', 'text') },
  '010-watch-rules': {
    sqlite: watchRules({ prefix: '', bigint: 'INTEGER', text: 'TEXT' }),
    postgres: watchRules({ prefix: 'wares.', bigint: 'bigint', text: 'text' }),
  },
  '011-targets': {
    sqlite: ["ALTER TABLE webhooks ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook'"],
    postgres: ["ALTER TABLE wares.webhooks ADD COLUMN kind text NOT NULL DEFAULT 'webhook'"],
  },
  // Processes that share a SQLite file also share the folder of recordings.
  '012-shared-recordings': {
    sqlite: [],
    postgres: [
      `CREATE TABLE wares.recordings (
        request_id text NOT NULL PRIMARY KEY, same_as text, at_ms bigint NOT NULL, size integer NOT NULL, bytes bytea
      )`,
      // The bodies are compressed already.
      'ALTER TABLE wares.recordings ALTER COLUMN bytes SET STORAGE EXTERNAL',
      'CREATE INDEX recordings_by_age ON wares.recordings (at_ms)',
    ],
  },
  '013-learned-intervals': {
    sqlite: ['ALTER TABLE watches ADD COLUMN auto INTEGER NOT NULL DEFAULT 0'],
    postgres: ['ALTER TABLE wares.watches ADD COLUMN auto bigint NOT NULL DEFAULT 0'],
  },
  '014-watched-catalogues': {
    sqlite: catalogTables({
      prefix: '',
      bigint: 'INTEGER',
      text: 'TEXT',
      table: ' STRICT',
      byKey: ' STRICT, WITHOUT ROWID',
    }),
    postgres: catalogTables({ prefix: 'wares.', bigint: 'bigint', text: 'text', table: '', byKey: '' }),
  },
  '015-changes-by-watch': {
    sqlite: ['CREATE INDEX changes_watch ON changes (watch_id, id)'],
    postgres: ['CREATE INDEX changes_watch ON wares.changes (watch_id, id)'],
  },
  // SQLite has one writer at a time, which numbers the changes itself.
  '016-feed-queue': {
    sqlite: [],
    postgres: [
      `CREATE TABLE wares.feed_queue (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(), seq bigint GENERATED ALWAYS AS IDENTITY, watch_id text NOT NULL,
        check_seq bigint, at bigint NOT NULL, type text NOT NULL, before text NOT NULL, after text NOT NULL,
        alert bigint NOT NULL, request_id text NOT NULL, owner text NOT NULL, explanation text, PRIMARY KEY (xid, seq)
      )`,
      publishChanges('FUNCTION', ANY_RECEIVER),
    ],
  },
  '017-span-partitions': { sqlite: [], postgres: PARTITION_SPANS },
  // Those of the operator are found by their ids, or by the index on targets if they are few.
  '018-watches-of-keys': {
    sqlite: [],
    postgres: [
      'DROP INDEX wares.watches_owner',
      "CREATE INDEX watches_owner ON wares.watches (owner, id) WHERE owner <> ''",
    ],
  },
  '019-watched-lists': {
    sqlite: listTables('', 'INTEGER', 'TEXT', 'BLOB', ' STRICT, WITHOUT ROWID'),
    postgres: [
      ...listTables('wares.', 'bigint', 'text', 'bytea', ''),
      // The bodies are compressed already.
      ...['chunks', 'pages', 'news'].map(
        name => `ALTER TABLE wares.catalog_${name} ALTER COLUMN body SET STORAGE EXTERNAL`,
      ),
    ],
  },
  '020-feeds-and-receivers': {
    sqlite: feedsAndReceivers({ prefix: '', bigint: 'INTEGER', text: 'TEXT', table: ' STRICT' }),
    postgres: [
      ...feedsAndReceivers({ prefix: 'wares.', bigint: 'bigint', text: 'text', table: '' }),
      publishChanges('OR REPLACE FUNCTION', NAMED_RECEIVERS),
    ],
  },
  '021-health-to-all': { sqlite: [], postgres: [publishChanges('OR REPLACE FUNCTION', HEALTH_TO_ALL)] },
}

/** Secret addresses of feeds, and the receivers that a watch names. */
function feedsAndReceivers({ prefix, bigint, text, table }: Omit<Spelling, 'byKey'>): string[] {
  return [
    `CREATE TABLE ${prefix}feed_tokens (
      id ${text} PRIMARY KEY, hash ${text} NOT NULL UNIQUE, name ${text} NOT NULL, owner ${text} NOT NULL,
      created_at ${bigint} NOT NULL
    )${table}`,
    `CREATE INDEX feed_tokens_owner ON ${prefix}feed_tokens (owner, created_at)`,
    `ALTER TABLE ${prefix}watches ADD COLUMN notify ${text} NOT NULL DEFAULT ''`,
  ]
}

interface Spelling {
  readonly prefix: string
  readonly bigint: string
  readonly text: string
  readonly table: string
  readonly byKey: string
}

/** The same tables in both databases; src/watch/store/tables.ts describes the columns. */
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

/** What a watch asks for beyond its condition, what it remembers, and why a change is an alert. */
function watchRules({ prefix, bigint, text }: Pick<Spelling, 'prefix' | 'bigint' | 'text'>): string[] {
  const columns = {
    variant: text,
    confirm: `${bigint} NOT NULL DEFAULT 1`,
    cooldown_s: `${bigint} NOT NULL DEFAULT 0`,
    active: text,
    tags: `${text} NOT NULL DEFAULT ''`,
    memory: text,
  }
  return [
    ...Object.entries(columns).map(
      ([name, type]) => `ALTER TABLE ${prefix}watches ADD COLUMN ${name} ${type}`,
    ),
    `ALTER TABLE ${prefix}changes ADD COLUMN explanation ${text}`,
  ]
}

/** Catalogs that are watched; src/watch/store/tables.ts describes the columns. */
function catalogTables({ prefix, bigint, text, byKey }: Spelling): string[] {
  return [
    `CREATE TABLE ${prefix}catalogs (
      watch_id ${text} NOT NULL PRIMARY KEY, version ${bigint} NOT NULL, last_run ${bigint} NOT NULL,
      run ${text}, baseline ${text}
    )${byKey}`,
    `CREATE TABLE ${prefix}catalog_products (
      watch_id ${text} NOT NULL, key ${text} NOT NULL, removed_run ${bigint} NOT NULL,
      added_run ${bigint} NOT NULL, seen_run ${bigint} NOT NULL, is_alias ${bigint} NOT NULL,
      ask_run ${bigint} NOT NULL, asked ${bigint} NOT NULL, verdict ${text}, url ${text} NOT NULL,
      name ${text}, image ${text}, twin ${text}, first_seen ${bigint} NOT NULL, last_seen ${bigint} NOT NULL,
      ended ${bigint}, PRIMARY KEY (watch_id, key, removed_run)
    )${byKey}`,
    `CREATE INDEX catalog_products_seen ON ${prefix}catalog_products (watch_id, removed_run, seen_run)`,
    `CREATE INDEX catalog_products_added ON ${prefix}catalog_products (watch_id, added_run)`,
    `CREATE INDEX catalog_products_twin ON ${prefix}catalog_products (watch_id, twin) WHERE twin IS NOT NULL`,
  ]
}

/** The products of a watched list, packed; src/watch/store/tables.ts describes the columns. */
function listTables(prefix: string, bigint: string, text: string, bytes: string, byKey: string): string[] {
  return [
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

/** src/drift/tables.ts describes the columns. Nothing writes `drift_values`: replicas of 0.3.0 still do, so it stays. */
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

/** SQLite cannot drop the constraint that made targets unique across owners, so the table is copied. */
function ownedWatchesInSqlite(): string[] {
  const columns = `id, name, source, site, url, operation, params, target, every_s, condition, keep_days, paused,
    created_at, due_at, leased_until, check_seq, checked_at, ok_at, outcome, detail, request_id, facts, is_gone,
    is_failing, failures`
  return [
    `CREATE TABLE owned_watches (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, site TEXT NOT NULL,
      url TEXT, operation TEXT NOT NULL, params TEXT NOT NULL, target TEXT NOT NULL,
      every_s INTEGER NOT NULL, condition TEXT, keep_days INTEGER, paused INTEGER NOT NULL,
      created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, leased_until INTEGER NOT NULL,
      check_seq INTEGER NOT NULL, checked_at INTEGER, ok_at INTEGER, outcome TEXT, detail TEXT,
      request_id TEXT, facts TEXT, is_gone INTEGER NOT NULL, is_failing INTEGER NOT NULL,
      failures INTEGER NOT NULL, owner TEXT NOT NULL DEFAULT '', paused_by TEXT, revision INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
    `INSERT INTO owned_watches (${columns}) SELECT ${columns} FROM watches`,
    'DROP TABLE watches',
    'ALTER TABLE owned_watches RENAME TO watches',
    'CREATE UNIQUE INDEX watches_target ON watches (owner, target)',
    'CREATE INDEX watches_due ON watches (site, due_at) WHERE paused = 0',
    'CREATE INDEX watches_paused ON watches (id) WHERE paused = 1',
    'CREATE INDEX watches_failing ON watches (id) WHERE is_failing = 1',
  ]
}

/** An endpoint is leased as a whole, so that its deliveries stay in order; `jobs` are run regularly by one replica. */
function leasedWork({ prefix, bigint, text, byKey }: Spelling): string[] {
  const add = (table: string, column: string, type: string) =>
    `ALTER TABLE ${prefix}${table} ADD COLUMN ${column} ${type}`
  const zero = `${bigint} NOT NULL DEFAULT 0`
  return [
    `CREATE INDEX watches_owner ON ${prefix}watches (owner, id)`,
    ...['due_at', 'leased_until', 'attempts', 'dropped'].map(column => add('webhooks', column, zero)),
    add('webhooks', 'owner', `${text} NOT NULL DEFAULT ''`),
    `DROP INDEX ${prefix}deliveries_next`,
    `ALTER TABLE ${prefix}deliveries DROP COLUMN next_at`,
    `ALTER TABLE ${prefix}deliveries DROP COLUMN attempts`,
    add('canaries', 'every_s', zero),
    `CREATE INDEX canaries_due ON ${prefix}canaries (site, due_at)`,
    `CREATE TABLE ${prefix}jobs (
      id ${text} NOT NULL PRIMARY KEY, due_at ${bigint} NOT NULL, leased_until ${bigint} NOT NULL
    )${byKey}`,
  ]
}

/** Existing watches and their changes become the operator's. */
function owners(prefix: string, text: string): string[] {
  return [
    `ALTER TABLE ${prefix}keys ADD COLUMN owner_id ${text}`,
    `CREATE INDEX keys_owner ON ${prefix}keys (owner_id) WHERE owner_id IS NOT NULL`,
    `ALTER TABLE ${prefix}changes ADD COLUMN owner ${text} NOT NULL DEFAULT ''`,
    `CREATE INDEX changes_owner ON ${prefix}changes (owner, id)`,
  ]
}
