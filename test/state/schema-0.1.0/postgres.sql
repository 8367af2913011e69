-- The schema of release 0.1.0, as its two steps left it.
CREATE SCHEMA wares;
CREATE TABLE IF NOT EXISTS wares.schema_version (steps integer NOT NULL);
INSERT INTO wares.schema_version VALUES (2);
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
  FOR EACH STATEMENT EXECUTE FUNCTION wares.tell_key_change();
CREATE TABLE wares.usage (
  day date NOT NULL, key_id text NOT NULL, operation text NOT NULL, outcome text NOT NULL, cache text NOT NULL,
  source text NOT NULL DEFAULT '', calls bigint NOT NULL, counted bigint NOT NULL,
  PRIMARY KEY (key_id, day, operation, outcome, cache, source)
);
CREATE TABLE wares.usage_writers (
  writer text PRIMARY KEY, sequence bigint NOT NULL, written_at timestamptz NOT NULL DEFAULT now()
);
