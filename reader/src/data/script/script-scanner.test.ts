// Finding script elements, compared with a full HTML parser.
import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../../html/bytes.ts'
import { buildTree } from '../../html/html-tree.ts'
import { findScripts, type ScriptElement } from './script-scanner.ts'
import { eachScriptInTree } from '../json-ld.ts'

function bodies(html: string, wanted = {}): string[] {
  const bytes = Buffer.from(html)
  return findScripts(bytes, wanted).map(script => bytes.toString('utf8', script.start, script.end))
}

const examples: readonly [what: string, html: string, bodies: string[]][] = [
  ['two scripts', '<script>a</script><p><script>b</script>', ['a', 'b']],
  ['upper case and space in tags', '<SCRIPT>a</Script\n>b', ['a']],
  ['an end tag with a longer name', '<script>a</scripty></script>', ['a</scripty>']],
  ['a script that never ends', '<script>a</p>', ['a</p>']],
  ['a tag that never ends', '<p><script a=">', []],
  ['an empty script', '<script></script>', ['']],
  ['a slash that does not close the script', '<script/>a</script>', ['a']],
  ['in a comment', '<!-- <script>a</script> --><script>b</script>', ['b']],
  ['after an abruptly closed comment', '<!--><script>a</script>-->', ['a']],
  ['after a comment closed with a bang', '<!-- --!><script>a</script>', ['a']],
  ['in an attribute', '<p title="<script>a</script>"><script>b</script>', ['b']],
  ['in an unquoted attribute', '<p title=<script>a</script>', []],
  ['in an end tag', '</p title="<script>"><script>a</script>', ['a']],
  ['in a text area', '<textarea><script>a</script></textarea><script>b</script>', ['b']],
  ['in a title', '<title><script>a</script></title><script>b</script>', ['b']],
  ['in a style', '<style>/*<script>a</script>*/</style><script>b</script>', ['b']],
  ['in an inert template', '<template><script>a</script></template><script>b</script>', ['b']],
  ['in a live template', '<template shadowrootmode="open"><script>a</script></template>', ['a']],
  ['in noscript', '<noscript><script>a</script></noscript>', ['a']],
  ['after plaintext', '<plaintext><script>a</script>', []],
  ['escaped twice', '<script><!-- <script>a</script> --></script><p>', ['<!-- <script>a</script> -->']],
  ['escaped once', '<script><!-- a</script> -->', ['<!-- a']],
  ['escaping that ends at once', '<script><!--><script>a</script>', ['<!--><script>a']],
  ['in SVG, where it is markup', '<svg><script>a</script></svg><script>b</script>', ['b']],
  ['after a style in SVG', '<svg><style><a></style></svg><script>a</script>', ['a']],
  ['in HTML inside SVG', '<svg><foreignObject><script>a</script></foreignObject></svg>', ['a']],
  [
    'after SVG that a div ends',
    '<svg><g><div></div><title></g><script>a</script></title><script>b</script>',
    ['b'],
  ],
  ['in CDATA of SVG', '<svg><![CDATA[><script>a</script>]]></svg><script>b</script>', ['b']],
  ['in a bogus comment, which ends at the first bracket', '<![CDATA[<script>a</script>]]>', []],
  ['after a bogus comment', '<![CDATA[ > <script>a</script>]]>', ['a']],
  ['text with other scripts in it', '<p>a < b</p><script>größe</script>', ['größe']],
]

describe('findScripts', () => {
  test.each(examples)('%s', (_what, html, expected) => {
    expect(bodies(html)).toEqual(expected)
  })

  test('reads attributes: case, quotes, entities, the first of duplicates', () => {
    const [script] = findScripts(
      `<script ID=a class='b c' data-x="&quot;1&quot; &amp; 2" async id="z" x = y></script>`,
    )
    expect([...(script?.attributes ?? [])]).toEqual([
      ['id', 'a'],
      ['class', 'b c'],
      ['data-x', '"1" & 2'],
      ['async', ''],
      ['x', 'y'],
    ])
  })

  const page = `<script id="__NEXT_DATA__" type="application/json">1</script>
    <script class="re-1-7 wide" type="Application/JSON; charset=utf-8">{"graphqlCache":2}</script>
    <script data-name=query>3</script>`
  test.each([
    [{ id: '__NEXT_DATA__' }, ['1']],
    [{ type: 'application/json' }, ['1', '{"graphqlCache":2}']],
    [{ class: 're-1-7' }, ['{"graphqlCache":2}']],
    [{ attributes: { class: /^re-1-\d/ } }, ['{"graphqlCache":2}']],
    [{ attributes: { 'data-name': 'query' } }, ['3']],
    [{ attributes: { 'data-name': true } }, ['3']],
    [{ attributes: { 'data-name': 'other' } }, []],
    [{ type: 'application/json', contains: 'graphqlCache' }, ['{"graphqlCache":2}']],
    [{ contains: 'data-name' }, []],
  ] as const)('finds %j', (wanted, expected) => {
    expect(bodies(page, wanted)).toEqual(expected)
  })

  test('works on a view into a larger buffer', () => {
    const bytes = Buffer.from(`xx${page}`).subarray(2)
    expect(findScripts(bytes, { contains: 'graphqlCache' })[0]?.attributes.get('class')).toBe('re-1-7 wide')
  })
})

/** The attributes and bodies of scripts outside templates, found by the full parser. */
function reference(html: string): string[] {
  const found: string[] = []
  let templates = 0
  let script: string | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'template') templates++
      if (name === 'script' && templates === 0) script = JSON.stringify(Object.entries(attributes))
    },
    ontext: text => {
      if (script !== undefined) script += text
    },
    onclosetag: name => {
      if (name === 'template') templates--
      if (name === 'script' && script !== undefined) {
        found.push(script)
        script = undefined
      }
    },
  })
  parser.end(html)
  return found
}

// The full parser deviates from the standard for escaped scripts, CDATA in HTML, quotes in end tags and end tags across a
// template: such documents are in the table above and excluded here.
const pieces = fc.constantFrom(
  ...`<script>|<SCRIPT type=a>|<script |<script/>|<script a=">|</script>|</Script >|</scriptx>|<scriptx>|<p>|</p>|</div>|<br/>
<div title="|<div title='|<div title=|<a b = "c" d='e' f>|<img alt="<script>">|<textarea>|</textarea>|<title>|</title>
<style>|</style>|<iframe>|</iframe>|<xmp>|</xmp>|<noembed>|</noembed>|<noframes>|</noframes>|<noscript>|</noscript>
<template><script>t</script></template>|<svg><style><b/></style></svg>|<svg><path d="x"/></svg>|<!-- | -->|<!doctype html>
<!x|<?php|</ x>|</>|</|<|>|/|/>|"|'|=| |text|é|-|!|{"a":"</div>"}|&amp;`.split(/[|\n]/),
)
const documents = fc.array(pieces, { maxLength: 30 }).map(list => list.join(''))

test('fuzz, 10,000 documents: the same scripts from a tree', () => {
  fc.assert(
    fc.property(documents, html => {
      const found: ScriptElement[] = []
      eachScriptInTree(buildTree(toBytes(html)), {}, script => {
        found.push(script)
        return false
      })
      expect(found).toEqual(findScripts(html))
    }),
    { numRuns: 10_000 },
  )
})

test('fuzz, 10,000 documents: the same scripts as a full HTML parser', () => {
  fc.assert(
    fc.property(documents, html => {
      fc.pre(!/<script[^]*<!--/i.test(html) && !/<\/[a-z][^>]*["']/i.test(html))
      const bytes = Buffer.from(html)
      const found = findScripts(bytes).map(
        script => JSON.stringify([...script.attributes]) + bytes.toString('utf8', script.start, script.end),
      )
      expect(found).toEqual(reference(html))
    }),
    { numRuns: 10_000 },
  )
})
