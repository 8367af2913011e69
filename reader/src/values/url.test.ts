// spellUrl: encoded where necessary, otherwise unchanged.
import { expect, it } from 'vitest'
import { normaliseUrl } from './url.ts'

it.each([
  ['https://img.example/a b/ü.jpg?v=1 2', 'https://img.example/a%20b/%C3%BC.jpg?v=1%202'],
  ['https://img.example/a%20b/%C3%BC.jpg', 'https://img.example/a%20b/%C3%BC.jpg'],
  [' https://img.example/a.jpg\n', 'https://img.example/a.jpg'],
  ['https://img.example/<a>{w}"`\\', 'https://img.example/%3Ca%3E%7Bw%7D%22%60%5C'],
  ['https://img.example/👟.png', 'https://img.example/%F0%9F%91%9F.png'],
  ['https://img.example/\ud83d.png', 'https://img.example/%EF%BF%BD.png'],
])('%j becomes %s', (written, spelled) => {
  expect(normaliseUrl(written)).toBe(spelled)
  expect(normaliseUrl(spelled)).toBe(spelled)
})

it.each([
  'https://shop.example',
  'HTTPS://Shop.example/A',
  'https://img.example/store?set=source%5B%2Fa.jpg%5D&call=url[file:/main]',
  "https://img.example/a|b^c'd?fit=fill&q=50%",
  '/brands/a b',
  'mailto:a b@shop.example',
  '',
])('%j is unchanged', address => {
  expect(normaliseUrl(address)).toBe(address)
})
