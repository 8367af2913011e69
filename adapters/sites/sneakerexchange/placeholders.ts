// Values that sneakerexchange sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** Counts of 0 asks, bids or sales are real values. */
export const productPlaceholders: Placeholders = {
  '/market/bids/lowest_ask': { value: 0, when: 'nobody sells it' },
  '/market/bids/highest_bid': { value: 0, when: 'nobody bids for it' },
  '/market/sales/last_sale': { value: 0, when: 'none was sold yet' },
  '/variants/*/market/bids/lowest_ask': { value: 0, when: 'nobody sells it' },
  '/variants/*/market/bids/highest_bid': { value: 0, when: 'nobody bids for it' },
  '/variants/*/market/sales/last_sale': { value: 0, when: 'none was sold yet' },
}
