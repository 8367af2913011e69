// Rows of an answer as a table: one column per leaf, in the order of the answer, addresses last; what is equal is shown once.
import { isList, isObject, type Json, type JsonObject } from '../model/absent.ts'
import type { Money } from '../model/general.ts'
import { humanise } from './humanise.ts'
import { isMoney } from './price-history.ts'

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
}

/** More are wider than a page; the JSON has them all. */
const COLUMNS_MAX = 10
/** Tables of one or two rows show every value. */
const CONSTANT_FROM = 3
/** Names of objects within a row that become part of a column's name. */
const DEPTH_MAX = 3

export function buildTable(rows: readonly JsonObject[]): Table {
  const leaves = rows.map(row => new Map(leavesOf(row)))
  const paths = [...new Set(leaves.flatMap(row => [...row.keys()]))]
  const all = paths.map(
    (path): Column => ({
      path,
      title: humanise(path.replaceAll('.', '_')),
      cells: leaves.map(row => row.get(path)),
    }),
  )
  const isConstant = ({ cells }: Column) =>
    rows.length >= CONSTANT_FROM && new Set(cells.map(cellText)).size === 1
  const isRepeated = ({ cells }: Column, place: number) =>
    all.slice(0, place).some(one => cells.every((cell, row) => cellText(cell) === cellText(one.cells[row])))
  const shown = all.filter((column, place) => !isConstant(column) && !isRepeated(column, place))
  return {
    columns: shown
      .toSorted((a, b) => Number(hasAddresses(a)) - Number(hasAddresses(b)))
      .slice(0, COLUMNS_MAX),
    constantColumns: all.filter(isConstant),
  }
}

export function isAddress(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^https?:\/\/\S+$/.test(cell)
}

function hasAddresses({ cells }: Column): boolean {
  return cells.some(isAddress)
}

export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '–'
  if (isMoney(cell)) return `${cell.amount} ${cell.currency}`
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell)
}

function* leavesOf(value: JsonObject, prefix = '', depth = DEPTH_MAX): Generator<[string, Cell]> {
  for (const [name, member] of Object.entries(value)) {
    const path = `${prefix}${name}`
    if (isMoney(member)) yield [path, member]
    else if (isObject(member) && depth > 1) yield* leavesOf(member, `${path}.`, depth - 1)
    else if (isList(member) && member.some(isScalar)) yield [path, member.filter(isScalar).join(' · ')]
    else if (isScalar(member)) yield [path, member]
  }
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return value !== '' && ['string', 'number', 'boolean'].includes(typeof value)
}
