// Malformed markup of every kind: the text between the tags is never lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutHiddenElements } from './strip-markup.ts'
import { htmlToText } from './text.ts'

test.each([
  // A tag that is never closed, in the middle of a text.
  ['Soft <b and warm <i>wool</i>.', 'Soft and warm wool.'],
  ['Soft <a href="/x" and warm <i>wool</i>.', 'Soft and warm wool.'],
  ['Soft <a href="/x and warm</a> wool', 'Soft and warm wool'],
  ['Soft <br and warm', 'Soft\nand warm'],
  ['Soft <p class="a" id=b', 'Soft'],
  ['Soft </b and warm <i>wool</i>', 'Soft and warm wool'],
  ['Soft <b<i>wool</i>', 'Soft wool'],
  ['Soft <img src="a.png" alt="b <p>wool</p>', 'Soft\nwool'],
  // A quote that is never closed, and one that contains markup.
  ['<a href="/x>Soft</a> and <b class="y">warm</b>', 'Soft and warm'],
  ["<a title='it's soft'>wool</a>", 'wool'],
  ['<a title="5 > 3 <b>bold</b>">wool</a>', 'wool'],
  ['<a href="/x"title="y">wool</a>', 'wool'],
  ['<a "stray" = x>wool</a>', 'wool'],
  ['<a href=>wool</a>', 'wool'],
  ['<a href=/x/>wool</a>', 'wool'],
  // Comments and declarations.
  ['a <!-- b <b>c</b>', 'a b c'],
  ['a <!--> b', 'a b'],
  ['a <!---> b --> c', 'a c'],
  ['a <! b <b>c</b>', 'a b c'],
  ['<!doctype html>a<?xml version="1.0"?>b', 'ab'],
  ['<![CDATA[Soft <b>wool</b>]]>', 'Soft wool'],
  // Elements that are skipped up to their own end tag only.
  ['a <script>b()', 'a b()'],
  ['a <style>b{}</style >c</style>d', 'a cd'],
  ['a <SCRIPT>"</scripty>"</Script>b', 'a b'],
  ['a <svg><title>x</title></svg> b', 'a b'],
  ['a <script b <i>c</i></script>d', 'a d'],
  // Characters that only look like markup.
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['a <3 b << c', 'a <3 b << c'],
  ['a </> b </ c', 'a b c'],
  ['a <', 'a <'],
  ['</p></p>a</div>b', 'a\nb'],
  ['<ul><li>a<li <b>b</b><li>', '- a\n- b'],
  ['<P>A</P><LI class=x>B', 'A\n- B'],
  ['<pre-order>a</pre-order>', 'a'],
])('%s', (html, wanted) => expect(htmlToText(html)).toBe(wanted))

test.each([
  ['<p>a</p><script>1</script><b>c</b>', '<p>a</p> <b>c</b>'],
  ['a<STYLE x>1</style >b<template><script>2</script></template>c', 'a b c'],
  ['a<script>1<style>2</style>b', 'a<script>1 b'],
  ['a<scripts>1</scripts>', 'a<scripts>1</scripts>'],
])('without hidden elements: %s', (html, wanted) => expect(withoutHiddenElements(html)).toBe(wanted))

test('every word outside complete tags is in the text, whatever is malformed around it', () => {
  const broken = fc.constantFrom(
    '<b>',
    '</b>',
    '<b ',
    '<a href="x" ',
    "<a href='x'>",
    '<a href="x>',
    '<p ',
    '</p ',
    '<br/>',
    '<li>',
    '<!-- ',
    '<style>',
    '<![CDATA[',
    '&amp;',
    '< ',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(broken, { maxLength: 12 }), pieces => {
      // A complete tag between two broken pieces limits the damage.
      const html = pieces.map((piece, i) => `${piece} word${i} <i>kept${i}</i> `).join('')
      const text = htmlToText(html)
      for (const i of pieces.keys()) expect(text).toMatch(new RegExp(`word${i} [^]*kept${i}`))
    }),
  )
})
