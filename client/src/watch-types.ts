// Types of watches, their history and their changes, as the server sends them.
import type { CallOptions } from './operation.ts'

/** An exact amount with its currency. */
export interface WatchMoney {
  readonly amount: string
  readonly currency: string
}

export type FactValue = string | number | WatchMoney | null

/** `variants` and `sites` are objects keyed by name; everything else is a single value. */
export type WatchFacts = Readonly<
  Record<string, FactValue | Readonly<Record<string, Readonly<Record<string, FactValue>>>>>
>

export interface WatchSettings {
  /** `15m`, `1h`, or seconds; at least 60 seconds. Default: `1h`. */
  readonly every?: string | number
  /** Which changes alert: `price < 100`, `price drops 10%`, `back in stock`, or any of several; null for any. */
  readonly when?: string | readonly string[] | null
  /** How many checks in a row must see a change, 1 to 5. */
  readonly confirm?: number
  /** At most one alert in this time: `6h`, or seconds; null for no limit. */
  readonly cooldown?: string | number | null
  /** Checks only then: `Mon-Fri 08:00-20:00 Europe/Berlin`; null for always. */
  readonly active?: string | null
  readonly tags?: readonly string[]
  readonly name?: string
  /** Days of history to keep; null: the server's default. */
  readonly keep_days?: number | null
}

/** Narrows a watch of a product page. */
export interface WatchVariant {
  readonly size?: string
  readonly color?: string
  readonly condition?: string
  readonly sku?: string
  readonly gtin?: string
}

export type NewWatch = WatchSettings &
  (
    | { readonly url: string; readonly variant?: WatchVariant }
    /** Name or address of a shop: watches its catalogue. */
    | { readonly catalog: string }
    | { readonly operation: string; readonly params?: Readonly<Record<string, unknown>> }
  )

export type WatchUpdate = WatchSettings & { readonly paused?: boolean }

export interface Watch {
  readonly id: string
  readonly name: string
  readonly url: string | null
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly every_s: number
  /** Whether the interval is learned. */
  readonly auto: boolean
  readonly when: string | null
  readonly keep_days: number | null
  readonly variant: WatchVariant | null
  readonly confirm: number
  readonly cooldown_s: number
  readonly active: string | null
  readonly tags: readonly string[]
  readonly state: 'new' | 'ok' | 'failing' | 'gone' | 'paused'
  /** `key_revoked` if its key was revoked or has expired. */
  readonly paused_by: string | null
  /** Id of the key that made the watch; null for the operator. */
  readonly owner: string | null
  /** Latest known values; null before the first successful check. */
  readonly facts: WatchFacts | null
  readonly last_check: {
    readonly at: string
    /** `ok`, or the error code of the check. */
    readonly outcome: string
    readonly request_id: string
    readonly detail: string | null
    readonly failures: number
  } | null
  readonly last_ok_at: string | null
  readonly next_check_at: string | null
  readonly created_at: string
}

export interface WatchPage {
  readonly watches: readonly Watch[]
  /** Cursor: `after` for the next page; null on the last page. */
  readonly next: string | null
}

export type ChangeType =
  | 'price.changed'
  | 'availability.changed'
  | 'product.changed'
  | 'product.gone'
  | 'product.back'
  | 'product.replaced'
  | 'catalog.added'
  | 'catalog.removed'
  | 'watch.failing'
  | 'watch.recovered'
  | 'site.drifting'
  | 'site.recovered'
  | 'canary.failing'
  | 'canary.recovered'

export interface Change {
  /** Also the cursor to resume the feed from. */
  readonly id: string
  readonly at: string
  readonly type: ChangeType
  /** Id of the watch; empty for changes of sites and canaries. */
  readonly watch: string
  /** Name of the watch; null without a watch, or when it was removed. */
  readonly name: string | null
  /** URL of the product; null like `name`, and for a watch of another operation. */
  readonly url: string | null
  readonly before: WatchFacts
  readonly after: WatchFacts
  /** The products of a `catalog.*` change; null for any other. */
  readonly catalog: CatalogNews | null
  /** Whether the watch's condition is met. */
  readonly alert: boolean
  readonly request_id: string
}

export interface CatalogNews {
  readonly count: number
  /** At most ten of them. */
  readonly products: readonly CatalogSample[]
  /** Path of all of them; `watches.products` reads it. */
  readonly rows: string
}

export interface CatalogSample {
  readonly url: string
  readonly name: string | null
  readonly image: string | null
}

export interface CatalogProduct extends CatalogSample {
  /** `unlisted`: no longer listed, but its page does not say that it is gone. */
  readonly state: 'listed' | 'unlisted' | 'removed'
  readonly first_seen: string
  readonly last_seen: string
  readonly removed_at: string | null
}

export interface CatalogProductsParams {
  /** Id of a `catalog.added` or `catalog.removed`: only its products. */
  readonly change?: string
  readonly after?: string
  readonly limit?: number
}

export interface CatalogProducts {
  readonly watch: string
  readonly products: readonly CatalogProduct[]
  /** Cursor: `after` for the next page; null on the last page. */
  readonly next: string | null
}

/** A watch after a check on demand. */
export type CheckedWatch = Watch & {
  readonly changes: readonly Change[]
  /** A long catalogue is read in the background from here. */
  readonly running: boolean
}

export interface HistoryParams {
  /** ISO 8601. */
  readonly from?: string
  readonly to?: string
  /** Only these facts, comma-separated. */
  readonly series?: string
}

export interface WatchHistory {
  readonly watch: string
  readonly from: string
  readonly to: string
  readonly spans: readonly {
    readonly first_seen: string
    readonly last_seen: string
    readonly facts: WatchFacts
  }[]
  /** Periods in which checks failed or none ran (`not_checked`). */
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly outcome: string }[]
  readonly stats: Readonly<
    Record<
      string,
      Readonly<Record<'min' | 'max' | 'median' | 'mean', WatchMoney>> & { readonly seconds: number }
    >
  >
  /** Whether spans were left out because there are more than 2,000. */
  readonly thinned: boolean
}

export interface ChangesParams {
  /** Id of the last change that you have. Default: from the first change. */
  readonly after?: string
  /** Only changes of this watch. */
  readonly watch?: string
  /** `newest`: newest first, without `follow`. Default: `oldest`. */
  readonly order?: 'oldest' | 'newest'
}

export interface ChangesOptions extends CallOptions {
  /** Waits for further changes instead of ending after the newest one. */
  readonly follow?: boolean
  /** How often to poll while waiting. Default: 5,000. */
  readonly pollMs?: number
}

/** Needs a key with the scope `watches`. */
export interface Watches {
  create(watch: NewWatch, options?: CallOptions): Promise<Watch>
  list(
    params?: { readonly after?: string; readonly limit?: number },
    options?: CallOptions,
  ): Promise<WatchPage>
  get(id: string, options?: CallOptions): Promise<Watch>
  update(id: string, changes: WatchUpdate, options?: CallOptions): Promise<Watch>
  /** Also deletes its history. */
  remove(id: string, options?: CallOptions): Promise<void>
  /** Checks the shop now. A failed check is an outcome, not a thrown problem. */
  check(id: string, options?: CallOptions): Promise<CheckedWatch>
  history(id: string, params?: HistoryParams, options?: CallOptions): Promise<WatchHistory>
  /** The products of a watched catalogue, or of one change of it. */
  products(id: string, params?: CatalogProductsParams, options?: CallOptions): Promise<CatalogProducts>
  /** What these conditions would have alerted so far; by default those of the watch. */
  try(id: string, rules?: TriedRules, options?: CallOptions): Promise<TriedAlerts>
}

export type TriedRules = Pick<WatchSettings, 'when' | 'cooldown'>

export interface TriedAlerts {
  readonly from: string
  readonly to: string
  readonly alerts: readonly {
    readonly at: string
    readonly type: ChangeType
    readonly before: WatchFacts
    readonly after: WatchFacts
    /** The conditions that were met, and since when. */
    readonly why: Readonly<Record<string, unknown>> | null
  }[]
  readonly thinned: boolean
}

export type WebhookKind =
  | 'webhook'
  | 'slack'
  | 'discord'
  | 'telegram'
  | 'ntfy'
  | 'gotify'
  | 'teams'
  | 'mailto'

export interface NewWebhook {
  readonly url: string
  /** Default: `webhook`, which takes signed JSON; the others take short readable messages. */
  readonly kind?: WebhookKind
  /** Default: all alerts. */
  readonly events?: readonly ChangeType[]
  /** Needs the scope `watches:all`. */
  readonly allow_private?: boolean
}

export interface WebhookUpdate {
  readonly events?: readonly ChangeType[]
  readonly paused?: boolean
}

export interface Webhook {
  readonly id: string
  readonly kind: WebhookKind
  /** Scheme and host; the rest is a secret. */
  readonly url: string
  readonly events: readonly ChangeType[]
  readonly allow_private: boolean
  readonly state: 'active' | 'failing' | 'paused'
  readonly reason: string | null
  readonly owner: string | null
  readonly created_at: string
  readonly delivered_at: string | null
  readonly failing_since: string | null
  readonly attempts: number
  readonly dropped: number
  /** Signs the messages of a `webhook`; only in the answers of `create` and `rotate`. */
  readonly secret?: string
}

export interface WebhookTest {
  readonly delivered: boolean
  /** The status of the answer, or what went wrong. */
  readonly outcome: string
}

/** The receivers of alerts. Needs a key with the scope `watches`. */
export interface Webhooks {
  create(webhook: NewWebhook, options?: CallOptions): Promise<Webhook>
  list(options?: CallOptions): Promise<{ readonly webhooks: readonly Webhook[] }>
  get(id: string, options?: CallOptions): Promise<Webhook>
  update(id: string, changes: WebhookUpdate, options?: CallOptions): Promise<Webhook>
  /** Messages that wait are dropped. */
  remove(id: string, options?: CallOptions): Promise<void>
  /** Sends a test message now. A failed one is an outcome, not a thrown problem. */
  test(id: string, options?: CallOptions): Promise<WebhookTest>
  /** A new secret; messages are signed with both for a day. */
  rotate(id: string, options?: CallOptions): Promise<Webhook>
}
