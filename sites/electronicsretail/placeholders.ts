// Values that electronicsretail writes for "not here": each is answered as absent.
import type { Placeholders } from '#kit'

/** A count of 0 reviews is a fact. */
export const placeholders: Placeholders = {
  '/*/price': { value: 0, when: 'the list shows none' },
  '/*/original_price': { value: 0, when: 'the list shows none' },
  '/*/rating': { value: 0, when: 'nobody has rated it' },
}
