// Judges what the reader returned for labelled pages, by attribute.
import type { Product } from '#reader'
import { isRight, type LabelledPage } from '../train/labelled-pages.ts'

export const ATTRIBUTES = [
  'price',
  'currency',
  'name',
  'availability',
  'sku',
  'brand',
  'gtin',
  'mpn',
] as const
export type Attribute = (typeof ATTRIBUTES)[number]

export interface Read {
  readonly page: LabelledPage
  readonly product: Product
}

export interface Figures {
  readonly pages: number
  readonly right: number
  readonly wrong: number
  readonly missed: number
  readonly f1: number
  /** Wrong answers with a confidence above .9. */
  readonly wrongAndSure: number
  readonly sure: number
  readonly failures: readonly string[]
}

/** As the benchmark counts: a wrong value is both false and missed. */
export function judgeReads(name: Attribute, reads: readonly Read[]): Figures {
  let [right, wrong, absent, pages, wrongAndSure, sure] = [0, 0, 0, 0, 0, 0]
  const failures: string[] = []
  for (const { page, product } of reads) {
    const wanted = page.truth[name]
    if (wanted === undefined) continue
    pages++
    const ours = answerOf(product, name, page.folder)
    const agrees = ours !== null && isRight(name, ours, wanted)
    const field = name === 'currency' ? 'iso_currency' : name
    const confidence = product.confidence[field] ?? 0
    if (agrees) right++
    else if (ours !== null) wrong++
    if (!agrees && wanted.length > 0) absent++
    if (ours !== null && confidence > 0.9) sure++
    if (ours !== null && !agrees && confidence > 0.9) wrongAndSure++
    if (!agrees && (ours !== null || wanted.length > 0))
      failures.push(
        `${page.id} wanted ${JSON.stringify(wanted)} got ${ours} (${product.sources[field] ?? 'none'}, ${product.places[field] ?? ''}, ${confidence})`,
      )
  }
  const f1 = right === 0 ? 0 : (2 * right) / (2 * right + wrong + absent)
  return { pages, right, wrong, missed: pages - right - wrong, f1, wrongAndSure, sure, failures }
}

/** In the benchmark's pages an answer without availability counts as in stock; elsewhere it is a miss. */
function answerOf(product: Product, name: Attribute, folder: string): string | null {
  if (name === 'currency') return product.iso_currency ?? product.currency
  if (name !== 'availability') return product[name]
  return product.availability ?? (folder === 'product-pages' ? 'in_stock' : null)
}

export function printFigures(title: string, reads: readonly Read[], showFailures: boolean): void {
  const products = reads.filter(({ page }) => page.isProduct)
  const refused = products.filter(({ product }) => !product.is_product)
  const others = reads.filter(({ page }) => !page.isProduct)
  const taken = others.filter(({ product }) => product.is_product)
  console.log(
    `${title}: ${refused.length} of ${products.length} products refused, ${taken.length} of ${others.length} other pages taken for a product`,
  )
  if (showFailures) {
    for (const { page } of refused) console.log(`    refused ${page.id} ${page.url}`)
    for (const { page, product } of taken)
      console.log(`    taken ${page.id} ${product.name} ${product.price} ${product.confidence.is_product}`)
  }
  for (const name of ATTRIBUTES) {
    const { pages, right, wrong, missed, f1, wrongAndSure, sure, failures } = judgeReads(name, products)
    if (pages === 0) continue
    console.log(
      `  ${name.padEnd(13)} F1 ${f1.toFixed(3)}  right ${right}, wrong ${wrong}, missed ${missed} of ${pages}; above .9: ${sure}, wrong ${wrongAndSure}`,
    )
    if (showFailures) for (const line of failures) console.log(`    ${line}`)
  }
}
