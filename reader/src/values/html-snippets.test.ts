// Tables of markup snippets with the count, breadcrumbs or brand they show.
import { expect, test } from 'vitest'
import { parseBrand } from './brand.ts'
import { type Crumb, readBreadcrumbs } from './breadcrumb-trail.ts'
import { parseReviewCount } from './rating.ts'

test.each<[string, number | undefined]>([
  ['(2)', 2],
  ['0', 0],
  ['1.234 Bewertungen', 1234],
  ['10,237 ratings', 10237],
  ['1.2k reviews', 1200],
  ['4 out of 5 based on 5 reviews', undefined],
  ['none', undefined],
  ['4.5 (1,023)', 1023],
  ['4,5 (1.023)', 1023],
  ['4.7/5 (123 ratings)', 123],
  ['4.5 stars | 12 reviews', 12],
  ["1'023 reviews", 1023],
  ['4 out of 5 based on 5 reviews', undefined],
  ['4.5', undefined],
  ['1,5', undefined],
  ['12.0', 12],
  ['1,02,345 ratings', 102_345],
  ['٤٥ تقييم', 45],
])('review count of %s', (text, count) => expect(parseReviewCount(text)).toBe(count))

const home: Crumb = { name: 'Home', url: 'https://shop.example/' }
const cups: Crumb = { name: 'Cups', url: 'https://shop.example/cups' }
const last: Crumb = { name: 'Blue cup', url: null }
test.each<[string, Crumb[]]>([
  [
    '<b>You are here: <a href="/">Home</a> &gt; <a href="/cups">Cups</a> &gt; Blue cup</b>',
    [home, cups, last],
  ],
  [
    '<ul><li><a href="/">Home</a> /</li><li><a href="/cups">Cups</a> /</li><li><b>Blue</b> cup</li></ul>',
    [home, cups, last],
  ],
  ['<ul><li><a href="/">Home</a></li><li>Blue cup</li><li>SKU: 7</li></ul>', [home, last]],
  ['<ul><li><a href="/">Home</a><ul><li>» <a href="/cups">Cups</a></li></ul></li></ul>', [home, cups]],
  [
    '<ul><li><a href="/">Home</a><ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul></li><li><a href="/cups">Cups</a></li></ul>',
    [home, cups],
  ],
  [
    '<a href="/" title="Home"><i></i></a> | <a href="/cups">Cups</a> <a href="/cups">« Back</a>',
    [home, cups],
  ],
  ['<a href="#">Blue cup</a>', [last]],
  ['<a href="/">Home</a> » Cup «Blue»', [home, { name: 'Cup «Blue»', url: null }]],
  ['Home > Blue cup', [{ name: 'Home', url: null }, last]],
  ['', []],
])('breadcrumbs of %s', (html, crumbs) =>
  expect(readBreadcrumbs(html, 'https://shop.example/p/1')).toEqual(crumbs),
)

test.each<[string, string | undefined]>([
  ['<span>Cup &amp; Co</span>', 'Cup & Co'],
  ['<a><img alt="Cupworks"></a>', 'Cupworks'],
  ['<a><img title="Cupworks"></a>', 'Cupworks'],
  ['<div><div><div><div><img alt="Cupworks"></div></div></div></div>', undefined],
  [`<span>${'long '.repeat(11)}</span>`, undefined],
  ['<svg><path d="M1 1"/></svg>', undefined],
])('brand in %s', (html, brand) => expect(parseBrand(html)).toBe(brand))
