// Values that fastfashion2 sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** Quantities and percentages of 0 are real values. */
export const placeholders: Placeholders = {
  '/variants/*/pricing/sale': { value: 0, when: 'the variant has no price' },
  '/variants/*/pricing/standard': { value: 0, when: 'the variant has no price' },
}
