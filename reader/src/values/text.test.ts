// Tables for text cleaning, links, dates and trade numbers.
import { expect, test } from 'vitest'
import { parseGtin } from './gtin.ts'
import { htmlToText, cleanText } from './text.ts'
import { absoluteUrl } from './url.ts'

test.each<[string | null | undefined, string | undefined]>([
  ['  a \u00a0 b\n', 'a b'],
  ['Salt &amp; pepper', 'Salt & pepper'],
  ['caf&amp;eacute;', 'café'],
  ['1 < 2 &lt; 3', '1 < 2 < 3'],
  ['\u200bx\u00ad', 'x'],
  ['<b>Oak</b> lamp<sup>®</sup>', 'Oak lamp®'],
  ['Oak&lt;br /&gt;lamp &amp;lt;i class="a"&amp;gt;new&amp;lt;/i&amp;gt;', 'Oak lamp new'],
  ['Oak <lamp> for i<3 and p>4', 'Oak <lamp> for i<3 and p>4'],
  ['   ', undefined],
  [null, undefined],
])('text of %j', (value, wanted) => expect(cleanText(value)).toBe(wanted))

test.each([
  ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
  ['<ul><li>red</li><li> blue </li></ul>', '- red\n- blue'],
  ['a<script>if (1 < 2) x()</script>b<!-- c -->', 'a b'],
  ['in<b>li</b>ne &amp; more', 'inline & more'],
  [
    '<p>&lt;p&gt;Soft &amp; light&lt;/p&gt; &lt;ul&gt;&lt;li&gt;One&lt;/li&gt;&lt;/ul&gt;</p>',
    'Soft & light\n- One',
  ],
  ['&lt;p&gt;Stored escaped&lt;br/&gt;twice', 'Stored escaped\ntwice'],
  ['fits &lt;5 kg and a &lt;plain&gt; word', 'fits <5 kg and a <plain> word'],
])('lines of %s', (html, wanted) => expect(htmlToText(html)).toBe(wanted))

const base = 'https://shop.example/a/b.html?x=1'
test.each<[string | undefined, string | undefined]>([
  ['/c?q=a b', 'https://shop.example/c?q=a b'],
  ['c', 'https://shop.example/a/c'],
  ['../c/./d', 'https://shop.example/c/d'],
  ['?y=2', 'https://shop.example/a/b.html?y=2'],
  ['//cdn.example/i.png', 'https://cdn.example/i.png'],
  ['http://other.example', 'http://other.example'],
  ['/p/%C3%A9/é', 'https://shop.example/p/%C3%A9/é'],
  ['#top', undefined],
  ['javascript:void(0)', undefined],
  ['', undefined],
  [undefined, undefined],
])('link %j', (href, wanted) => expect(absoluteUrl(href, base)).toBe(wanted))

test.each<[string, string | undefined, string?]>([
  ['4006381333931', 'gtin13', '4006381333931'],
  ['EAN: 4006381333931', 'gtin13', '4006381333931'],
  ['gtin14: 10614141543219', 'gtin14', '10614141543219'],
  ['UPC 036000291452', 'upc', '036000291452'],
  ['36000291452', 'upc', '036000291452'],
  ['36000291453', undefined],
  ['978-0-306-40615-7', 'isbn13', '9780306406157'],
  ['ISBN-10: 0-306-40615-2', 'isbn10', '0306406152'],
  ['080442957X', 'isbn10', '080442957X'],
  ['2049-3630', 'issn', '20493630'],
  ['979-0-2600-0043-8', 'ismn', '9790260000438'],
  ['M-2600-0043-8', 'ismn', 'M260000438'],
  ['ISBN 978-0-306-40615-7 (hardback)', 'isbn13', '9780306406157'],
  ['EAN4006381333931', 'gtin13', '4006381333931'],
  ['EAN134006381333931', 'gtin13', '4006381333931'],
  ['ISBN-13978-0-306-40615-7', 'isbn13', '9780306406157'],
  ['EANCode: 4006381333931', 'gtin13', '4006381333931'],
  ['4006381333931 (EAN)', 'gtin13', '4006381333931'],
  ['4006381333931-', 'gtin13', '4006381333931'],
  ['978-0-306-40615-7 –', 'isbn13', '9780306406157'],
  ['order 4006381333931 today', undefined],
  ['4006381333932', undefined],
  ['1063AB7710', undefined],
  ['0000000000000', undefined],
  ['', undefined],
])('trade number %s', (value, kind, number) => {
  expect(parseGtin(value)).toEqual(kind && { kind, value: number })
})
