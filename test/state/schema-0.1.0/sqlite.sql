-- The schema of release 0.1.0, as its two steps left it.
CREATE TABLE keys (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
  rate_per_s REAL, burst REAL, monthly_quota INTEGER,
  created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
) STRICT;
CREATE TABLE usage (
  day TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL, outcome TEXT NOT NULL, cache TEXT NOT NULL,
  calls INTEGER NOT NULL, counted INTEGER NOT NULL,
  PRIMARY KEY (key_id, day, operation, outcome, cache)
) STRICT, WITHOUT ROWID;
CREATE TABLE about (id TEXT NOT NULL) STRICT;
INSERT INTO about VALUES (lower(hex(randomblob(8))));
CREATE TABLE usage_writers (writer TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
PRAGMA user_version = 2;
