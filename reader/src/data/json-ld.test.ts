// JSON-LD blocks in all the forms that pages write, and finding items by type.
import { describe, expect, test } from 'vitest'
import { findTyped, readJsonLd, typesOf } from './json-ld.ts'

function block(text: string): string {
  return `<script type="application/ld+json">${text}</script>`
}

const item = { '@type': 'Product', name: 'Lamp' }
const text = JSON.stringify(item)

const pages: readonly [what: string, html: string, items: unknown[]][] = [
  ['one block', block(text), [item]],
  ['a list', block(`[${text},{"a":1}]`), [item, { a: 1 }]],
  ['several values in one block', block(`${text}\n${text};[${text}]`), [item, item, item]],
  ['a list after an object', block(`${text}[${text}]`), [item, item]],
  ['a graph, unchanged', block(`{"@graph":[${text}]}`), [{ '@graph': [item] }]],
  ['a malformed block between valid ones', block(text) + block('{"a":') + block(text), [item, item]],
  ['an extra brace', block(`${text}}`), [item]],
  ['words behind', block(`${text} and so on`), [item]],
  ['nothing, null, an empty object, a string', block(' \n') + block('null') + block('{}') + block('"a"'), []],
  ['inside an HTML comment', block(`<!--\n${text}\n-->`), [item]],
  ['after an HTML comment', block(`<!-- a note -->\n${text}`), [item]],
  ['CDATA around', block(`//<![CDATA[\n${text}\n//]]>`), [item]],
  ['CDATA in a comment', block(`/*<![CDATA[*/${text}/*]]>*/`), [item]],
  ['CDATA alone', block(`<![CDATA[${text}]]>`), [item]],
  ['a script comment', block(`// note\n${text}`), [item]],
  ['comments inside', block('{"a": 1, // one\n /* two */ "b": 2}'), [{ a: 1, b: 2 }]],
  ['trailing commas', block('{"a": [1,],}'), [{ a: [1] }]],
  ['a trailing semicolon', block(`${text};`), [item]],
  ['raw line breaks and controls', block('{"a": "x\ny\u0002"}'), [{ a: 'x\ny\u0002' }]],
  ['escapes that JSON lacks', block(String.raw`{"a": "it\'s c:\dir"}`), [{ a: String.raw`it's c:\dir` }]],
  ['a value that is missing', block('{"a":,"b": {"c": 1, "d": }}'), [{ b: { c: 1 } }]],
  ['a member that is missing', block('{,"a": 1,,"b": 2}'), [{ a: 1, b: 2 }]],
  ['a comma that is missing', block('{"a": "x"\n"b": {"c": 1} "d": 2}'), [{ a: 'x', b: { c: 1 }, d: 2 }]],
  ['a template that nobody filled in', block('{"a": {{ x.y }}, "b": {% z %}, "c": 1}'), [{ c: 1 }]],
  [
    'amounts without quotes',
    block('{"a": 1,299.00, "b": [{"a": 129,90}], "c": 1 299,00 €, "d": -5, "e": 6972,62}'),
    [{ a: '1,299.00', b: [{ a: '129,90' }], c: '1 299,00 €', d: -5, e: '6972,62' }],
  ],
  ['words without quotes', block('{"a": 21191-LAMP, "b": #N/A, "c": Lamp 12, "d": 1}'), [{ d: 1 }]],
  [
    'quotes that are not escaped',
    block('{"a": "Lamp 12" black", "b": "so \\"called\\" "lamp", or not", "c": 1}'),
    [{ a: 'Lamp 12" black', b: 'so "called" "lamp", or not', c: 1 }],
  ],
  ['entities instead of quotes', block('{&quot;a&quot;: &#34;b &amp; c&#34;}'), [{ a: 'b & c' }]],
  ['entities in a valid block', block('{"a": "b &amp; &quot;c&quot;"}'), [{ a: 'b &amp; &quot;c&quot;' }]],
  [
    'other spellings of the tag',
    `<SCRIPT data-x=1 TYPE='Application/LD+JSON; charset=utf-8'>${text}</SCRIPT >`,
    [item],
  ],
  ['an unquoted type', `<script type=application/ld+json>${text}</script>`, [item]],
  [
    'in a comment, an attribute, a template, a text area',
    `<!--${block(text)}--><p title='${block(text)}'><template>${block(text)}</template><textarea>${block(text)}</textarea>`,
    [],
  ],
  ['another type', `<script type="application/json">${text}</script>`, []],
]

describe('readJsonLd', () => {
  test.each(pages)('%s', (_what, html, items) => {
    expect(readJsonLd(html)).toEqual(items)
    expect(readJsonLd(Buffer.from(html))).toEqual(items)
  })
})

describe('findTyped', () => {
  const offer = { '@type': ['Thing', 'http://schema.org/Offer'], price: 1 }
  const product = { '@type': 'https://schema.org/Product', offers: offer }
  const page = { '@type': 'schema:WebPage', mainEntity: product }

  test.each([
    ['Product', [product]],
    ['Offer', [offer]],
    ['WebPage', [page]],
    ['Person', []],
  ])('%s', (type, found) => {
    expect(findTyped([{ '@graph': [page] }], type)).toEqual(found)
  })

  test('returns items in document order', () => {
    const list = [
      { '@type': 'Offer', n: 1, next: { '@type': 'Offer', n: 2 } },
      { '@type': 'Offer', n: 3 },
    ]
    expect(findTyped(list, 'Offer').map(offer => offer['n'])).toEqual([1, 2, 3])
  })

  test('ignores empty types', () => {
    expect(typesOf({ '@type': [1, null] })).toEqual([])
    expect(typesOf({})).toEqual([])
  })
})
