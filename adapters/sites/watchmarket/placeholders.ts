// Values that watchmarket sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

export const searchPlaceholders: Placeholders = {
  '/results/*/price/amount': { value: 0, when: 'the price is on request' },
  '/stats/price_stats/lowest_price': { value: 0, when: 'no listing states a price' },
  '/stats/price_stats/median_price': { value: 0, when: 'no listing states a price' },
  '/stats/price_stats/average_price': { value: 0, when: 'no listing states a price' },
  '/stats/price_stats/highest_price': { value: 0, when: 'no listing states a price' },
}

export const productPlaceholders: Placeholders = {
  '/price/amount': { value: 0, when: 'the price is on request' },
  '/seller/rating': { value: 0, when: 'nobody has rated the seller' },
}
