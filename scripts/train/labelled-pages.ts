// Reads folders of labelled pages and decides which answers are right for a page.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { currencyFromSymbol } from '#reader/values/currency'
import { type Availability, isPurchasable, parseAvailability } from '#reader/product-shape'
import type { ScoredField } from '#reader/candidate'
import { usualCurrencySymbol } from '#reader/values/currency-by-country'

interface Row {
  readonly id: string
  /** Some pages were kept without their address. */
  readonly input: { readonly url: string | null; readonly html_gz?: string }
  readonly expected: Readonly<Record<string, readonly string[] | null | undefined>> & {
    readonly is_product?: boolean
  }
  readonly corrected?: Readonly<Record<string, readonly string[] | undefined>>
}

export interface LabelledPage {
  readonly id: string
  readonly folder: string
  readonly shop: string
  readonly url: string
  readonly html: Buffer
  /** False for pages that are about something else. */
  readonly isProduct: boolean
  /** The accepted answers by attribute; an empty list: the page has none; undefined: unknown. */
  readonly truth: Readonly<Record<string, readonly string[] | undefined>>
}

/** The folder of generated blocks. */
export const BLOCKS = 'blocks'

/** `folders` are folders of pages with a cases.json, or a folder of such folders. */
export function readLabelledPages(folders: readonly string[]): LabelledPage[] {
  return folders
    .flatMap(folder =>
      existsSync(join(folder, 'cases.json'))
        ? [folder]
        : [
            'product-pages',
            'swde-pages',
            'green-db-pages',
            'single-pages',
            'fresh-pages',
            'fresh-other',
            'later-pages',
            'later-other',
          ].map(name => join(folder, name)),
    )
    .filter(folder => existsSync(join(folder, 'cases.json')))
    .flatMap(readFolder)
}

function readFolder(folder: string): LabelledPage[] {
  const rows = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as Row[]
  return rows.map(row => ({
    id: row.id.slice(0, 32),
    folder: basename(folder),
    shop: row.input.url === null ? row.id : shopOf(row.input.url),
    url: row.input.url ?? 'https://unknown.invalid/',
    html: gunzipSync(readFileSync(join(folder, row.input.html_gz ?? `${row.id}.html.gz`))),
    isProduct: row.expected.is_product !== false,
    truth: row.expected.is_product === false ? {} : truthOf(row, basename(folder)),
  }))
}

// Blank labels, as defined in the folders' notes: in the benchmark's pages a blank price means none; elsewhere a
// blank means unknown, and null means none.
function truthOf(row: Row, folder: string): LabelledPage['truth'] {
  const truth: Record<string, readonly string[] | undefined> = {}
  for (const name of ['price', 'sku', 'availability', 'brand', 'currency', 'mpn', 'gtin', 'name', 'image']) {
    const values = [...(row.expected[name] ?? []), ...(row.corrected?.[name] ?? [])]
    if (values.length > 0 || row.expected[name] === null) truth[name] = values
  }
  if (folder === 'product-pages') truth.price ??= []
  // A GTIN identifies a product as well.
  if (truth.sku) truth.sku = [...truth.sku, ...(truth.gtin ?? [])]
  return truth
}

/** The shop of a URL, the same in all countries: "www.shop.co.uk" and "shop.de" are "shop". */
function shopOf(url: string): string {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? url
  const labels = host.split('.').filter(label => label !== 'www')
  while (labels.length > 1 && (labels.at(-1)?.length ?? 0) <= 3) labels.pop()
  return labels.at(-1) ?? host
}

/** Whether an answer is among the accepted ones, by the rule for its attribute. */
export function isRight(field: ScoredField, answer: string, accepted: readonly string[]): boolean {
  if (field === 'price') return accepted.some(one => Number(one) === Number(answer))
  if (field === 'currency') return accepted.some(one => isSameCurrency(answer, one))
  if (field === 'brand') return accepted.some(one => lettersOf(one) === lettersOf(answer))
  if (field === 'name') return accepted.some(one => isSameName(answer, one))
  if (field === 'availability') return accepted.some(one => isSameState(answer, one))
  return accepted.includes(answer)
}

/** Most labels only say whether it can be bought; the others must be met exactly. */
function isSameState(answer: string, written: string): boolean {
  const state = parseAvailability(written)
  if (written === 'InStock' || written === 'OutOfStock')
    return isPurchasable(answer as Availability) === (written === 'InStock')
  return answer === state || (state === 'limited' && answer === 'in_stock')
}

/** A currency sign and a code of a currency with that sign mean the same. */
function isSameCurrency(code: string, written: string): boolean {
  return code === written || usualCurrencySymbol(code) === written || currencyFromSymbol(written) === code
}

function isSameName(answer: string, written: string): boolean {
  const one = lettersOf(answer)
  const other = lettersOf(written)
  return (
    one === other ||
    (written.endsWith('...') && one.startsWith(other)) ||
    (other.length > 8 && one.length < other.length * 1.5 && one.includes(other))
  )
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
}
