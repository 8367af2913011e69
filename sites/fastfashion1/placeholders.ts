// Values that fastfashion1 writes for "not here": each is answered as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/variants/*/price': { value: 0, when: 'the shop shows no price yet' },
}
