// joinUrl: resolving references by RFC 3986.
import { expect, test } from 'vitest'
import { joinUrl } from './join-url.ts'

const base = 'http://a.example/b/c/d;p?q'

test.each([
  ['g', 'http://a.example/b/c/g'],
  ['./g', 'http://a.example/b/c/g'],
  ['g/', 'http://a.example/b/c/g/'],
  ['/g', 'http://a.example/g'],
  ['//g.example', 'http://g.example'],
  ['?y', 'http://a.example/b/c/d;p?y'],
  ['g?y#s', 'http://a.example/b/c/g?y#s'],
  ['#s', 'http://a.example/b/c/d;p?q#s'],
  ['', 'http://a.example/b/c/d;p?q'],
  ['.', 'http://a.example/b/c/'],
  ['..', 'http://a.example/b/'],
  ['../g', 'http://a.example/b/g'],
  ['../../../g', 'http://a.example/g'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['https://x.example', 'https://x.example'],
  ['a b.jpg', 'http://a.example/b/c/a b.jpg'],
])('%s', (reference, joined) => {
  expect(joinUrl(base, reference)).toBe(joined)
})

test('a base without a path, and no base', () => {
  expect(joinUrl('http://a.example', 'g')).toBe('http://a.example/g')
  expect(joinUrl(undefined, '../g')).toBe('../g')
})
