// Embedded state: values assigned to globals, and JSON in script elements.
import { describe, expect, test } from 'vitest'
import { readAllAssigned, readAllScriptJson, readAssigned, readScriptJson } from './embedded.ts'
import type { Path } from './json-check.ts'

function script(code: string): string {
  return `<p>before</p><script>${code}</script><p>after</p>`
}

const assigned: readonly [code: string, name: string, path: Path, value: unknown][] = [
  ['window.metaData = {"a":[1,{"b":2}]};', 'metaData', [], { a: [1, { b: 2 }] }],
  ['window.metaData = {"a":[1,{"b":2}]};', 'metaData', ['a', 1, 'b'], 2],
  ['window.metaData = {"a":1};', 'metaData', ['b'], undefined],
  ['metaData = {"a":1}', 'window.metaData', [], { a: 1 }],
  ['self.metaData = {"a":1}', 'window.metaData', [], { a: 1 }],
  ['shop.config = {"a":1}', 'window.shop.config', [], { a: 1 }],
  ['window . metaData\n=\n{"a":1}', 'metaData', [], { a: 1 }],
  ['var variations = {a: 1, "b": \'c\',};', 'variations', [], { a: 1, b: 'c' }],
  ['let a=1,state={"b":2};', 'state', [], { b: 2 }],
  ['state = [1]', 'state', [], [1]],
  ['window[\'__state_slice-pdp__\'] = {"a":1}', '__state_slice-pdp__', [], { a: 1 }],
  ['self["state"]={"a":1}', 'state', [], { a: 1 }],
  ['window.__STATE__="{\\"a\\":{\\"b\\":\\"\\\\u00e9\\"}}"', '__STATE__', [], { a: { b: 'é' } }],
  ['window.__STATE__="{\\"a\\":{\\"b\\":3}}"', '__STATE__', ['a', 'b'], 3],
  ['window.__STATE__ = "just text"', '__STATE__', [], 'just text'],
  ['window.__STATE__ = JSON.parse("{\\"a\\":1}");', '__STATE__', ['a'], 1],
  ["window.__STATE__ = JSON.parse(decodeURIComponent('%7B%22a%22%3A1%7D'))", '__STATE__', ['a'], 1],
  [
    'window.shop.pdp.config.stock = \'[{"id":1,"text":"it\\\'s"}]\';',
    '*.pdp.config.stock',
    [0, 'text'],
    "it's",
  ],
  ['window.anything.viewPayload = {"product":{"id":5}};', '*.viewPayload', ['product', 'id'], 5],
  ['window.anything["view"].payload = {"id":5};', '*.view.payload', ['id'], 5],
  ['window.viewPayload = {"id":5};', '*.viewPayload', ['id'], 5],
  ['shop.config = {"a":1}', 'shop.config', [], { a: 1 }],
  ['window.shop.config = {"a":1}', 'shop.config', [], { a: 1 }],
  ['other.shop.config = {"a":1}', 'shop.config', [], undefined],
  ['other.metaData = {"a":1}; window.metaData = {"a":2}', 'metaData', ['a'], 2],
  ['window.metaData2 = {"a":1}; xmetaData = {"a":2}', 'metaData', [], undefined],
  ['if (metaData == {"a":1}) metaData => {}', 'metaData', [], undefined],
  ['// window.metaData = {"a":1}\nwindow.metaData = {"a":2}', 'metaData', ['a'], 2],
  ['/* window.metaData = {"a":1} */window.metaData = {"a":2}', 'metaData', ['a'], 2],
  ['var text = \'window.metaData = {"a":1}\'; window.metaData = {"a":2}', 'metaData', ['a'], 2],
  ['var re = /["\']/, half = a / b; window.metaData = {"a":2}', 'metaData', ['a'], 2],
  ['x = `metaData = {"a":1}`; metaData = {"a":2}', 'metaData', ['a'], 2],
  ['// only in a comment: metaData = {"a":1}', 'metaData', [], undefined],
  ['window.metaData = undefined; window.metaData = {"a":2}', 'metaData', ['a'], 2],
  ['window.metaData = window.metaData || {"a":2}', 'metaData', ['a'], 2],
  ['window.metaData = {} && {"a":2}', 'metaData', ['a'], 2],
  ['window.a = window.metaData = {"b":1}', 'a', ['b'], 1],
  ['window.metaData = {"a": "\n", b: isDesktop ? 1 : 2};', 'metaData', [], { a: '\n', b: 1 }],
  ['window.metaData = {"a": "</p>"};', 'metaData', ['a'], '</p>'],
  ['window.metaData = {"a": 1', 'metaData', [], undefined],
]

describe('readAssigned', () => {
  test.each(assigned)('%s: %s at %j', (code, name, path, value) => {
    expect(readAssigned(script(code), name, path)).toEqual(value)
    expect(readAssigned(Buffer.from(script(code)), name, path)).toEqual(value)
  })

  test('searches all scripts', () => {
    expect(readAssigned(`${script('metaData()')}${script('metaData = 1;')}`, 'metaData')).toBe(1)
  })

  test('returns the fullest of several values; all are available too', () => {
    const page = script('window.state = {}; window.state = {"a":1,"b":2};') + script('state = {"a":3}')
    expect(readAssigned(page, 'state')).toEqual({ a: 1, b: 2 })
    expect(readAssigned(page, 'state', ['a'])).toBe(1)
    expect(readAllAssigned(page, 'state')).toEqual([{}, { a: 1, b: 2 }, { a: 3 }])
  })

  test('ignores comments and templates in the page', () => {
    const trap = script('metaData = {"a":1}')
    expect(readAssigned(`<!--${trap}--><template>${trap}</template>`, 'metaData')).toBeUndefined()
  })
})

describe('readScriptJson', () => {
  test.each([
    [
      '<script id="__NEXT_DATA__" type="application/json">{"props":{"a":[1]}}</script>',
      { id: '__NEXT_DATA__' },
      ['props', 'a', 0],
      1,
    ],
    ['<script data-name=query> {"a":1} \n</script>', { attributes: { 'data-name': 'query' } }, [], { a: 1 }],
    ['<script id=a><!--{"a":1}--></script>', { id: 'a' }, ['a'], 1],
    ['<script id=a>//<![CDATA[\n{"a":1}\n//]]></script>', { id: 'a' }, ['a'], 1],
    ['<script id=a>{a:1,}</script>', { id: 'a' }, ['a'], 1],
    ['<script id=a>{&quot;a&quot;:1}</script>', { id: 'a' }, ['a'], 1],
    ['<script id=a>"{\\"a\\":1}"</script>', { id: 'a' }, ['a'], 1],
    ['<script id=a>{"a":</script>', { id: 'a' }, [], undefined],
    ['<script id=b>1</script>', { id: 'a' }, [], undefined],
  ] as const)('%s', (html, wanted, path, value) => {
    expect(readScriptJson(html, wanted, path)).toEqual(value)
  })

  test('returns the fullest of several', () => {
    const html = '<script id=a>{"p":{}}</script><script id=a>{"p":{"a":1}}</script>'
    expect(readScriptJson(html, { id: 'a' }, ['p'])).toEqual({ a: 1 })
  })

  test('reads all of them except those without JSON', () => {
    const html =
      '<script type="application/json">1</script><script type="application/json">{</script><script type="application/json">{"a":2}</script>'
    expect(readAllScriptJson(html, { type: 'application/json' })).toEqual([1, { a: 2 }])
  })
})
