// Which values of a document were read, as JSON Pointers.
import { expect, it } from 'vitest'
import { joinPositions, traceReads } from './trace-pages.ts'

it('names every value that is read, and nothing that is only passed by', () => {
  const read: string[] = []
  const value = { a: { 'b/c': 1, d: null }, list: [{ x: 1 }, { x: 2 }], unread: 3 }
  const traced = traceReads(value, pointer => read.push(pointer))
  expect(traced.list.map(one => one.x)).toEqual([1, 2])
  expect([traced.a['b/c'], traced.a.d, traced.list.length, 'unread' in traced]).toEqual([1, null, 2, true])
  expect(read).toEqual(['/list/0/x', '/list/1/x', '/a/b~1c'])
})

it.each<[string[], string[]]>([
  [['/list/0/x', '/list/10/x'], ['/list/*/x']],
  [['/list/3/x'], ['/list/3/x']],
  [['/a/0/b/1', '/a/0/b/22'], ['/a/0/b/*']],
  [
    ['/size10/x', '/size20/x'],
    ['/size10/x', '/size20/x'],
  ],
])('%j are joined to %j', (pointers, joined) => {
  expect(joinPositions(pointers)).toEqual(joined)
})
