// Scores readProduct on whole labelled pages, unchanged and with all markup stripped: F1 per attribute.
import { type Product, readProduct } from '#reader'
import { isRight, type LabelledPage, readLabelledPages } from '../train/labelled-pages.ts'
import { stripMarkup } from '../train/strip-markup.ts'
import type { Score } from './score.ts'

type Attribute = 'price' | 'sku' | 'availability' | 'currency' | 'brand' | 'mpn' | 'gtin' | 'name'
type Count = { tp: number; fp: number; fn: number; failures: string[] }

const ATTRIBUTES: readonly { name: Attribute; peers: string; goal: number }[] = [
  { name: 'price', peers: '.914 .830 .638', goal: 0.94 },
  { name: 'sku', peers: '.798 .798 .453', goal: 0.92 },
  { name: 'availability', peers: '.957 .935 .647', goal: 0.97 },
  { name: 'currency', peers: 'none', goal: 0.97 },
  { name: 'brand', peers: 'none', goal: 0.9 },
  { name: 'mpn', peers: 'none', goal: 0 },
  { name: 'gtin', peers: 'none', goal: 0.97 },
]

type Read = { page: LabelledPage; product: Product }

/**
 * These pages also train the weights. `npm run train` prints the figures for held-out shops, which are the ones that
 * count.
 */
export function scoreProductPages(peers: string): Score[] {
  const pages = readLabelledPages([peers])
  const whole = pages.map(page => ({ page, product: readProduct(page.html, page.url) }))
  const stripped = pages.map(page => ({ page, product: readProduct(stripMarkup(page.html), page.url) }))
  const benchmark = whole.filter(({ page }) => page.folder === 'product-pages')
  const others = whole.filter(({ page }) => page.folder !== 'product-pages')
  return [
    ...ATTRIBUTES.map(({ name, peers: published, goal }) =>
      score(benchmark, name, 'product pages', published, goal),
    ),
    ...(['price', 'brand', 'gtin', 'name'] as const).map(name =>
      score(others, name, 'other pages', 'none', 0),
    ),
    score(stripped, 'price', 'all pages, markup stripped', 'none', 0.85),
    score(stripped, 'sku', 'all pages, markup stripped', 'none', 0),
    score(stripped, 'brand', 'all pages, markup stripped', 'none', 0),
  ]
}

function score(reads: readonly Read[], name: Attribute, what: string, peers: string, goal: number): Score {
  const count: Count = { tp: 0, fp: 0, fn: 0, failures: [] }
  for (const read of reads) judge(read, name, count)
  const { tp, fp, fn, failures } = count
  const precision = tp + fp === 0 ? 0 : tp / (tp + fp)
  const recall = tp + fn === 0 ? 0 : tp / (tp + fn)
  const f1 = tp === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  const text = `F1 ${f1.toFixed(3)}  P ${precision.toFixed(3)}  R ${recall.toFixed(3)}`
  return {
    suite: `${what}: ${name}`,
    passed: tp,
    total: tp + fn,
    peers,
    goal,
    failures,
    figure: { value: f1, text },
  }
}

function judge({ page, product }: Read, name: Attribute, count: Count): void {
  const wanted = page.truth[name]
  if (wanted === undefined) return
  const ours = answerOf(product, name)
  const agrees = ours !== null && isRight(name, ours, wanted)
  if (agrees) count.tp++
  if (ours !== null && !agrees) count.fp++
  if (!agrees && wanted.length > 0) count.fn++
  if (!agrees && (ours !== null || wanted.length > 0)) {
    const from = product.sources[name] ?? 'none'
    count.failures.push(
      `${page.id.slice(0, 8)} ${page.url.slice(0, 80)} wanted ${JSON.stringify(wanted)} got ${ours} (${from})`,
    )
  }
}

// Currencies are compared by code; an answer without availability counts as in stock.
function answerOf(product: Product, name: Attribute): string | null {
  if (name === 'currency') return product.iso_currency ?? product.currency
  return name === 'availability' ? (product.availability ?? 'in_stock') : product[name]
}
