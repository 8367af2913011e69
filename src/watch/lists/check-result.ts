// What one check of a watch comes to, told apart by `kind`. Types only.
import type { CatalogProgress } from './catalog-state.ts'
import type { Listing } from './tracked-product.ts'
import type { RowMatches } from './match-rows.ts'
import type { Check, CheckOrigin } from '../model/knowledge.ts'

/** The answer to one request; a check reads it as facts, or as a part of a list. */
export interface CheckAnswer extends CheckOrigin {
  readonly kind: 'answer'
  readonly value: unknown
}

export type FailedCheck = Extract<Check, { readonly kind: 'fault' }> & {
  /** Where the catalog stands now; it is recorded with the fault. */
  readonly catalog?: CatalogProgress
}

/** A catalog that was read to its end. */
export interface ReadList extends CheckOrigin {
  readonly kind: 'list'
  readonly catalog: CatalogProgress
  readonly listing: Listing
  readonly matches: RowMatches
}

/** Nothing was found out: the request could not be sent now, or the rest of a long check follows. */
export interface PostponedCheck {
  readonly kind: 'postponed'
  readonly byMs: number
  /** Part of the check is done, and the rest follows. */
  readonly isRunning?: boolean
}

/** The watch was paused: the key that owns it is revoked. */
interface PausedCheck {
  readonly kind: 'paused'
}

export type SkippedCheck = PostponedCheck | PausedCheck
export type CheckRecord = Extract<Check, { readonly kind: 'facts' }> | FailedCheck | ReadList
export type CheckResult = CheckRecord | SkippedCheck
