// Values that fashionretail sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/variants/*/price': { value: 0, when: 'the size has no price' },
}
