// The columns of the watch tables (made by src/state/schema.ts). Times are milliseconds, flags 0 or 1, objects JSON.

export interface WatchTable {
  id: string
  name: string
  /** `api` for HTTP and the command line, `file` for wares.yaml. */
  source: string
  /** Whose pace the checks keep: a site, or a host that the general reader reads. */
  site: string
  url: string | null
  operation: string
  params: string
  /** Operation and parameters in one spelling: there is one watch of each. */
  target: string
  every_s: number
  condition: string | null
  keep_days: number | null
  paused: number
  created_at: number
  due_at: number
  /** Until then, whoever claimed the watch is checking it. */
  leased_until: number
  /** Checks so far. A check is recorded only on the number that it began with. */
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
}

interface SpanTable {
  watch_id: string
  series: string
  first_seen: number
  /** Null while the value holds: then it is the watch's `ok_at`, or `checked_at` for the series of outcomes. */
  last_seen: number | null
  ended: number | null
  value: string
}

export interface ChangeTable {
  /** In the order of commits, without gaps. */
  id: number
  watch_id: string
  check_seq: number
  at: number
  type: string
  before: string
  after: string
  alert: number
  request_id: string
}

export interface WebhookTable {
  id: string
  url: string
  /** Types of changes, with commas; empty for all. */
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
}

interface DeliveryTable {
  webhook_id: string
  change_id: number
  created_at: number
  attempts: number
  /** When it is sent, or sent again; claiming one moves it on. */
  next_at: number
}

export type WatchTables = {
  watches: WatchTable
  watch_spans: SpanTable
  changes: ChangeTable
  feed: { last_id: number }
  webhooks: WebhookTable
  deliveries: DeliveryTable
}
