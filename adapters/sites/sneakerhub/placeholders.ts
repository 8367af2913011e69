// Values that sneakerhub sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** The page has no prices, only the price rows do; counts of 0 are real values. */
export const productPlaceholders: Placeholders = {
  '/lowest_price_cents': { value: 0, when: 'the product page has no prices; `sneakerhub.prices` has them' },
  '/new_lowest_price_cents': {
    value: 0,
    when: 'the product page has no prices; `sneakerhub.prices` has them',
  },
  '/used_lowest_price_cents': {
    value: 0,
    when: 'the product page has no prices; `sneakerhub.prices` has them',
  },
  '/maximum_offer_cents': { value: 0, when: 'no offer can be made' },
  '/minimum_offer_cents': { value: 0, when: 'no offer can be made' },
  '/special_display_price_cents': { value: 0, when: 'the retail price is not known' },
  '/localized_special_display_price_cents/amount': { value: 0, when: 'the retail price is not known' },
  '/localized_special_display_price_cents/amount_usd_cents': {
    value: 0,
    when: 'the retail price is not known',
  },
  '/product_template_external_pictures/*/aspect': { value: 0, when: 'the picture was not measured' },
}

export const pricesPlaceholders: Placeholders = {
  '/*/lowestPriceCents/amount': { value: 0, when: 'nobody sells it' },
  '/*/instantShipLowestPriceCents/amount': { value: 0, when: 'nobody sells it' },
  '/*/lastSoldPriceCents/amount': { value: 0, when: 'none was sold yet' },
  '/*/lastSoldPriceCents/amountUsdCents': { value: 0, when: 'none was sold yet' },
}

export const trendsPlaceholders: Placeholders = {
  '/*/lowest_price_cents': { value: 0, when: 'the price is not known' },
  '/*/retail_price_cents': { value: 0, when: 'the retail price is not known' },
}
