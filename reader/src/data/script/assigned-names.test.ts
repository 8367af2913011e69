// readAssignedNames: which globals a page sets, without knowing their names.
import { expect, it } from 'vitest'
import { readAssignedNames } from './assigned-names.ts'

it.each([
  ['<script>window.__STATE__ = {"a":1};</script>', ['__STATE__']],
  ['<script>window["query-1"]=1; window[\'query\'] = {}</script>', ['query']],
  [
    '<script data-name="query">window . a1\n=\n{}</script><script>window.b=2;window.a1=3</script>',
    ['a1', 'b'],
  ],
  ['<script>if (window.a == 1 || window.b === 2) window.c.d = 3; window.e = () => 1</script>', ['e']],
  ['<p>window.a = 1</p><script>mywindow.a = 1; windows.b = 2</script>', []],
  ['<script>window.a=>1</script>', []],
])('%s', (html, names) => {
  expect(readAssignedNames(html)).toEqual(names)
})
