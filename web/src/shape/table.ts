// Rows of an answer as a table: one column per leaf; what is equal in all rows is shown once.
import { isPriceName, splitWords } from '../../../src/kit/page/price-field.ts'
import { isList, isObject, type Json, type JsonObject } from '../model/absent.ts'
import { type Money, moneyAt } from './money.ts'
import { humanise } from './humanise.ts'

export type Cell = string | number | boolean | Money

export interface Column {
  readonly path: string
  readonly title: string
  readonly cells: readonly (Cell | undefined)[]
}

export interface Table {
  readonly columns: readonly Column[]
  /** Columns with one value in every row. */
  readonly constantColumns: readonly Column[]
  readonly rowCount: number
  readonly size: Column | undefined
  readonly prices: readonly Column[]
  /** Columns that say in what state a thing is, or which shop sells it, where rows differ in it. */
  readonly conditions: readonly Column[]
}

const COLUMNS_MAX = 10

export function isMoney(cell: Cell | undefined): cell is Money {
  return typeof cell === 'object'
}

export function buildTable(rows: readonly JsonObject[]): Table {
  const leaves = rows.map(row => new Map(leavesOf(row)))
  const paths = [...new Set(leaves.flatMap(row => [...row.keys()]))]
  const titles = titlesOf(paths)
  const all = paths.map(
    (path): Column => ({ path, title: titles.get(path) ?? path, cells: leaves.map(row => row.get(path)) }),
  )
  const same = rows.length > 2 ? all.filter(({ cells }) => new Set(cells.map(cellKey)).size === 1) : []
  const size = sizeColumn(all)
  // What a row is called comes before what it costs.
  const lead =
    size ?? all.find(column => /^(?:name|title|label|code|sku)$/.test(column.path) && !same.includes(column))
  const isDuplicate = (column: Column) =>
    all.some(
      one =>
        one !== column &&
        (one === size || all.indexOf(one) < all.indexOf(column)) &&
        isDuplicateColumn(one, column),
    )
  const prices = all.filter(column => column.cells.some(isMoney))
  const isShown = (column: Column) =>
    column === lead || prices.includes(column) || same.includes(column) || isCurrencyOf(column, prices)
  const rest = all.filter(column => !isShown(column) && !isDuplicate(column))
  const ranked = [...rest.filter(column => !isIdentifier(column)), ...rest.filter(isIdentifier)]
  const columns = [...(lead ? [lead] : []), ...prices, ...ranked].slice(0, COLUMNS_MAX)
  return {
    columns,
    constantColumns: same.filter(column => !columns.includes(column) && !isUrl(column.cells[0])),
    rowCount: rows.length,
    size,
    prices,
    conditions: all.filter(isCondition),
  }
}

/** Offers of two shops are no more one series than new and used ones are. */
function isCondition({ path, cells }: Column): boolean {
  const words = splitWords(path.replaceAll('.', '_'))
  return (words.includes('condition') || path === 'site') && new Set(cells.map(cellKey)).size > 1
}

export function cellKey(cell: Cell | undefined): string {
  return isMoney(cell) ? `${cell.amount} ${cell.currency ?? ''}` : String(cell)
}

/** Tells what another column tells already: the same values, or the price once more as a text. */
function isDuplicateColumn(one: Column, other: Column): boolean {
  if (one.cells.some(isMoney)) return /(?:^|\.)formatted_/.test(other.path)
  return one.cells.every((cell, row) => cellKey(cell) === cellKey(other.cells[row]))
}

/** A price is shown with its currency: a column of it says nothing more. */
function isCurrencyOf({ path, cells }: Column, prices: readonly Column[]): boolean {
  if (!/currency$/i.test(path)) return false
  return cells.every((cell, row) =>
    prices.some(price => {
      const money = price.cells[row]
      return isMoney(money) && money.currency === cell
    }),
  )
}

export function isUrl(cell: Cell | undefined): cell is string {
  return typeof cell === 'string' && /^https?:\/\/\S+$/.test(cell)
}

/** Identifiers mean little to people: last. */
function isIdentifier({ path }: Column): boolean {
  return /(?:^|[._])(?:id|gtins?|merch|image|url|barcode)(?:$|[._])|_id$|Id$/.test(path)
}

function sizeColumn(columns: readonly Column[]): Column | undefined {
  const named = columns.filter(({ path }) => splitWords(path.replaceAll('.', '_')).includes('size'))
  const shown = named.find(({ path }) => /presentation|label|name/.test(path))
  return shown ?? named[0] ?? columns.find(({ path }) => path === 'label')
}

/** Two columns of one name are told apart by what they belong to. */
function titlesOf(paths: readonly string[]): Map<string, string> {
  const counts = Map.groupBy(paths, titleOf)
  return new Map(
    paths.map(path => {
      const title = titleOf(path)
      const isAlone = (counts.get(title)?.length ?? 0) < 2
      return [path, isAlone ? title : humanise(path.split('.').slice(-2).join('_'))]
    }),
  )
}

function titleOf(path: string): string {
  const names = path.split('.')
  const own = names.at(-1) ?? path
  const parent = names.at(-2)
  const text = /^(?:value|name|status|presentation|id|url)$/.test(own) && parent ? `${parent}_${own}` : own
  return humanise(text)
    .replace(/ cents$/i, '')
    .replace(/ presentation$/i, '')
}

function* leavesOf(value: JsonObject, prefix = '', depth = 3): Generator<[string, Cell]> {
  const parent = prefix.split('.').at(-2) ?? ''
  for (const [name, one] of Object.entries(value)) {
    const path = `${prefix}${name}`
    const money = moneyAt(value, name, parent)
    // `{ currency }` without an amount says that there is no price: no cell.
    const isEmptyMoney = isPriceName(name, parent) && isObject(one) && 'currency' in one
    if (money) yield [path, money]
    else if (isObject(one) && !isEmptyMoney && depth > 1) yield* leavesOf(one, `${path}.`, depth - 1)
    else if (isList(one)) yield* listLeaf(path, one)
    else if (isScalar(one)) yield [path, one]
  }
}

function* listLeaf(path: string, list: readonly Json[]): Generator<[string, Cell]> {
  const texts = list.flatMap(
    one => (isObject(one) ? Object.entries(one).map(valueUnlessType) : [one]).find(isScalar) ?? [],
  )
  if (texts.length > 0) yield [path, texts.map(String).join(' · ')]
}

/** What kind of thing it is says less than what it is. */
function valueUnlessType([name, value]: [string, Json | undefined]): Json | undefined {
  return name === 'type' ? undefined : value
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return (
    (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
  )
}
