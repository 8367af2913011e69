// Runs saved pages of shop platforms through their adapters and prints what was read, file by file.
// npm run check:platforms -- <folder or file> ...
// A manifest.json in the folder may say what a person found in each file; its facts are printed below.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { recognisePlatform } from '../platforms/index.ts'
import { type PlatformReadings, toHostProduct } from '../src/general/reader-product.ts'
import { mergeReadings } from '../src/general/merge/merge-readings.ts'
import type { ShopAddress } from '../src/kit/index.ts'
import { Fault } from '../src/kit/fault.ts'
import type { GeneralProduct } from '../src/kit/general/general-product.ts'
import { makePage } from '../src/kit/page/page.ts'
import { findPageUrl, readProduct } from '../src/reader/index.ts'

type Shown = Partial<GeneralProduct>

const paths = process.argv.slice(2)
if (paths.length === 0 || !paths.every(path => existsSync(path))) {
  console.error('Usage: npm run check:platforms -- <folder or file> ...')
  process.exit(2)
}
const counts = { products: 0, priced: 0, unread: 0 }
for (const path of paths) {
  const root = statSync(path).isDirectory() ? path : dirname(path)
  const found = globSync('**/*.{html,htm}', { cwd: root }).toSorted()
  const files = root === path ? found.map(file => join(root, file)) : [path]
  const facts = factsIn(root)
  for (const file of files) report(file, relative(root, file), facts)
}
console.log(
  `\n${counts.products} products, ${counts.priced} with an amount; ${counts.unread} files without a product`,
)

function factsIn(root: string): ReadonlyMap<string, unknown> {
  const file = join(root, 'manifest.json')
  const entries: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const rows = Array.isArray(entries) ? (entries as { file?: string; facts?: unknown }[]) : []
  return new Map(rows.map(row => [row.file ?? '', row.facts]))
}

function report(file: string, name: string, facts: ReadonlyMap<string, unknown>): void {
  const bytes = readFileSync(file)
  console.log(`\n${name}`)
  try {
    const product = readPage(bytes)
    print(product)
    counts.products++
    if (product.price || (product.variants?.length ?? 0) > 0) counts.priced++
  } catch (error) {
    counts.unread++
    console.log(`  ${error instanceof Fault ? `${error.code}: ${error.message}` : String(error)}`)
  }
  if (facts.has(name)) console.log(`  facts: ${JSON.stringify(facts.get(name)).slice(0, 400)}`)
}

function readPage(body: Uint8Array): Shown {
  const text = new TextDecoder().decode(body)
  const address = findPageUrl(body) ?? 'https://shop.example/'
  const url = new URL(address, 'https://shop.example/')
  const page = makePage({
    url,
    status: 200,
    headers: { 'content-type': 'text/html' },
    body,
    charset: 'utf-8',
  })
  const recognised = recognisePlatform(page)
  const shop: ShopAddress = { base: url.origin, facts: recognised?.facts ?? {} }
  const found: PlatformReadings | undefined = recognised && {
    platform: recognised.platform.name,
    by: recognised.by,
    readings: recognised.platform.product.read(page, {}, shop),
    leftOut: [],
  }
  console.log(
    `  page of ${found ? `${found.platform} (${found.by}), ${found.readings.length} readings` : 'no known platform'}`,
  )
  const read = readProduct(text, url.href)
  try {
    return toHostProduct({ read, url: url.href, shop: url.host, fetchedAtMs: 0 }, found)
  } catch (error) {
    // Of an excerpt, what the platform's data state is shown without a name.
    const fields = mergeReadings(found?.readings ?? [], undefined).fields as Shown
    if (fields.price || (fields.variants?.length ?? 0) > 0) return fields
    throw error
  }
}

function print(product: Shown): void {
  const { name, price, list_price: list, price_max: most, availability, variants = [] } = product
  const money = (one: { amount: string; currency: string } | null | undefined) =>
    one ? `${one.amount} ${one.currency}` : '–'
  console.log(
    `  ${name ?? '(no name)'} · ${product.brand ?? '–'} · sku ${product.sku ?? '–'} · gtin ${product.gtin ?? '–'}`,
  )
  console.log(
    `    price ${money(price)}, list ${money(list)}, most ${money(most)}, ${availability ?? 'stock not stated'}, ${product.images?.length ?? 0} images`,
  )
  const options = variants.map(one => {
    const choice = [one.size, one.color].filter(Boolean).join(' · ')
    return `${choice} ${money(one.price)} ${one.availability ?? ''}`.trim()
  })
  if (variants.length > 0) console.log(`    ${variants.length} variants: ${options.slice(0, 8).join(' | ')}`)
  for (const one of product.other_prices ?? []) console.log(`    ${one.kind}: ${money(one.price)}`)
  for (const one of product.disputed ?? [])
    console.log(`    disputed ${one.field}: ${one.value} (${one.from})`)
}
