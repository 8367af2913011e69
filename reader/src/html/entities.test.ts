// decodeEntities: character references in text and in attribute values.
import { expect, test } from 'vitest'
import { decodeEntities } from './entities.ts'

test.each([
  ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39;&nbsp;', 'a & b <c> "d" \'e\'\u00a0'],
  ['&eacute;&#233;&#xE9;&euro;&#x1F600;', 'ééé€😀'],
  ['&amp;lt;', '&lt;'],
  ['no references', 'no references'],
  ['a & b &unknown; &', 'a & b &unknown; &'],
  ['a < b &copy; </p></title>&copy;', 'a < b © </p></title>©'],
])('%s', (written, decoded) => {
  expect(decodeEntities(written, 'text')).toBe(decoded)
  expect(decodeEntities(written, 'attribute')).toBe(decoded)
})

test('a reference without a semicolon is decoded in text, but not in the query of a URL', () => {
  expect(decodeEntities('?a=1&copy=2', 'text')).toBe('?a=1©=2')
  expect(decodeEntities('?a=1&copy=2', 'attribute')).toBe('?a=1&copy=2')
})

test('quotes in a value are preserved', () => {
  expect(decodeEntities(`"a" 'b' &eacute; "`, 'attribute')).toBe(`"a" 'b' é "`)
})
