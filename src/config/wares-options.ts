// The options of `startWares`: the settings of wares.yaml under the same names. docs/operating.md explains each.
// A test compares these types with the schema of the settings.
import type { TaughtFields } from '../rules/taught-rule.ts'
import type { Sent } from '../kit/define/fields.ts'
import type { watchFields } from '../rules/rule-fields.ts'

export interface WaresOptions {
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string
  /** Port to listen on. Default: 0, any free port. */
  readonly port?: number
  /** Data folder. Default: as for the command line, see `wares config`. Each running Wares needs its own. */
  readonly data?: string
  /** Made-up shops for sites without an origin. Default: on while no site has an origin, on any free port. */
  readonly sandbox?: boolean | SandboxOptions
  /** The sites, by name. */
  readonly sites?: Readonly<Record<string, SiteOptions>>
  /** Shops without an adapter. */
  readonly reader?: ReaderOptions
  /** Lowest level that is written to standard error. Default: `silent`. */
  readonly log?: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** User-Agent of every request to a site. Put a contact in it. */
  readonly user_agent?: string
  readonly workers?: number
  readonly deadline_ms?: number
  readonly drain_ms?: number
  readonly cors_origin?: string
  /** Which requests are recorded, including what the shops sent. */
  readonly record?: 'faults' | 'all' | 'none'
  readonly record_mb?: number
  readonly record_days?: number
  readonly chromium?: string
  readonly finder?: { readonly port?: number; readonly url?: string }
  readonly database_url?: string
  readonly database_grace_s?: number
  readonly public_url?: string
  readonly smtp_url?: string
  readonly smtp_from?: string
  readonly redis_url?: string
  readonly redis_prefix?: string
  readonly redis_timeout_ms?: number
  readonly limits?: LimitOptions
  readonly watches?: readonly WatchOptions[]
  readonly canaries?: readonly CanaryOptions[]
}

export interface CanaryOptions {
  readonly url?: string
  readonly operation?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly every?: string
  readonly name?: string
  /** Expectations such as `price > 0`. */
  readonly expect?: readonly string[]
}

export interface SandboxOptions {
  readonly enabled?: boolean
  readonly port?: number
  /** Seconds of the shops' clock per real second; 0 stops changes of prices and stock. */
  readonly speed?: number
}

export interface SiteOptions {
  /** Where the shop is: `https://shop.example`. */
  readonly origin?: string
  readonly origins?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  readonly enabled?: boolean
  readonly sandbox?: boolean
  readonly requests_per_second?: number
  readonly concurrency?: number
  readonly timeout_ms?: number
  readonly breaker?: { readonly failures?: number; readonly open_ms?: number }
  readonly render?: 'none' | 'browser'
  readonly proxy?: string
  /** When watches are checked, such as `22:00-06:00 Europe/Berlin`; always by default. */
  readonly active?: string
  /** A product page of the shop, for examples. */
  readonly example?: string
}

export interface ReaderOptions {
  readonly hosts?: readonly (string | HostOptions)[]
  readonly requests_per_second?: number
  readonly concurrency?: number
  readonly timeout_ms?: number
  readonly render?: 'none' | 'browser'
}

export interface HostOptions {
  /** Required in every entry. */
  readonly host?: string
  readonly requests_per_second?: number
  readonly concurrency?: number
  readonly timeout_ms?: number
  readonly render?: 'none' | 'browser'
  /** When watches are checked, such as `22:00-06:00 Europe/Berlin`; always by default. */
  readonly active?: string
  /** A product page of the shop, for examples. */
  readonly example?: string
  /** Software of the shop, until its pages are read. */
  readonly platform?:
    | 'shopify'
    | 'woocommerce'
    | 'magento'
    | 'prestashop'
    | 'bigcommerce'
    | 'shopware'
    | 'squarespace'
    | 'wix'
    | 'salesforce'
    | 'shoplazza'
    | 'bigcartel'
    | 'salla'
    | 'opencart'
    | 'ecwid'
    | 'sap'
  /** Whether the shop can be searched by UCP, until its profile is read. */
  readonly ucp?: boolean
  /** By field, where its value stands on the pages of this shop. */
  readonly fields?: TaughtFields
}

export interface LimitOptions {
  readonly history_days?: number
  readonly watches_per_key?: number
  readonly streams_per_key?: number
  readonly in_flight?: number
  readonly cache_mb?: number
  readonly page_mb?: number
  readonly key?: RateOptions
  readonly anonymous?: RateOptions
}

export interface RateOptions {
  readonly rate?: number
  readonly burst?: number
}

/** As in the body of `POST /api/v2/watches`. */
export type WatchOptions = Sent<typeof watchFields>
