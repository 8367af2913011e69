// Values that fastfashion1 sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/variants/*/price': { value: 0, when: 'the shop shows no price yet' },
}
