// Values that fastfashion2 writes for "not here": each is answered as absent.
import type { Placeholders } from '#kit'

/** Quantities and percentages may well be 0. */
export const placeholders: Placeholders = {
  '/variants/*/pricing/sale': { value: 0, when: 'the variant has no price' },
  '/variants/*/pricing/standard': { value: 0, when: 'the variant has no price' },
}
