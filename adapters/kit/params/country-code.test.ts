// countryCode: countries by code and by name, in the language of the page.
import { expect, it } from 'vitest'
import { countryCode } from './country-code.ts'

it.each([
  ['FR', undefined, 'FR'],
  [' fr ', undefined, 'FR'],
  ['United States of America', 'en', 'US'],
  ['Vereinigte Staaten von Amerika', 'de', 'US'],
  ["États-Unis d'Amérique", 'fr', 'US'],
  ['Großbritannien', 'de', 'GB'],
  ['United States', 'en', 'US'],
  ['US', 'en', 'US'],
  ['UK', 'en', 'UK'],
  ['United Kingdom', 'en-GB', 'GB'],
  ['España', 'es', 'ES'],
  ['Espana', 'es_ES', 'ES'],
  ['Schweiz', 'de', 'CH'],
  ['Italie', 'fr', 'IT'],
  ['Germany', 'es', 'DE'],
  ['The Netherlands', 'en', 'NL'],
  ['日本', 'ja', 'JP'],
  ['Atlantis', 'en', undefined],
  ['', 'en', undefined],
  [undefined, 'en', undefined],
  ['France', 'not a language', 'FR'],
])('%s in %s is %s', (text, language, code) => {
  expect(countryCode(text, language)).toBe(code)
})
