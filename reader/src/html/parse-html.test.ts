// CSS selection and HTML parsing, compared with a full parser.
import { compile } from 'css-select'
import type { ChildNode, Element } from 'domhandler'
import { getElementsByTagName, textContent } from 'domutils'
import * as fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { type HtmlNode, parseHtml } from './parse-html.ts'

const page = `<!doctype html><html><body class="home page">
<ul id=grid><li class="card wide" data-id="1"><a href="/a?x=1&amp;y=2">One &lt;b&gt;</a><span class=price>$1<!-- no -->0</span>
<li class="card" data-id="2"><a href='/b'>Two</a><template><span class=price>hidden</span></template><span class="price">$20</span></ul>
<script>var a = "<li class='card'>&amp;"</script><textarea>&eacute;<b></textarea></body></html>`

describe('parseHtml', () => {
  const root = parseHtml(page)

  test.each([
    ['li.card', ['One <b>$10\n', 'Twohidden$20']],
    ['#grid > li:first-child a', ['One <b>']],
    ['li[data-id="2"] .price', ['$20']],
    ['li:not(.wide) a, .wide a', ['One <b>', 'Two']],
    ['li:has(a[href="/b"]) a', ['Two']],
    ['li + li a', ['Two']],
    ['a[HREF$=B i], a[href|="/b"]', ['Two']],
    ['ul :is(li.wide, p) > a', ['One <b>']],
    ['li:has(+ li:has(> [href="/b"])) > a', ['One <b>']],
    ['.none', []],
    ['script', [`var a = "<li class='card'>&amp;"`]],
    ['textarea', ['é<b>']],
    ['BODY UL LI:nth-child(2) > A', ['Two']],
  ])('%s', (css, texts) => {
    expect(root.select(css).map(node => node.text())).toEqual(texts)
    expect(root.first(css)?.text()).toBe(texts[0])
  })

  test.each(['a:contains("Two")', 'a:has(~ b)', 'a::before', ':nth-child(x)', 'a:hover', 'a || b'])(
    'rejects %s',
    css => expect(() => root.select(css)).toThrow(/not supported/),
  )

  test('selects only inside an element', () => {
    const [first, second] = root.select('li')
    expect(second?.select('a').map(node => node.attr('href'))).toEqual(['/b'])
    expect(second?.first('.price')?.text()).toBe('$20')
    expect(first?.select('#grid a')).toEqual([])
    expect(first?.select('li a')).toEqual([])
    expect(first?.select('> a')).toHaveLength(1)
    expect(root.first('ul')?.select('> a')).toHaveLength(0)
    expect(root.first('ul')?.select(':scope > li > a')).toHaveLength(2)
  })

  test('returns attributes, markup and neighbours', () => {
    const link = root.first('a')
    expect(link?.attr('HREF')).toBe('/a?x=1&y=2')
    expect(link?.attr('title')).toBeUndefined()
    expect(root.first('li')?.attrs()).toEqual({ class: 'card wide', 'data-id': '1' })
    expect(link?.next()?.attr('class')).toBe('price')
    expect(root.name).toBe('')
    expect(
      root
        .first('ul')
        ?.children()
        .map(node => node.name),
    ).toEqual(['li', 'li'])
  })

  test('distinguishes images in SVG from those in HTML', () => {
    const images = parseHtml('<image src=a><svg><image href=b></image></svg>').select('*')
    expect(images.map(node => node.name)).toEqual(['img', 'svg', 'image'])
  })

  test('accepts bytes', () => {
    expect(parseHtml(Buffer.from('<p>größe</p>')).first('p')?.text()).toBe('größe')
  })
})

describe('deep pages', () => {
  const depthOf = (root: HtmlNode): number => {
    let depth = 0
    for (let node = root.children()[0]; node; node = node.children()[0]) depth++
    return depth
  }

  test.each([
    [511, 511],
    [512, 512],
    [513, 512],
    [5_000, 512],
  ])('with %i nested elements have %i levels', (written, depth) => {
    const root = parseHtml(`${'<div>'.repeat(written)}in${'</div>'.repeat(written)}<p>after</p>`)
    expect(depthOf(root)).toBe(depth)
    expect(root.select('div')).toHaveLength(written)
    expect(root.text()).toBe('inafter')
    expect(root.children().map(node => node.name)).toEqual(['div', 'p'])
  })

  test('close elements by end tags at any depth', () => {
    const deep = '<b>'.repeat(600)
    const root = parseHtml(`<i>${deep}<u>one</u><script>"</b>"</script></i>two</b><p>three`)
    expect(root.children().map(node => [node.name, node.text()])).toEqual([
      ['i', 'one"</b>"'],
      ['p', 'three'],
    ])
    expect(root.first('script')?.text()).toBe('"</b>"')
  })

  test('ignore a form inside a form, however deep', () => {
    const root = parseHtml(`${'<b>'.repeat(80)}<form id=a><form id=b>x</form>y`)
    expect(root.select('form').map(node => node.attr('id'))).toEqual(['a'])
  })
})

/** Names, attributes and depth of all elements, and the whole text. */
function outline(root: HtmlNode): unknown {
  const walk = (node: HtmlNode): unknown[] =>
    node.children().map(child => [child.name, child.attrs(), walk(child)])
  return [walk(root), root.text()]
}

function isElement(node: ChildNode): node is Element {
  return 'attribs' in node
}

function referenceOutline(html: string): unknown {
  const walk = (nodes: ChildNode[]): unknown[] =>
    nodes.filter(isElement).map(node => [node.name.toLowerCase(), node.attribs, walk(node.children)])
  const document = parseDocument(html)
  return [walk(document.children), textContent(document)]
}

const pieces = fc.constantFrom(
  ...`<p>|</p>|<div>|</div>|<DIV CLASS=a>|<ul>|</ul>|<li>|</li>|<table>|<tr>|<td>|</td>|</table>|<a href="?a&amp;b">|</a>|<b>|</b>
<br>|</br>|<img src=x/>|<input disabled>|<select>|<option>|</select>|<h1>|<form>|</form>|<dd>|<dt>|<image>|text|é &amp; &eacute; &copy &x; |
<script>|</script>|<title>|</title>|<textarea>|</textarea>|<style>|</style>|<svg><path d="x"/></svg>|<svg><g a=x/></g>text</svg>|<svg viewbox="a"/>|<p id=a id=b x>
<!-- c -->|<!doctype html>|<?x>|</ y>|< |<|>|"|=|<span title='"'>|</span>`.split(/[|\n]/),
)

describe('fuzz', () => {
  test('10,000 documents: the same elements, attributes and text as a full HTML parser', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), list => {
        const html = list.join('')
        // Where the full parser deviates from the standard: quotes in end tags, and tags that never end.
        fc.pre(!/<\/[a-z][^>]*["'=]/i.test(html) && !/<\/?[a-z][^>]*$/i.test(html))
        expect(outline(parseHtml(html))).toEqual(referenceOutline(html))
      }),
      { numRuns: 10_000 },
    )
  })

  test('selectors match the same elements as in a full DOM', () => {
    const selectors = [
      'div p',
      'li > a',
      'td + td',
      '.a',
      '[href]',
      'b ~ b',
      'p:last-child',
      ':not(p) > b',
      'div:has(a)',
      'li:nth-child(2)',
      'li:nth-last-child(-n+2), td:nth-of-type(odd)',
      'b:only-of-type, p:only-child, a:first-of-type',
      'div > p ~ b, div li > *',
      'ul div > b, :not(div *) + p',
      'div:has(> p b), ul:has(li + li)',
      'div:has(p:has(a)), :is(td, li):not(:last-child) b',
      'body :root, p:root',
      'p ~ div b, p + b ~ a',
    ]
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), fc.constantFrom(...selectors), (list, css) => {
        const html = list.join('').replaceAll(/<\/?svg[^>]*>|["']/g, '')
        fc.pre(!/<\/?[a-z][^>]*$/i.test(html))
        const expected = getElementsByTagName('*', parseDocument(html)).filter(
          compile<ChildNode, Element>(css),
        )
        expect(
          parseHtml(html)
            .select(css)
            .map(node => node.name),
        ).toEqual(expected.map(node => node.name))
      }),
      { numRuns: 2_000 },
    )
  })
})
