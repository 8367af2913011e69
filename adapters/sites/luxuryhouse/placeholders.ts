// Values that luxuryhouse sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/variants/*/price/value': { value: 0, when: 'the price is on request' },
  '/images/*/width': { value: 0, when: 'the picture has no size' },
  '/images/*/height': { value: 0, when: 'the picture has no size' },
  '/variants/*/image/width': { value: 0, when: 'the picture has no size' },
  '/variants/*/image/height': { value: 0, when: 'the picture has no size' },
  '/image/width': { value: 0, when: 'the picture has no size' },
  '/image/height': { value: 0, when: 'the picture has no size' },
}
