-- The tables of a data folder as 0.3.0 makes it (c200d307), without rows but those that every database has.
CREATE TABLE kysely_migration ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE kysely_migration_lock ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE keys (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
        rate_per_s REAL, burst REAL, monthly_quota INTEGER,
        created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
      , owner_id TEXT) STRICT;
CREATE TABLE usage (
        day TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL, outcome TEXT NOT NULL, cache TEXT NOT NULL,
        calls INTEGER NOT NULL, counted INTEGER NOT NULL,
        PRIMARY KEY (key_id, day, operation, outcome, cache)
      ) STRICT, WITHOUT ROWID;
CREATE TABLE about (id TEXT NOT NULL) STRICT;
CREATE TABLE usage_writers (writer TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
CREATE TABLE key_changes (count INTEGER NOT NULL) STRICT;
CREATE TRIGGER key_added AFTER INSERT ON keys BEGIN UPDATE key_changes SET count = count + 1; END;
CREATE TRIGGER key_changed AFTER UPDATE ON keys BEGIN UPDATE key_changes SET count = count + 1; END;
CREATE TRIGGER key_removed AFTER DELETE ON keys BEGIN UPDATE key_changes SET count = count + 1; END;
CREATE INDEX usage_by_day ON usage (day);
CREATE TABLE watch_spans (
      watch_id TEXT NOT NULL, series TEXT NOT NULL, first_seen INTEGER NOT NULL,
      last_seen INTEGER, ended INTEGER, value TEXT NOT NULL,
      PRIMARY KEY (watch_id, series, first_seen)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE changes (
      id INTEGER PRIMARY KEY, watch_id TEXT NOT NULL, check_seq INTEGER NOT NULL, at INTEGER NOT NULL,
      type TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, alert INTEGER NOT NULL,
      request_id TEXT NOT NULL, owner TEXT NOT NULL DEFAULT '', explanation TEXT, UNIQUE (watch_id, check_seq, type)
    ) STRICT;
CREATE TABLE feed (last_id INTEGER NOT NULL) STRICT;
CREATE TABLE webhooks (
      id TEXT PRIMARY KEY, url TEXT NOT NULL, events TEXT NOT NULL, secret TEXT NOT NULL,
      old_secret TEXT, old_secret_until INTEGER, allow_private INTEGER NOT NULL, paused INTEGER NOT NULL,
      reason TEXT, created_at INTEGER NOT NULL, failing_since INTEGER, delivered_at INTEGER
    , due_at INTEGER NOT NULL DEFAULT 0, leased_until INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0, owner TEXT NOT NULL DEFAULT '', kind TEXT NOT NULL DEFAULT 'webhook') STRICT;
CREATE TABLE deliveries (
      webhook_id TEXT NOT NULL, change_id INTEGER NOT NULL, created_at INTEGER NOT NULL,
      PRIMARY KEY (webhook_id, change_id)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE drift_days (
      day TEXT NOT NULL, operation TEXT NOT NULL, field TEXT NOT NULL,
      answers INTEGER NOT NULL, absent INTEGER NOT NULL,
      PRIMARY KEY (day, operation, field)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE drift_values (
      day TEXT NOT NULL, operation TEXT NOT NULL, measure TEXT NOT NULL, bucket INTEGER NOT NULL,
      answers INTEGER NOT NULL,
      PRIMARY KEY (day, operation, measure, bucket)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE drift_states (
      operation TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE TABLE canaries (
      id TEXT NOT NULL PRIMARY KEY, definition TEXT NOT NULL, site TEXT NOT NULL, due_at INTEGER NOT NULL,
      leased_until INTEGER NOT NULL, checked_at INTEGER, state TEXT NOT NULL, detail TEXT, request_id TEXT
    , every_s INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE "watches" (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, site TEXT NOT NULL,
      url TEXT, operation TEXT NOT NULL, params TEXT NOT NULL, target TEXT NOT NULL,
      every_s INTEGER NOT NULL, condition TEXT, keep_days INTEGER, paused INTEGER NOT NULL,
      created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, leased_until INTEGER NOT NULL,
      check_seq INTEGER NOT NULL, checked_at INTEGER, ok_at INTEGER, outcome TEXT, detail TEXT,
      request_id TEXT, facts TEXT, is_gone INTEGER NOT NULL, is_failing INTEGER NOT NULL,
      failures INTEGER NOT NULL, owner TEXT NOT NULL DEFAULT '', paused_by TEXT, revision INTEGER NOT NULL DEFAULT 0
    , variant TEXT, confirm INTEGER NOT NULL DEFAULT 1, cooldown_s INTEGER NOT NULL DEFAULT 0, active TEXT, tags TEXT NOT NULL DEFAULT '', memory TEXT, auto INTEGER NOT NULL DEFAULT 0, notify TEXT NOT NULL DEFAULT '') STRICT;
CREATE UNIQUE INDEX watches_target ON watches (owner, target);
CREATE INDEX watches_due ON watches (site, due_at) WHERE paused = 0;
CREATE INDEX watches_paused ON watches (id) WHERE paused = 1;
CREATE INDEX watches_failing ON watches (id) WHERE is_failing = 1;
CREATE INDEX watches_owner ON watches (owner, id);
CREATE INDEX canaries_due ON canaries (site, due_at);
CREATE TABLE jobs (
      id TEXT NOT NULL PRIMARY KEY, due_at INTEGER NOT NULL, leased_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE INDEX keys_owner ON keys (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX changes_owner ON changes (owner, id);
CREATE TABLE catalogs (
      watch_id TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, last_run INTEGER NOT NULL,
      run TEXT, baseline TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE catalog_products (
      watch_id TEXT NOT NULL, key TEXT NOT NULL, removed_run INTEGER NOT NULL,
      added_run INTEGER NOT NULL, seen_run INTEGER NOT NULL, is_alias INTEGER NOT NULL,
      ask_run INTEGER NOT NULL, asked INTEGER NOT NULL, verdict TEXT, url TEXT NOT NULL,
      name TEXT, image TEXT, twin TEXT, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
      ended INTEGER, PRIMARY KEY (watch_id, key, removed_run)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX catalog_products_seen ON catalog_products (watch_id, removed_run, seen_run);
CREATE INDEX catalog_products_added ON catalog_products (watch_id, added_run);
CREATE INDEX catalog_products_twin ON catalog_products (watch_id, twin) WHERE twin IS NOT NULL;
CREATE INDEX changes_watch ON changes (watch_id, id);
CREATE TABLE catalog_chunks (
      watch_id TEXT NOT NULL, chunk INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (watch_id, chunk)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE catalog_pages (
      watch_id TEXT NOT NULL, run INTEGER NOT NULL, page INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (watch_id, run, page)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE catalog_news (
      watch_id TEXT NOT NULL, run INTEGER NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
      body BLOB NOT NULL, PRIMARY KEY (watch_id, run, type)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE feed_tokens (
      id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, owner TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE INDEX feed_tokens_owner ON feed_tokens (owner, created_at);
INSERT INTO key_changes VALUES (0);
INSERT INTO feed VALUES (0);
INSERT INTO about VALUES ('a1b2c3d4e5f60718');
INSERT INTO kysely_migration VALUES
  ('001-keys', '2026-11-10T00:00:00.000Z'),
  ('002-usage', '2026-11-10T00:00:00.000Z'),
  ('003-usage-by-day', '2026-11-10T00:00:00.000Z'),
  ('004-watches', '2026-11-10T00:00:00.000Z'),
  ('006-watches-by-site', '2026-11-10T00:00:00.000Z'),
  ('007-drift', '2026-11-10T00:00:00.000Z'),
  ('008-leased-work', '2026-11-10T00:00:00.000Z'),
  ('009-owners', '2026-11-10T00:00:00.000Z'),
  ('010-watch-rules', '2026-11-10T00:00:00.000Z'),
  ('011-targets', '2026-11-10T00:00:00.000Z'),
  ('012-shared-recordings', '2026-11-10T00:00:00.000Z'),
  ('013-learned-intervals', '2026-11-10T00:00:00.000Z'),
  ('014-watched-catalogues', '2026-11-10T00:00:00.000Z'),
  ('015-changes-by-watch', '2026-11-10T00:00:00.000Z'),
  ('016-feed-queue', '2026-11-10T00:00:00.000Z'),
  ('017-span-partitions', '2026-11-10T00:00:00.000Z'),
  ('018-watches-of-keys', '2026-11-10T00:00:00.000Z'),
  ('019-watched-lists', '2026-11-10T00:00:00.000Z'),
  ('020-feeds-and-receivers', '2026-11-10T00:00:00.000Z');
