// Scores readProduct on whole product pages: F1 per attribute, as the benchmark's README defines it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Product, readProduct } from '../../src/kit/product/read-product.ts'
import { compareDecimals, readRows, type Score } from './score.ts'

type Row = { id: string; input: { url: string; html_gz: string }; expected: Record<string, string[]> }
type Count = { tp: number; fp: number; fn: number; failures: string[] }

const ATTRIBUTES: readonly { name: keyof Product; peers: string; goal: number }[] = [
  { name: 'price', peers: '.918 .824 .685', goal: 0.94 },
  { name: 'sku', peers: '.841 .765 .537', goal: 0.87 },
  { name: 'availability', peers: '.957 .943 .626', goal: 0.97 },
  { name: 'currency', peers: 'none', goal: 0.97 },
  { name: 'brand', peers: 'none', goal: 0.9 },
  { name: 'mpn', peers: 'none', goal: 0 },
  { name: 'gtin', peers: 'none', goal: 0 },
]

export function scoreProductPages(peers: string): Score[] {
  const folder = join(peers, 'product-pages')
  const rows = readRows<Row>(folder, 'cases.json')
  const products = rows.map(({ id, input }) =>
    readProduct(
      gunzipSync(readFileSync(join(folder, input.html_gz ?? `${id}.html.gz`))).toString('utf8'),
      input.url,
    ),
  )
  return ATTRIBUTES.map(({ name, peers: published, goal }) => {
    const count: Count = { tp: 0, fp: 0, fn: 0, failures: [] }
    rows.forEach((row, index) => judge(row, name, products[index], count))
    const { tp, fp, fn, failures } = count
    const precision = tp + fp === 0 ? 0 : tp / (tp + fp)
    const recall = tp + fn === 0 ? 0 : tp / (tp + fn)
    const f1 = tp === 0 ? 0 : (2 * precision * recall) / (precision + recall)
    const text = `F1 ${f1.toFixed(3)}  P ${precision.toFixed(3)}  R ${recall.toFixed(3)}`
    return {
      suite: `product pages: ${name}`,
      passed: tp,
      total: tp + fn,
      peers: published,
      goal,
      failures,
      figure: { value: f1, text },
    }
  })
}

function judge(row: Row, name: keyof Product, product: Product | undefined, count: Count): void {
  const wanted = row.expected[name] ?? []
  const value = product?.[name]
  const ours = typeof value === 'string' ? value : null
  const agrees =
    ours !== null && wanted.some(one => (name === 'price' ? compareDecimals(ours, one) : ours === one))
  if (agrees) count.tp++
  if (ours !== null && !agrees) count.fp++
  if (!agrees && wanted.length > 0) count.fn++
  if (!agrees && (ours !== null || wanted.length > 0)) {
    count.failures.push(
      `${row.id.slice(0, 6)} ${row.input.url.slice(0, 80)} wanted ${JSON.stringify(wanted)} got ${ours} (${product?.sources[name as 'price'] ?? 'none'})`,
    )
  }
}
