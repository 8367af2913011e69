// The function in PostgreSQL that moves committed changes from the queue into the feed, in one transaction without round trips: in
// TypeScript, a process that is stopped between two statements would hold the lock. SQLite has one writer and does it in feed.ts; who is
// told is one rule for both (../is-told.ts).

import { isTold } from '../is-told.ts'

/** An arbitrary number that nothing else in the database locks: "feed" in ASCII. */
const LOCK_ID = 0x66656564

/**
 * `from_xid`: transactions before this one have nothing left in the queue. `xmin`: the same for the next call, if all was moved; null if
 * there was nothing. `notices` and `health`: types of changes, as in src/watch/feed/add-deliveries.ts.
 *
 * The lock is taken before the statement that reads the queue, which therefore sees what the last publisher left. A later check of
 * a watch has a later transaction, so its changes get the greater ids. A statement of the server may take two seconds, and the lock less than
 * that. The queue is read by its index even if its statistics say otherwise; the costs that this adds would have PostgreSQL compile every call.
 */
export const PUBLISH_CHANGES = `CREATE OR REPLACE FUNCTION wares.publish_changes(
    from_xid xid8, most integer, notices text[], health text[], OUT moved bigint, OUT xmin text
  ) LANGUAGE plpgsql SET lock_timeout = '900ms' SET enable_seqscan = off SET jit = off AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(${LOCK_ID});
    moved := 0;
    IF NOT EXISTS (SELECT FROM wares.feed_queue WHERE xid >= from_xid) THEN RETURN; END IF;
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
      CROSS JOIN wares.webhooks AS webhook
      LEFT JOIN wares.watches AS watch ON watch.id = change.watch_id
      WHERE ${isTold({ isNotice: 'change.type = ANY (notices)', isHealth: 'change.type = ANY (health)' })}
    )
    SELECT count(*) INTO moved FROM added;
  END $$`
