-- The schema of PostgreSQL as 0.3.0 makes it (c200d307), from pg_dump.
CREATE SCHEMA wares;
CREATE FUNCTION wares.publish_changes(from_xid xid8, most integer, notices text[], health text[], OUT moved bigint, OUT xmin text) RETURNS record
    LANGUAGE plpgsql
    SET lock_timeout TO '900ms'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(1717921124);
    moved := 0;
    IF NOT EXISTS (SELECT FROM wares.feed_queue WHERE xid >= from_xid) THEN RETURN; END IF;
    PERFORM FROM wares.feed FOR UPDATE;
    xmin := pg_snapshot_xmin(pg_current_snapshot());
    WITH batch AS (
      DELETE FROM wares.feed_queue WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM wares.feed_queue WHERE xid >= from_xid ORDER BY xid, seq LIMIT most
      )) RETURNING *
    ), counter AS (
      UPDATE wares.feed SET last_id = last_id + (SELECT count(*) FROM batch) RETURNING last_id
    ), numbered AS (
      SELECT batch.*, counter.last_id - count(*) OVER () + row_number() OVER (ORDER BY xid, seq) AS id FROM batch, counter
    ), added AS (
      INSERT INTO wares.changes (id, watch_id, check_seq, at, type, before, after, alert, request_id, owner, explanation)
      SELECT id, watch_id, coalesce(check_seq, id), at, type, before, after, alert, request_id, owner, explanation
      FROM numbered ORDER BY id
      RETURNING id, at, type, alert, owner, watch_id
    ), sent AS (
      INSERT INTO wares.deliveries (webhook_id, change_id, created_at)
      SELECT webhook.id, change.id, change.at FROM added AS change
      JOIN wares.webhooks AS webhook ON webhook.owner IN ('', change.owner)
      LEFT JOIN wares.watches AS watch ON watch.id = change.watch_id
      WHERE (coalesce(watch.notify, '') = '' OR webhook.id = ANY (string_to_array(watch.notify, ' '))) AND (change.alert = 1 OR change.type = ANY (notices)) AND CASE webhook.events
        WHEN '' THEN change.alert = 1 OR (webhook.kind = 'webhook' AND change.type = ANY (health))
        ELSE change.type = ANY (string_to_array(webhook.events, ',')) END
    )
    SELECT count(*) INTO moved FROM added;
  END $$;
CREATE FUNCTION wares.tell_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
          UPDATE wares.key_changes SET count = count + 1;
          PERFORM pg_notify('wares_keys', '');
          RETURN NULL;
        END $$;
CREATE TABLE wares.canaries (
    id text NOT NULL,
    definition text NOT NULL,
    site text NOT NULL,
    due_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    checked_at bigint,
    state text NOT NULL,
    detail text,
    request_id text,
    every_s bigint DEFAULT 0 NOT NULL
);
CREATE TABLE wares.catalog_chunks (
    watch_id text NOT NULL,
    chunk bigint NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE ONLY wares.catalog_chunks ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE wares.catalog_news (
    watch_id text NOT NULL,
    run bigint NOT NULL,
    type text NOT NULL,
    at bigint NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE ONLY wares.catalog_news ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE wares.catalog_pages (
    watch_id text NOT NULL,
    run bigint NOT NULL,
    page bigint NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE ONLY wares.catalog_pages ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE wares.catalog_products (
    watch_id text NOT NULL,
    key text NOT NULL,
    removed_run bigint NOT NULL,
    added_run bigint NOT NULL,
    seen_run bigint NOT NULL,
    is_alias bigint NOT NULL,
    ask_run bigint NOT NULL,
    asked bigint NOT NULL,
    verdict text,
    url text NOT NULL,
    name text,
    image text,
    twin text,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    ended bigint
);
CREATE TABLE wares.catalogs (
    watch_id text NOT NULL,
    version bigint NOT NULL,
    last_run bigint NOT NULL,
    run text,
    baseline text
);
CREATE TABLE wares.changes (
    id bigint NOT NULL,
    watch_id text NOT NULL,
    check_seq bigint NOT NULL,
    at bigint NOT NULL,
    type text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    alert bigint NOT NULL,
    request_id text NOT NULL,
    owner text DEFAULT ''::text NOT NULL,
    explanation text
);
CREATE TABLE wares.deliveries (
    webhook_id text NOT NULL,
    change_id bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE wares.drift_days (
    day text NOT NULL,
    operation text NOT NULL,
    field text NOT NULL,
    answers bigint NOT NULL,
    absent bigint NOT NULL
);
CREATE TABLE wares.drift_states (
    operation text NOT NULL,
    version bigint NOT NULL,
    state text NOT NULL
);
CREATE TABLE wares.drift_values (
    day text NOT NULL,
    operation text NOT NULL,
    measure text NOT NULL,
    bucket bigint NOT NULL,
    answers bigint NOT NULL
);
CREATE TABLE wares.feed (
    last_id bigint NOT NULL
);
CREATE TABLE wares.feed_queue (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    seq bigint NOT NULL,
    watch_id text NOT NULL,
    check_seq bigint,
    at bigint NOT NULL,
    type text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    alert bigint NOT NULL,
    request_id text NOT NULL,
    owner text NOT NULL,
    explanation text
);
ALTER TABLE wares.feed_queue ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME wares.feed_queue_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE wares.feed_tokens (
    id text NOT NULL,
    hash text NOT NULL,
    name text NOT NULL,
    owner text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE wares.jobs (
    id text NOT NULL,
    due_at bigint NOT NULL,
    leased_until bigint NOT NULL
);
CREATE TABLE wares.key_changes (
    count bigint NOT NULL
);
CREATE TABLE wares.keys (
    id text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL,
    scopes text[] NOT NULL,
    rate_per_s double precision,
    burst double precision,
    monthly_quota bigint,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    owner_id text
);
CREATE TABLE wares.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE wares.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE wares.recordings (
    request_id text NOT NULL,
    same_as text,
    at_ms bigint NOT NULL,
    size integer NOT NULL,
    bytes bytea
);
ALTER TABLE ONLY wares.recordings ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE wares.usage (
    day date NOT NULL,
    key_id text NOT NULL,
    operation text NOT NULL,
    outcome text NOT NULL,
    cache text NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    calls bigint NOT NULL,
    counted bigint NOT NULL
);
CREATE TABLE wares.usage_writers (
    writer text NOT NULL,
    sequence bigint NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE wares.watch_spans (
    watch_id text NOT NULL,
    series text NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint,
    ended bigint,
    value text NOT NULL
)
PARTITION BY RANGE (ended);
CREATE TABLE wares.watch_spans_later (
    watch_id text NOT NULL,
    series text NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint,
    ended bigint,
    value text NOT NULL
);
CREATE TABLE wares.watch_spans_open (
    watch_id text NOT NULL,
    series text NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint,
    ended bigint,
    value text NOT NULL,
    CONSTRAINT watch_spans_open_ended_check CHECK (((ended IS NULL) OR (ended < '1796083200000'::bigint)))
);
CREATE TABLE wares.watches (
    id text NOT NULL,
    name text NOT NULL,
    source text NOT NULL,
    site text NOT NULL,
    url text,
    operation text NOT NULL,
    params text NOT NULL,
    target text NOT NULL,
    every_s bigint NOT NULL,
    condition text,
    keep_days bigint,
    paused bigint NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    check_seq bigint NOT NULL,
    checked_at bigint,
    ok_at bigint,
    outcome text,
    detail text,
    request_id text,
    facts text,
    is_gone bigint NOT NULL,
    is_failing bigint NOT NULL,
    failures bigint NOT NULL,
    owner text DEFAULT ''::text NOT NULL,
    paused_by text,
    revision bigint DEFAULT 0 NOT NULL,
    variant text,
    confirm bigint DEFAULT 1 NOT NULL,
    cooldown_s bigint DEFAULT 0 NOT NULL,
    active text,
    tags text DEFAULT ''::text NOT NULL,
    memory text,
    auto bigint DEFAULT 0 NOT NULL,
    notify text DEFAULT ''::text NOT NULL
);
CREATE TABLE wares.webhooks (
    id text NOT NULL,
    url text NOT NULL,
    events text NOT NULL,
    secret text NOT NULL,
    old_secret text,
    old_secret_until bigint,
    allow_private bigint NOT NULL,
    paused bigint NOT NULL,
    reason text,
    created_at bigint NOT NULL,
    failing_since bigint,
    delivered_at bigint,
    due_at bigint DEFAULT 0 NOT NULL,
    leased_until bigint DEFAULT 0 NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    dropped bigint DEFAULT 0 NOT NULL,
    owner text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'webhook'::text NOT NULL
);
ALTER TABLE ONLY wares.watch_spans ATTACH PARTITION wares.watch_spans_later FOR VALUES FROM ('1796083200000') TO (MAXVALUE);
ALTER TABLE ONLY wares.watch_spans ATTACH PARTITION wares.watch_spans_open DEFAULT;
ALTER TABLE ONLY wares.canaries
    ADD CONSTRAINT canaries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.catalog_chunks
    ADD CONSTRAINT catalog_chunks_pkey PRIMARY KEY (watch_id, chunk);
ALTER TABLE ONLY wares.catalog_news
    ADD CONSTRAINT catalog_news_pkey PRIMARY KEY (watch_id, run, type);
ALTER TABLE ONLY wares.catalog_pages
    ADD CONSTRAINT catalog_pages_pkey PRIMARY KEY (watch_id, run, page);
ALTER TABLE ONLY wares.catalog_products
    ADD CONSTRAINT catalog_products_pkey PRIMARY KEY (watch_id, key, removed_run);
ALTER TABLE ONLY wares.catalogs
    ADD CONSTRAINT catalogs_pkey PRIMARY KEY (watch_id);
ALTER TABLE ONLY wares.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.changes
    ADD CONSTRAINT changes_watch_id_check_seq_type_key UNIQUE (watch_id, check_seq, type);
ALTER TABLE ONLY wares.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (webhook_id, change_id);
ALTER TABLE ONLY wares.drift_days
    ADD CONSTRAINT drift_days_pkey PRIMARY KEY (day, operation, field);
ALTER TABLE ONLY wares.drift_states
    ADD CONSTRAINT drift_states_pkey PRIMARY KEY (operation);
ALTER TABLE ONLY wares.drift_values
    ADD CONSTRAINT drift_values_pkey PRIMARY KEY (day, operation, measure, bucket);
ALTER TABLE ONLY wares.feed_queue
    ADD CONSTRAINT feed_queue_pkey PRIMARY KEY (xid, seq);
ALTER TABLE ONLY wares.feed_tokens
    ADD CONSTRAINT feed_tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY wares.feed_tokens
    ADD CONSTRAINT feed_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.keys
    ADD CONSTRAINT keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY wares.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY wares.recordings
    ADD CONSTRAINT recordings_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY wares.usage
    ADD CONSTRAINT usage_pkey PRIMARY KEY (key_id, day, operation, outcome, cache, source);
ALTER TABLE ONLY wares.usage_writers
    ADD CONSTRAINT usage_writers_pkey PRIMARY KEY (writer);
ALTER TABLE ONLY wares.watch_spans_open
    ADD CONSTRAINT watch_spans_pkey PRIMARY KEY (watch_id, series, first_seen);
ALTER TABLE ONLY wares.watches
    ADD CONSTRAINT watches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY wares.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX canaries_due ON wares.canaries USING btree (site, due_at);
CREATE INDEX catalog_products_added ON wares.catalog_products USING btree (watch_id, added_run);
CREATE INDEX catalog_products_seen ON wares.catalog_products USING btree (watch_id, removed_run, seen_run);
CREATE INDEX catalog_products_twin ON wares.catalog_products USING btree (watch_id, twin) WHERE (twin IS NOT NULL);
CREATE INDEX changes_owner ON wares.changes USING btree (owner, id);
CREATE INDEX changes_watch ON wares.changes USING btree (watch_id, id);
CREATE INDEX feed_tokens_owner ON wares.feed_tokens USING btree (owner, created_at);
CREATE INDEX keys_owner ON wares.keys USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX recordings_by_age ON wares.recordings USING btree (at_ms);
CREATE INDEX usage_by_day ON wares.usage USING btree (day);
CREATE INDEX watch_spans_ended ON wares.watch_spans_open USING btree (ended) WHERE (ended IS NOT NULL);
CREATE UNIQUE INDEX watch_spans_later_watch_id_series_first_seen_idx ON wares.watch_spans_later USING btree (watch_id, series, first_seen);
CREATE INDEX watches_due ON wares.watches USING btree (site, due_at) WHERE (paused = 0);
CREATE INDEX watches_failing ON wares.watches USING btree (id) WHERE (is_failing = 1);
CREATE INDEX watches_keep ON wares.watches USING btree (id) WHERE (keep_days IS NOT NULL);
CREATE INDEX watches_owner ON wares.watches USING btree (owner, id) WHERE (owner <> ''::text);
CREATE INDEX watches_paused ON wares.watches USING btree (id) WHERE (paused = 1);
CREATE UNIQUE INDEX watches_target ON wares.watches USING btree (owner, target);
CREATE TRIGGER tell_key_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON wares.keys FOR EACH STATEMENT EXECUTE FUNCTION wares.tell_key_change();
INSERT INTO wares.key_changes VALUES (0);
INSERT INTO wares.feed VALUES (0);
INSERT INTO wares.kysely_migration VALUES
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
