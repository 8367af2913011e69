// Filters of selectors: they rule out much, and never an element that matches.
import { describe, expect, it } from 'vitest'
import { toBytes } from '../bytes.ts'
import { buildTree } from '../html-tree.ts'
import { parseHtml } from '../parse-html.ts'
import { mayOccur, selectorFilters, treeFilterOf } from './selector-bloom.ts'

const HTML =
  '<main><table class="spec wide"><tr><td SCOPE=row>a</td></tr></table><p itemprop=name>b</p></main>'

function occurs(css: string, html = HTML): boolean {
  return mayOccur(treeFilterOf(buildTree(toBytes(html))), selectorFilters(css))
}

describe('a page without', () => {
  it.each([
    ['the element', 'dt'],
    ['the class', '.price'],
    ['the class of an ancestor', '.sheet td'],
    ['the attribute', '[itemtype$="schema.org/Product"]'],
    ['any of the alternatives', 'dt, .price, td[headers]'],
  ])('%s is ruled out', (_what, css) => {
    expect(occurs(css)).toBe(false)
  })
})

describe('nothing is ruled out', () => {
  it.each([
    ['an element', 'td'],
    ['an ancestor', '.spec td, .sheet td'],
    ['an attribute in upper case', 'td[scope=row]'],
    ['an attribute that must not have a value', 'td[headers!=x]'],
    ['a negation', 'td:not(.sheet)'],
  ])('that may match: %s', (_what, css) => {
    expect(occurs(css)).toBe(true)
    expect(parseHtml(HTML).select(css)).toHaveLength(1)
  })

  it.each([
    ['a class with a character reference', '<p class="a &#112;rice">', '.price'],
    ['a class beside one that is not ASCII', '<p class="größe price">', '.price'],
    ['a class after a duplicate attribute', '<p class=price class=other>', '.price'],
    ['an attribute written with the Kelvin sign', '<p data-\u212aey=1>', '[data-key]'],
  ])('by %s', (_what, html, css) => {
    expect(parseHtml(html).select(css)).toHaveLength(1)
  })
})
