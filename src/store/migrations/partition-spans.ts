// Partitions the spans of PostgreSQL by the month in which they ended; src/watch/store/span-partitions.ts makes and drops the months.
//
// The first partition holds all that has not ended, and what ended before the first month.

/**
 * The constraint is what PostgreSQL proves from that a new month takes no row of the first partition; without it, it would read the
 * partition for each month.
 */
const FIRST_MONTH = `DO $$
  DECLARE
    first_month bigint := extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') * 1000;
  BEGIN
    EXECUTE format('ALTER TABLE wares.watch_spans_open ADD CHECK (ended IS NULL OR ended < %s)', first_month);
    EXECUTE format('CREATE TABLE wares.watch_spans_later PARTITION OF wares.watch_spans FOR VALUES FROM (%s) TO (MAXVALUE)',
      first_month);
  END $$`

export const PARTITION_SPANS: readonly string[] = [
  'ALTER TABLE wares.watch_spans RENAME TO watch_spans_open',
  'CREATE INDEX watch_spans_ended ON wares.watch_spans_open (ended) WHERE ended IS NOT NULL',
  'CREATE TABLE wares.watch_spans (LIKE wares.watch_spans_open) PARTITION BY RANGE (ended)',
  FIRST_MONTH,
  'CREATE UNIQUE INDEX ON wares.watch_spans_later (watch_id, series, first_seen)',
  'ALTER TABLE wares.watch_spans ATTACH PARTITION wares.watch_spans_open DEFAULT',
]
