// readMicrodata: items, nesting, references and options.
import { describe, expect, test } from 'vitest'
import { type MicrodataOptions, readMicrodata } from './microdata.ts'

const lamp = `<div itemscope itemtype="https://schema.org/Product" itemref="more other" itemid=" urn:lamp ">
  <h1 itemprop="name">Desk <b>lamp</b>, black</h1>
  <img itemprop="image" src=" /a.jpg "><img itemprop=image data-src=x content="b.jpg"><a itemprop="url sameAs" href="?p=1">x</a>
  <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
    <span itemprop="price" content="19.90">19,90 €</span><link itemprop="availability" href="https://schema.org/InStock">
    <time itemprop="validFrom" datetime="2024-01-01">today</time><data itemprop="sku" value="S1">S-1</data></div>
</div>
<p id="more"><span itemprop="color">black</span><span itemscope itemtype="x"><i itemprop="name">Not the lamp</i></span></p>
<p itemprop="weight" id="other">2 kg</p>`

const offer = {
  type: 'https://schema.org/Offer',
  properties: {
    priceCurrency: 'EUR',
    price: '19.90',
    availability: 'https://schema.org/InStock',
    validFrom: '2024-01-01',
    sku: 'S1',
  },
}

const examples: readonly [what: string, html: string, options: MicrodataOptions, items: unknown][] = [
  [
    'values, nesting and references',
    lamp,
    {},
    [
      {
        type: 'https://schema.org/Product',
        id: 'urn:lamp',
        properties: {
          name: 'Desk lamp, black',
          image: ['https://shop.example/a.jpg', 'https://shop.example/x/b.jpg'],
          url: 'https://shop.example/x/y?p=1',
          sameAs: 'https://shop.example/x/y?p=1',
          offers: offer,
          color: 'black',
          weight: '2 kg',
        },
      },
      { type: 'x', properties: { name: 'Not the lamp' } },
    ],
  ],
  ['an item without properties', '<p itemscope itemtype="a">text</p>', {}, [{ type: 'a', value: 'text' }]],
  [
    'no id for an item without a type',
    '<p itemscope itemid="a"><b itemprop="c">d</b></p>',
    {},
    [{ properties: { c: 'd' } }],
  ],
  [
    'strict: always lists',
    '<p itemscope itemtype="a b"><b itemprop="c">d</b></p>',
    { strict: true },
    [{ type: ['a', 'b'], properties: { c: ['d'] } }],
  ],
  [
    'flat: items refer to each other',
    '<p itemscope><b itemprop="c" itemscope><i itemprop="d">e</i></b></p>',
    { nested: false },
    [
      { iid: 1, properties: { c: { iid_ref: 2 } } },
      { iid: 2, properties: { d: 'e' } },
    ],
  ],
  [
    'with text',
    '<div itemscope><h2 itemprop="a">b</h2><script>x</script><ul><li>c<li>d <!-- no -->e</ul>(<b>f</b>)</div>',
    { addTextContent: true },
    [{ properties: { a: 'b' }, textContent: 'b\n\nc\nd e\n\n(f)' }],
  ],
  [
    'the inputs of an action',
    '<form itemscope><input itemprop="query-input" name="q" required></form>',
    {},
    [{ properties: { 'query-input': { valueRequired: true, valueName: 'q' } } }],
  ],
  [
    'an item that refers to itself',
    '<div itemscope id="a" itemref="a"><b itemprop="c">d</b></div>',
    {},
    [{ properties: { c: ['d', 'd'] } }],
  ],
  [
    'upper case and unquoted',
    '<DIV ITEMSCOPE ITEMTYPE=a><SPAN ITEMPROP=b>c</SPAN></DIV>',
    {},
    [{ type: 'a', properties: { b: 'c' } }],
  ],
  ['nothing', '<p>text</p>', {}, []],
]

describe('readMicrodata', () => {
  test.each(examples)('%s', (_what, html, options, items) => {
    expect(readMicrodata(html, 'https://shop.example/x/y', options)).toEqual(items)
    expect(readMicrodata(Buffer.from(html), 'https://shop.example/x/y', options)).toEqual(items)
  })

  test('leaves references relative without a base URL', () => {
    expect(readMicrodata('<p itemscope><a itemprop="u" href="../a">x</a></p>')).toEqual([
      { properties: { u: '../a' } },
    ])
  })

  test('handles two items that refer to each other', () => {
    const html = '<p itemscope id=a itemref=b><p itemprop=x itemscope id=b itemref=a>'
    expect(readMicrodata(html)).toHaveLength(1)
  })
})
