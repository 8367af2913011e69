// GTINs in links: the data carriers of GS1 have the number in a path.
import { expect, it } from 'vitest'
import { parseGtin } from './gtin.ts'

it.each([
  ['https://id.gs1.org/01/04006381333931', '4006381333931'],
  ['https://id.gs1.org/01/09506000134352/10/ABC?17=261231', '9506000134352'],
  ['https://shop.example/gtin/4006381333931', '4006381333931'],
  ['https://brand.example/some/path/01/00012345678905/21/7', '0012345678905'],
  ['https://id.gs1.org/01/10614141543219', '10614141543219'],
  // Not a data link, or a check digit that does not fit.
  ['https://id.gs1.org/01/04006381333932', undefined],
  ['https://shop.example/p/4006381333931', undefined],
])('%s is %s', (text, gtin) => {
  expect(parseGtin(text)?.value).toBe(gtin)
})
