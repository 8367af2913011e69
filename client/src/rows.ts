// Flat rows for CSV, a data frame or a database: one row per offer, dotted names, lists inside a row joined.

/** A value of a cell: lists are joined to a text. */
export type Cell = string | number | boolean | null
export type FlatRow = Record<string, Cell>

type Item = Readonly<Record<string, unknown>>

/** Lists whose items are rows of their own, with the prefix that the names of their cells get. */
const ROW_LISTS: readonly (readonly [name: string, prefix: string])[] = [
  ['offers', ''],
  ['results', ''],
  ['variants', 'variant.'],
]
/** About the request, not about an offer. */
const LEFT_OUT: ReadonlySet<string> = new Set(['sites'])

/** One row per offer, search result or variant, with the fields of its product; else one row per item. */
export function rows(data: unknown): FlatRow[] {
  const items: readonly unknown[] = Array.isArray(data) ? data : [data]
  return items.flatMap(rowsOf)
}

function rowsOf(item: unknown): FlatRow[] {
  const rowList = isItem(item) ? ROW_LISTS.find(([name]) => Array.isArray(item[name])) : undefined
  if (!isItem(item) || !rowList) return [Object.fromEntries(cellsOf(item, ''))]
  const [name, prefix] = rowList
  const rest = Object.entries(item).filter(([key]) => key !== name && !LEFT_OUT.has(key))
  const own = cellsOf(Object.fromEntries(rest), '')
  const inner = item[name] as readonly unknown[]
  if (inner.length === 0 && name === 'variants') return [Object.fromEntries(own)]
  return inner.map(item => {
    const cells = cellsOf(item, '').map(([key, value]): [string, Cell] => [`${prefix}${key}`, value])
    return Object.fromEntries(own.concat(cells))
  })
}

function cellsOf(value: unknown, name: string): [string, Cell][] {
  const under = (key: string) => (name === '' ? key : `${name}.${key}`)
  if (isItem(value)) return Object.entries(value).flatMap(([key, inner]) => cellsOf(inner, under(key)))
  if (!Array.isArray(value)) return [[name || 'value', (value ?? null) as Cell]]
  const keys = new Set(value.filter(isItem).flatMap(one => Object.keys(one)))
  if (keys.size === 0) return [[name || 'value', value.map(textOf).join('; ')]]
  return Array.from(keys, key => [
    under(key),
    value.map(one => (isItem(one) ? textOf(one[key]) : '')).join('; '),
  ])
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (isItem(value)) return Object.values(value).map(textOf).join(' ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
