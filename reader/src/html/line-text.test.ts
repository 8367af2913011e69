// The text of an element on one line.
import { describe, expect, it } from 'vitest'
import { parseHtml } from './parse-html.ts'

describe('the line', () => {
  it.each([
    ['  a\n\t b  ', undefined, 'a b'],
    ['1750&nbsp;&euro;', undefined, '1750 €'],
    ['first<br>second', undefined, 'first second'],
    ['<p>first</p><p>second</p>', undefined, 'first second'],
    ['<ul><li>one</li><li>two</li></ul>', undefined, 'one two'],
    ['<span>$</span>24,900', undefined, '$24,900'],
    ['31 mm<script>var a = "<b>40 mm</b>"</script><style>.b{}</style>', undefined, '31 mm'],
    ['a<!-- not this -->b', undefined, 'ab'],
    ['31 mm <button>Try <b>it</b> on</button> wide', 'button', '31 mm wide'],
    ['<i class="x">a<i class="x">b</i></i>c', '.x', 'c'],
    ['a <b>b</b> <b class="keep">c</b>', 'b:not(.keep)', 'a c'],
    ['value <a><i class="icon"></i>extra</a>', ':has(> .icon)', 'value'],
    ['', undefined, ''],
  ])('of %j without %j is %j', (html, except, line) => {
    const cell = parseHtml(`<div id="cell">${html}</div><div>outside</div>`).first('#cell')
    expect(cell?.line(except)).toBe(line)
  })

  it('is not emptied by a selector that matches the element itself', () => {
    expect(parseHtml('<p class="a">text</p>').first('p')?.line('.a')).toBe('text')
  })
})
