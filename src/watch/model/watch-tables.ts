// The columns of the watch tables (created in src/store/migrations/migrations.ts). Times are milliseconds, flags 0 or 1, objects JSON.
import type { Generated } from 'kysely'
import type { RuleColumns } from '../../settings/watch-rules/kept-rules.ts'

/** The columns of its rules are those of `keptRules`. */
export interface WatchTable extends RuleColumns {
  id: string
  /** `api` for HTTP and the command line, `file` for wares.yaml. */
  source: string
  /** The site whose rate limit applies, or the host for the general reader. */
  site: string
  url: string | null
  operation: string
  params: string
  /** Canonical operation and parameters; unique per owner. */
  target: string
  paused: number
  created_at: number
  due_at: number
  /** End of the lease of the replica that checks the watch. */
  leased_until: number
  /** Number of checks so far; the version for optimistic locking. */
  check_seq: number
  checked_at: number | null
  ok_at: number | null
  outcome: string | null
  detail: string | null
  request_id: string | null
  facts: string | null
  is_gone: number
  is_failing: number
  failures: number
  /** JSON: what the decision remembers beside the facts. */
  memory: string | null
  /** Id of the key that made the watch; empty for the operator. */
  owner: string
  /** Why a paused watch is paused, other than on request. */
  paused_by: string | null
  /** Incremented by every edit. */
  revision: number
}

interface SpanTable {
  watch_id: string
  series: string
  first_seen: number
  /** Null while the value holds; then use the watch's `ok_at`, or `checked_at` for the outcomes. */
  last_seen: number | null
  ended: number | null
  value: string
}

export interface ChangeTable {
  /** Ids are in commit order, without gaps. */
  id: number
  watch_id: string
  check_seq: number
  at: number
  type: string
  before: string
  after: string
  alert: number
  request_id: string
  /** Owner of the watch; empty for the operator, and for changes without a watch. */
  owner: string
  /** JSON: why it is an alert. */
  explanation: string | null
}

/** Changes that are not in the feed yet; PostgreSQL only. */
interface FeedQueueTable extends Omit<ChangeTable, 'id' | 'check_seq'> {
  /** The transaction that made the change. */
  xid: Generated<string>
  seq: Generated<number>
  /** Null for a change without a watch. */
  check_seq: number | null
}

export interface WebhookTable {
  id: string
  /** `webhook`, or a kind of notification target. */
  kind: string
  url: string
  /** Comma-separated types of changes; empty for all. */
  events: string
  secret: string
  old_secret: string | null
  old_secret_until: number | null
  allow_private: number
  paused: number
  reason: string | null
  created_at: number
  failing_since: number | null
  delivered_at: number | null
  /** Time of the next attempt; 0 unless the last one failed. */
  due_at: number
  /** End of the lease of the replica that sends to the endpoint. */
  leased_until: number
  /** Failed attempts since the last delivery. */
  attempts: number
  /** Deliveries that were dropped because too many waited. */
  dropped: number
  /** Id of the key that added the endpoint; empty for the operator. */
  owner: string
}

/** A secret address under which a feed reader finds the changes of an owner. */
export interface FeedTokenTable {
  id: string
  /** SHA-256 of the token in hex. */
  hash: string
  name: string
  owner: string
  created_at: number
}

/** A message that waits; those of an endpoint are sent in the order of the changes. */
interface DeliveryTable {
  webhook_id: string
  change_id: number
  created_at: number
}

/** A part of the products of a watched catalog, packed (catalog/listing.ts). */
interface CatalogChunkTable {
  watch_id: string
  chunk: number
  body: Uint8Array
}

/** A page of the list that a run has read, until the run is finished. */
interface CatalogPageTable {
  watch_id: string
  run: number
  page: number
  body: Uint8Array
}

/** The products that a change of a catalog is about. */
interface CatalogNewsTable {
  watch_id: string
  run: number
  type: string
  at: number
  body: Uint8Array
}

/** Where a watched catalog stands. */
interface CatalogTable {
  watch_id: string
  /** Increased by every step, for optimistic locking. */
  version: number
  last_run: number
  /** JSON: the run that is under way; null between two. */
  run: string | null
  /** JSON: what later lists are compared with; null before the first whole one. */
  baseline: string | null
}

export type WatchTables = {
  feed_tokens: FeedTokenTable
  watches: WatchTable
  watch_spans: SpanTable
  changes: ChangeTable
  feed: { last_id: number }
  feed_queue: FeedQueueTable
  webhooks: WebhookTable
  deliveries: DeliveryTable
  catalogs: CatalogTable
  catalog_chunks: CatalogChunkTable
  catalog_pages: CatalogPageTable
  catalog_news: CatalogNewsTable
}
