// What a watch remembers between two checks, and what one check brings. Data only.
import type { FaultCode } from '#kit/fault'
import type { Facts } from '../facts/facts.ts'
import type { Identity } from '../facts/identity.ts'

/** What a check says of its product: facts, or a fault. */
export type CheckResult =
  | {
      readonly kind: 'facts'
      readonly facts: Facts
      /** Which product the facts are about; absent for operations that are not about one. */
      readonly identity?: Identity
      /** Shops of general.offers and general.search that gave no answer; absent for other operations. */
      readonly failedSites?: readonly string[]
      /** Shops of general.offers with offers, of which another page could not be read. */
      readonly partialSites?: readonly string[]
    }
  | { readonly kind: 'fault'; readonly fault: FaultCode; readonly detail: string; readonly field?: string }

export type Check = CheckResult & CheckOrigin

export interface CheckOrigin {
  readonly requestId: string
  readonly atMs: number
  /** Whether the answer came from the cache. */
  readonly cache?: string
  /** A document of the shop that the answer is usually made of failed. */
  readonly isPartial?: boolean
}

/** What a watch knows about its product between two checks. */
export interface LastKnown {
  /** Facts of the last successful check; null before the first. */
  readonly facts: Facts | null
  readonly isGone: boolean
  /** `watch.failing` was reported, and the watch has not recovered since. */
  readonly isFailing: boolean
  /** Number of consecutive failed checks. */
  readonly failures: number
  readonly memory: WatchMemory
}

export interface WatchMemory {
  readonly identity: Identity | null
  /** Times in which the address showed another product: its prices are not compared. From, and to before. */
  readonly gaps: readonly (readonly [fromMs: number, toMs: number])[]
  /** Checks in a row that were made soon, to confirm a value. */
  readonly hurried: number
  /** Values that differ from the facts and were not yet seen often enough, by series. */
  readonly pending: Readonly<Record<string, PendingValue>>
  /** Last values of series that are no longer stated, and of prices that are now in another currency. */
  readonly lost: Readonly<Record<string, string>>
  /** How long and how often the current price and availability were seen, by series. */
  readonly seen: Readonly<Record<string, ValueStreak>>
  /** What each condition remembers, by its text: an edited condition starts without memory. */
  readonly conditions: Readonly<Record<string, ConditionMemory>>
  readonly alertedAtMs: number | null
  /** Prices and stock at the last alert; null before the first. */
  readonly told: Facts | null
  /** The product that was watched before another one took its address. */
  readonly original: OriginalProduct | null
}

export interface PendingValue {
  readonly value: string | null
  readonly times: number
  readonly sinceMs: number
  readonly requestIds: readonly string[]
  /** No value was known before: once it counts, it is what later ones are compared with. */
  readonly isFirst?: boolean
}

export interface ValueStreak {
  readonly value: string
  /** The value before this one; null if it is the first. */
  readonly previous: string | null
  readonly times: number
  readonly sinceMs: number
  /** The first check that saw the value, and the last ones. */
  readonly requestIds: readonly string[]
}

export interface ConditionMemory {
  /** Baselines by currency: prices in different currencies are never compared. */
  readonly byCurrency: Readonly<Record<string, PriceBaseline>>
  readonly alertedAtMs?: number
  /** The opposite stock was seen since the last alert. */
  readonly isArmed?: boolean
  /** Series that changed since the last alert during the cooldown, with the values that the last alert left them at. */
  readonly owed?: Readonly<Record<string, string | null>>
  /** It asked for an alert during the cooldown. `new`: at once when it was added. */
  readonly held?: 'new' | 'again'
  /** Prices and stock when it was added, if no alert was sent since. */
  readonly from?: Facts
}

export interface PriceBaseline {
  /** The amount that a move is measured from, or the lowest amount before the current one. */
  readonly baseline?: string
  readonly baselineAtMs?: number
  /** Whether the baseline is the price of an alert; otherwise it is the first price. */
  readonly isFromAlert?: boolean
  /** The amount for which the condition was reported and still holds; null if none. */
  readonly told?: string | null
  /** The last amount in this currency. */
  readonly last?: string
}

interface OriginalProduct {
  readonly identity: Identity
  readonly facts: Facts
  readonly memory: Pick<WatchMemory, 'lost' | 'seen' | 'conditions' | 'gaps'>
  /** When another product took its address. */
  readonly leftAtMs: number
}

/** Whether the product is listed, as a series beside the facts. Its values are `listed` and `gone`. */
export const LISTED_SERIES = '@listed'

export const NO_MEMORY: WatchMemory = {
  identity: null,
  gaps: [],
  hurried: 0,
  pending: {},
  lost: {},
  seen: {},
  conditions: {},
  alertedAtMs: null,
  told: null,
  original: null,
}

export const NOTHING_KNOWN: LastKnown = {
  facts: null,
  isGone: false,
  isFailing: false,
  failures: 0,
  memory: NO_MEMORY,
}
