// Picture URLs: scheme and spelling.
import { expect, test } from 'vitest'
import { pictureUrl } from './picture-url.ts'

const PAGE = 'http://127.0.0.1:8081/fastfashion3/p.html'
const PLAIN = 'https://pics.shop.example/store?set=source%5B%2Fa.jpg%5D&call=url[file:/product/main]'

test.each([
  ['//pics.shop.example/store?set=source%5B%2Fa.jpg%5D&call=url[file:/product/main]', PLAIN],
  ['//pics.shop.example/store?set=source%5B%2Fa.jpg%5D&call=url%5Bfile%3A%2Fproduct%2Fmain%5D', PLAIN],
  ['//pics.shop.example/store?call=url%5bfile:/m%5d', 'https://pics.shop.example/store?call=url[file:/m]'],
  ['//127.0.0.1:8081/a.jpg?recall=url%5Ba%5D', 'http://127.0.0.1:8081/a.jpg?recall=url%5Ba%5D'],
  [undefined, undefined],
])('%s is %s', (link, expected) => {
  expect(pictureUrl(link, PAGE)).toBe(expected)
})
