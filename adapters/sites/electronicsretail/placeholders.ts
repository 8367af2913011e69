// Values that electronicsretail sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** A count of 0 reviews is a real value. */
export const placeholders: Placeholders = {
  '/*/price': { value: 0, when: 'the list shows none' },
  '/*/original_price': { value: 0, when: 'the list shows none' },
  '/*/rating': { value: 0, when: 'nobody has rated it' },
}
