// Scores the reader on generated price blocks: node scripts/score-blocks.ts [--split=test] [--count=2400] [--seed=7] [--failures=KIND]
import { parseArgs } from 'node:util'
import { type Product, readProduct } from '#reader'
import { isPurchasable } from '#reader/product-shape'
import { type Block, makeBlocks, type Split } from './grammar/index.ts'

interface Verdict {
  readonly block: Block
  readonly product: Product
  readonly isRight: boolean
  readonly isSure: boolean
  readonly faults: readonly string[]
}

const { values } = parseArgs({
  options: {
    split: { type: 'string', default: 'test' },
    count: { type: 'string', default: '2400' },
    seed: { type: 'string', default: '7' },
    failures: { type: 'string' },
  },
})
const verdicts = Array.from(
  makeBlocks({ split: values.split as Split, count: Number(values.count), seed: Number(values.seed) }),
  judge,
)
printTable('kind', ({ block }) => block.kind)
printTable('language', ({ block }) => block.language)
printTable('corner', ({ block }) => block.corner)
printTable('all', () => 'all')
if (values.failures !== undefined) printFailures(values.failures)

function judge(block: Block): Verdict {
  const product = readProduct(Buffer.from(block.html), block.url)
  const { truth } = block
  const faults: string[] = []
  const isSame = (ours: string | null, wanted: string | null) =>
    ours === null || wanted === null ? ours === wanted : Number(ours) === Number(wanted)
  const isProduct = truth.page === 'product'
  if (isProduct && !product.is_product) faults.push('refused', ...(truth.price === null ? [] : ['price']))
  if (!isProduct && product.is_product) faults.push('taken')
  if (isProduct && product.is_product) {
    if (!isSame(product.price, truth.price)) faults.push('price')
    if (product.price !== null && truth.currency !== null && product.iso_currency !== truth.currency)
      faults.push('currency')
    const [ours, wanted] = [product.availability, truth.availability as Product['availability']]
    if (ours !== wanted && !(ours && wanted && isPurchasable(ours) && isPurchasable(wanted)))
      faults.push('availability')
    if (product.price !== null && !isSame(product.list_price, truth.listPrice)) faults.push('list price')
  }
  const isRight = !faults.some(fault => fault === 'price' || fault === 'currency' || fault === 'taken')
  const isSure = product.is_product && product.price !== null && (product.confidence.price ?? 0) > 0.9
  return { block, product, faults, isRight, isSure }
}

function printTable(name: string, keyOf: (verdict: Verdict) => string): void {
  const groups = Map.groupBy(verdicts, keyOf)
  console.log(`${name.padEnd(16)} blocks  price right  wrong>.9  refused taken currency avail list`)
  for (const [key, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const count = (isIn: (verdict: Verdict) => boolean) => group.filter(isIn).length
    const share = (part: number) => `${((100 * part) / group.length).toFixed(1)}%`
    const fault = (text: string) => share(count(({ faults }) => faults.includes(text))).padStart(7)
    console.log(
      `${key.padEnd(16)} ${String(group.length).padStart(5)} ${share(count(({ isRight }) => isRight)).padStart(10)} ${share(count(({ isRight, isSure }) => !isRight && isSure)).padStart(9)} ${fault('refused')}${fault('taken')}${fault('currency')}${fault('availability')}${fault('list price')}`,
    )
  }
  console.log()
}

function printFailures(kind: string): void {
  for (const { block, product, faults } of verdicts) {
    if (faults.length === 0 || (kind !== 'all' && block.kind !== kind)) continue
    const { price, iso_currency: currency, availability, list_price: list, confidence } = product
    const text = block.html
      .replace(/<(script|style|title)[^>]*>.*?<\/\1>/gis, ' ')
      .replace(/<[^>]*>/g, ' ¦ ')
      .replace(/(?:\s*¦)+\s*/g, ' ¦ ')
      .replace(/&nbsp;/g, ' ')
    console.log(`${block.id} ${block.language} ${block.kind} ${block.skin} ${faults.join(', ')}`)
    console.log(
      `  got ${price} ${currency} ${availability} list ${list} at ${confidence.price}; product ${product.is_product}`,
    )
    const { truth } = block
    console.log(
      `  want ${truth.price} ${truth.currency} ${truth.availability} list ${truth.listPrice} ${truth.page} ${block.url}`,
    )
    console.log(`  ${text.slice(0, 700)}`)
  }
}
