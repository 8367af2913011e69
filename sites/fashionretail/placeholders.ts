// Values that fashionretail writes for "not here": each is answered as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/variants/*/price': { value: 0, when: 'the size has no price' },
}
