// Reading a page takes at most eight times its size in memory, measured in a separate process.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

// Everything a read allocates is still alive when the candidates are collected, so this is close to the peak.
const MEASURE = `
const { collectCandidates } = await import(${JSON.stringify(new URL('collect-candidates.ts', import.meta.url).href)})
const card = n => \`<li class="product-card" id="c\${n}"><a href="/p/\${n}" title="Cup">Cup of the number \${n}</a><span class="price">€\${n}.90</span><p>SKU: C-\${n}</p></li>\`
const cards = Array.from({ length: 4000 }, (_, n) => card(n)).join('')
const script = \`<script>window.data = \${JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ sku: 'C-' + n, price: n })))}</script>\`
const page = Buffer.from(\`<title>Blue cup</title><h1>Blue cup</h1><p>€12.90</p>\${script}<ul>\${cards}</ul>\`)
const live = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external }
collectCandidates(page, 'https://shop.example/p/1')
const before = live()
const kept = collectCandidates(page, 'https://shop.example/p/1')
const after = live()
if (kept.amounts.length === 0) throw new Error('nothing was read')
console.log(JSON.stringify({ page: page.length, kept: after - before }))
`

test('reading a page takes at most eight times its size in memory', () => {
  const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', MEASURE], {
    encoding: 'utf8',
  })
  const { page, kept } = JSON.parse(output) as { page: number; kept: number }
  expect(page).toBeGreaterThan(500_000)
  expect(kept).toBeGreaterThan(page / 10)
  expect(kept).toBeLessThan(8 * page)
}, 60_000)
