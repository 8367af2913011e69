// Values that storefront sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** A price of 0.00 is a real value: merchants give away samples and gifts. */
export const placeholders: Placeholders = {
  '/*/variants/*/compare_at_price': { value: '0.00', when: 'the merchant entered no former price' },
  '/*/variants/*/grams': { value: 0, when: 'the merchant entered no weight' },
  '/*/variants/*/weight': { value: 0, when: 'the merchant entered no weight' },
  '/*/images/*/width': { value: 0, when: 'the storefront does not know the size' },
  '/*/images/*/height': { value: 0, when: 'the storefront does not know the size' },
  '/*/image/width': { value: 0, when: 'the storefront does not know the size' },
  '/*/image/height': { value: 0, when: 'the storefront does not know the size' },
}
