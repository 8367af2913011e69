// The tables in PostgreSQL and how they came to be: steps applied once, in order, by whichever replica comes first.
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'

export interface Tables {
  'wares.keys': {
    id: string
    name: string
    hash: string
    scopes: string[]
    rate_per_s: number | null
    burst: number | null
    monthly_quota: string | number | null
    created_at: Date | string
    expires_at: Date | string | null
    revoked_at: Date | string | null
  }
  'wares.key_changes': { count: string }
  'wares.usage': {
    day: string
    key_id: string
    operation: string
    outcome: string
    cache: string
    /** Empty for what replicas have counted; else the database it was copied from. */
    source: Generated<string>
    calls: string | number
    counted: string | number
  }
  'wares.usage_writers': { writer: string; sequence: string | number; written_at: Generated<Date> }
}

/** A change of any key, even by hand in psql, raises the number and tells all who listen. */
const KEYS = `
  CREATE TABLE wares.keys (
    id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, scopes text[] NOT NULL,
    rate_per_s double precision, burst double precision, monthly_quota bigint,
    created_at timestamptz NOT NULL, expires_at timestamptz, revoked_at timestamptz
  );
  CREATE TABLE wares.key_changes (count bigint NOT NULL);
  INSERT INTO wares.key_changes VALUES (0);
  CREATE FUNCTION wares.tell_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE wares.key_changes SET count = count + 1;
      PERFORM pg_notify('wares_keys', '');
      RETURN NULL;
    END $$;
  CREATE TRIGGER tell_key_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON wares.keys
    FOR EACH STATEMENT EXECUTE FUNCTION wares.tell_key_change();`

const USAGE = `
  CREATE TABLE wares.usage (
    day date NOT NULL, key_id text NOT NULL, operation text NOT NULL, outcome text NOT NULL, cache text NOT NULL,
    source text NOT NULL DEFAULT '', calls bigint NOT NULL, counted bigint NOT NULL,
    PRIMARY KEY (key_id, day, operation, outcome, cache, source)
  );
  CREATE TABLE wares.usage_writers (
    writer text PRIMARY KEY, sequence bigint NOT NULL, written_at timestamptz NOT NULL DEFAULT now()
  );`

const STEPS = [KEYS, USAGE]

/** Any number that nobody else in the database uses: "wares" in ASCII. */
const LOCK = 0x7761726573

/** A database that is ahead of us is left alone: during a rolling upgrade old and new replicas share it. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  await database.transaction().execute(async transaction => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    const done = await stepsDone(transaction)
    for (const step of STEPS.slice(done)) await sql.raw(step).execute(transaction)
    if (done < STEPS.length) {
      await sql`UPDATE wares.schema_version SET steps = ${STEPS.length}`.execute(transaction)
    }
  })
}

async function stepsDone(transaction: Transaction<Tables>): Promise<number> {
  // Only where it is missing: even IF NOT EXISTS asks for a right that a user of a ready-made schema need not have.
  const { rows: found } = await sql`SELECT FROM pg_namespace WHERE nspname = 'wares'`.execute(transaction)
  if (found.length === 0) await sql`CREATE SCHEMA wares`.execute(transaction)
  await sql`CREATE TABLE IF NOT EXISTS wares.schema_version (steps integer NOT NULL)`.execute(transaction)
  const { rows } = await sql<{ steps: number }>`SELECT steps FROM wares.schema_version`.execute(transaction)
  const [row] = rows
  if (row) return row.steps
  await sql`INSERT INTO wares.schema_version VALUES (0)`.execute(transaction)
  return 0
}
