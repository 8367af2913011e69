// What a cursor carries, and its bounds.
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type CursorState, CURSOR_MAX, readCursor, startOfList, writeCursor } from './catalog-cursor.ts'

const START: CursorState = { from: 'ucp', places: [], patterns: [], used: 1, given: 250 }
/** As a shop that signs its cursors writes them: nothing to compress. */
const signed = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

it('carries a long cursor of a shop', () => {
  const after = signed(8_192)
  const cursor = writeCursor({ ...START, after })
  expect(cursor.length).toBeLessThanOrEqual(CURSOR_MAX)
  expect(readCursor(cursor)).toEqual({ ...START, after })
})

it('a longer one is a fault of the list, not a cursor that is refused later', () => {
  expect(() => writeCursor({ ...START, after: signed(8_193) })).toThrow(/cursor is longer than 8192/)
})

it('carries every pattern that may be learned', () => {
  const patterns = Array.from({ length: 24 }, () => ({ pattern: signed(160), products: 3, read: 3 }))
  const cursor = writeCursor({ ...START, from: 'sitemap', places: [3, 50_000, 1], patterns })
  expect(readCursor(cursor)?.patterns).toEqual(patterns)
})

describe('a cursor', () => {
  const state = { from: 'list' as const, after: 'x', places: [1, 0], patterns: [], used: 3, given: 20 }

  it('is read as it was written', () => {
    expect(readCursor(writeCursor(state))).toEqual(state)
    expect(readCursor(startOfList('sitemap', []))).toEqual({
      from: 'sitemap',
      places: [],
      patterns: [],
      used: 0,
      given: 0,
    })
  })

  it.each<[string, object]>([
    ['another kind of list', { from: 'file' }],
    ['a negative count', { used: -1 }],
    ['a negative place', { places: [-1] }],
    ['five levels of sitemaps', { places: [0, 0, 0, 0, 0] }],
    ['a long cursor of the shop', { after: 'x'.repeat(8_193) }],
    [
      'too many patterns',
      { patterns: Array.from({ length: 65 }, () => ({ pattern: '', products: 0, read: 0 })) },
    ],
    ['more bytes than 64 KB', { more: 'x'.repeat(70_000) }],
  ])('with %s is none of ours', (_, changes) => {
    const text = gzipSync(JSON.stringify({ ...state, ...changes })).toString('base64url')
    expect(readCursor(text)).toBeUndefined()
  })

  it('that was changed on the way is none', () => {
    expect(readCursor('not a cursor')).toBeUndefined()
    expect(readCursor(writeCursor(state).slice(0, -8))).toBeUndefined()
  })
})
