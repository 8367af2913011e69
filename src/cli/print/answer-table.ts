// Formats the items of an answer as a table that fits the terminal: the most useful columns, in the order of the answer.
import { isPriceName, splitWords } from '#kit/page/price-field'
import { tableLines, tableWidth } from './print.ts'
import { NOT_GIVEN, type TextTree, type ReadableRecord } from './readable-answer.ts'
import { fitText, textWidth } from './terminal-text.ts'

export interface AnswerTable {
  readonly lines: readonly string[]
  /** Names of the columns that do not fit. */
  readonly leftOut: readonly string[]
  readonly hasNotGiven: boolean
}

/** A cell is too narrow for the sentence; a line below the table explains the sign. */
export const NOT_GIVEN_SIGN = '-'

/** Longer values are truncated, so that one description does not fill the line. */
const CELL_MAX = 40
/** A column with less room than this is omitted. */
const CELL_MIN = 12
/** A header that is longer than this and than its values is truncated. */
const HEAD_MAX = 18

export function answerTable(items: readonly TextTree[], width: number): AnswerTable {
  const rows = items.map(item => flatten(item))
  const names = [...new Set(rows.flatMap(row => [...row.keys()]))]
  const filled = withoutRepeats(
    names.filter(name => rows.some(row => (row.get(name) ?? '') !== '')),
    rows,
  )
  const widths = new Map(filled.map(name => [name, widthOf(name, rows)]))
  const columns = chooseColumns(filled, widths, width)
  const cells = rows.map(row =>
    columns.map(name => {
      const value = row.get(name)
      return value === undefined || value === NOT_GIVEN ? NOT_GIVEN_SIGN : value
    }),
  )
  const head = columns.map(name => fitText(name, widths.get(name) ?? 0))
  return {
    lines: tableLines(head, cells, width),
    leftOut: filled.filter(name => !columns.includes(name)),
    hasNotGiven: rows.some(row => columns.some(name => (row.get(name) ?? NOT_GIVEN) === NOT_GIVEN)),
  }
}

/** Drops columns whose values repeat another column in every row. */
function withoutRepeats(
  names: readonly string[],
  rows: readonly ReadonlyMap<string, string | null>[],
): readonly string[] {
  if (rows.length < 2) return names
  const seen = new Set<string>()
  return names.filter(name => {
    const values = JSON.stringify(rows.map(row => row.get(name) ?? NOT_GIVEN))
    return !seen.has(values) && seen.add(values)
  })
}

function widthOf(name: string, rows: readonly ReadonlyMap<string, string | null>[]): number {
  return rows.reduce(
    (widest, row) => Math.max(widest, Math.min(CELL_MAX, textWidth(row.get(name) ?? NOT_GIVEN_SIGN))),
    Math.min(HEAD_MAX, textWidth(name)),
  )
}

/** The most useful columns that fit. */
function chooseColumns(
  names: readonly string[],
  widths: ReadonlyMap<string, number>,
  width: number,
): readonly string[] {
  const chosen = new Set<string>()
  let used = 0
  for (const name of names.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const room = width - used - (used === 0 ? 0 : tableWidth([0, 0]))
    const columnWidth = widths.get(name) ?? 0
    if (chosen.size > 0 && columnWidth > room && room < CELL_MIN) continue
    chosen.add(name)
    used = width - room + Math.min(columnWidth, room)
  }
  return names.filter(name => chosen.has(name))
}

/** Ranks by words of a name: the lower, the more useful. */
const RANKS: readonly (readonly [rank: number, words: RegExp])[] = [
  [9, /^(?:image|images|picture|html|description|story|video|alt|seo)$/],
  [7, /^usd$/],
  [0, /^(?:name|title|label)$/],
  [0.5, /^size$/],
  [2, /^(?:condition|availability|status|stock|color|colour)$/],
  [3, /^(?:site|brand|vendor|seller)$/],
  [4, /^(?:sku|id|code)$/],
  [6, /^(?:slug|handle)$/],
]
const PRICE_RANK = 1
const OTHER_RANK = 5

function rankOf(name: string): number {
  const words = splitWords(name)
  const depth = name.split('.').length - 1
  const match = RANKS.find(([, pattern]) => words.some(word => pattern.test(word)))
  const wordRank = match?.[0] ?? OTHER_RANK
  const rank = isPriceName(name) && wordRank < OTHER_RANK + 1 ? Math.min(wordRank, PRICE_RANK) : wordRank
  // Deeper fields describe a part, not the item.
  return rank + depth / 4
}

/** Dotted names, as in CSV; a list of plain values as text, any other list as a count. */
function flatten(value: TextTree, name = '', cells = new Map<string, string | null>()) {
  if (value === NOT_GIVEN || typeof value === 'string') return cells.set(name || 'value', value)
  if (isReadableList(value)) return cells.set(name || 'value', listText(value))
  for (const [key, member] of Object.entries(value))
    flatten(member, name === '' ? key : `${name}.${key}`, cells)
  return cells
}

export function isReadableList(value: readonly TextTree[] | ReadableRecord): value is readonly TextTree[] {
  return Array.isArray(value)
}

/** `a, b, c` for texts; the number of items otherwise. */
export function listText(list: readonly TextTree[]): string {
  if (list.length === 0) return 'none'
  const texts = list.filter(one => typeof one === 'string')
  if (texts.length === list.length) return texts.join(', ')
  return list.length === 1 ? '1 item' : `${list.length} items`
}
