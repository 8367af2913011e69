// Values that fastfashion3 writes for "not here": each is answered as absent.
import type { Placeholders } from '#kit'

export const placeholders: Placeholders = {
  '/price': { value: 0, when: 'the page shows no price' },
}
