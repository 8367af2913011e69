// Values that luxurymarket sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** A discount of 0 and a quantity of 0 are real values. */
export const placeholders: Placeholders = {
  '/price': { value: 0, when: 'the piece has no price any more' },
  '/sizes/*/price': { value: 0, when: 'the size has no price any more' },
  '/variants/*/price': { value: 0, when: 'the size has no price any more' },
  '/original_price': { value: 0, when: 'the piece has no price any more' },
}
