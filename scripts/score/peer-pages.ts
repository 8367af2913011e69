// Scores readProduct on whole labelled pages, unchanged and with all markup stripped: F1 per attribute.
import { readProduct } from '#reader'
import { readLabelledPages } from '../train/labelled-pages.ts'
import { stripMarkup } from '../train/strip-markup.ts'
import { type Attribute, judgeReads, type Read } from './judge-reads.ts'
import type { Score } from './score.ts'

const ATTRIBUTES: readonly { name: Attribute; peers: string; goal: number }[] = [
  { name: 'price', peers: '.914 .830 .638', goal: 0.94 },
  { name: 'sku', peers: '.798 .798 .453', goal: 0.92 },
  { name: 'availability', peers: '.957 .935 .647', goal: 0.97 },
  { name: 'currency', peers: 'none', goal: 0.97 },
  { name: 'brand', peers: 'none', goal: 0.9 },
  { name: 'mpn', peers: 'none', goal: 0 },
  { name: 'gtin', peers: 'none', goal: 0.97 },
]

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
  const { pages, right, f1, failures } = judgeReads(name, reads)
  return {
    suite: `${what}: ${name}`,
    passed: right,
    total: pages,
    peers,
    goal,
    failures: [...failures],
    figure: { value: f1, text: `F1 ${f1.toFixed(3)}` },
  }
}
