// Values that fastfashion3 sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/price': { value: 0, when: 'the page shows no price' },
}
