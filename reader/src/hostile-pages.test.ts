// Hostile pages: reading takes linear time and never throws.
import { expect, test } from 'vitest'
import { readProduct } from './index.ts'

const url = 'https://shop.example/p/1'
const repeat = (bytes: number, part: string | ((n: number) => string)): string => {
  const parts: string[] = []
  for (let size = 0, n = 0; size < bytes; n++) {
    const next = typeof part === 'string' ? part : part(n)
    parts.push(next)
    size += next.length
  }
  return parts.join('')
}

const PAGES: [what: string, make: (bytes: number) => string][] = [
  ['deep nesting', bytes => repeat(bytes, '<div class="price">')],
  ['deep nesting around prices', bytes => repeat(bytes, n => `<div class="p${n % 9}">€${n}.99`)],
  ['nothing but <', bytes => repeat(bytes, '<')],
  ['tags that never end', bytes => repeat(bytes, '<a b=')],
  ['unclosed everything', bytes => repeat(bytes, '<ul><li><b><i><span><td>€5 ')],
  ['endless prices', bytes => `<h1>Cup</h1>${repeat(bytes, n => `<p class="price">€${n}.90</p>`)}`],
  ['endless labels', bytes => `<h1>Cup</h1>${repeat(bytes, n => `<p>SKU: ${n}</p><p>Brand:</p>`)}`],
  ['one long word', bytes => `<h1>Cup</h1><p>${repeat(bytes, 'a')}</p>`],
  ['one long number', bytes => `<h1>Cup</h1><p class="price">${repeat(bytes, '1 ')}</p>`],
  ['spaces', bytes => `<h1>Cup</h1><p>Price:${repeat(bytes, ' ')}</p>`],
  [
    'a script of keys',
    bytes => `<h1>Cup</h1><script>${repeat(bytes, n => `"price":"${n}","sku":"A${n}",`)}</script>`,
  ],
  [
    'endless microdata',
    bytes => repeat(bytes, '<div itemscope itemtype="https://schema.org/Product"><b itemprop="brand">x</b>'),
  ],
  [
    'broken JSON-LD',
    bytes => `<script type="application/ld+json">${repeat(bytes, '{"@type":"Product","offers":[')}</script>`,
  ],
  [
    'endless products',
    bytes =>
      `<script type="application/ld+json">[${repeat(bytes, '{"@type":"Product","name":"x","offers":{"price":5}},')}{}]</script>`,
  ],
  [
    'endless state',
    bytes => `<script>window.s = ${repeat(bytes, '{"name":"abc","sku":1,"id":2,"price":[')}</script>`,
  ],
  ['endless assignments', bytes => `<script>${repeat(bytes, 'price = {a: ')}</script>`],
  [
    'a list of products in a state',
    bytes =>
      `<script type="application/json">[${repeat(bytes, '{"name":"abc","sku":1,"id":2,"price":3},')}{}]</script>`,
  ],
  ['long classes', bytes => repeat(bytes, `<p class="${'old-'.repeat(500)}">€5</p>`)],
  ['endless headings', bytes => `<title>Cup of tea</title>${repeat(bytes, '<h1>Cup of tea</h1>')}`],
  ['endless breadcrumbs', bytes => repeat(bytes, '<ul class="breadcrumb"><li><a href="/">x</a>')],
]

/** CPU time, so that other load on the machine does not count. */
function medianMs(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return times.toSorted((a, b) => a - b)[1] as number
}

test.each(PAGES)(
  '%s',
  (_what, make) => {
    const small = make(100_000)
    const large = make(400_000)
    readProduct(small, url)
    const one = medianMs(() => readProduct(small, url))
    const four = medianMs(() => readProduct(large, url))
    // Four times the page may take four times as long; quadratic work would take sixteen times. Short times are noise.
    expect(four).toBeLessThan(Math.max(9 * one, 300))
  },
  60_000,
)
