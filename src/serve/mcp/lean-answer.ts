// What an agent gets unless it asks for more: the first rows, and no long fields that few questions need.
import type { OperationHead } from '#kit/define/define'

/** By operation: fields that are left out until `fields` names them. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'general.product': [
    'operation',
    'description',
    'breadcrumbs',
    'images',
    'attributes',
    'platform',
    'fetched_at',
  ],
  'general.search': ['image'],
}

type LeanOperation = Pick<OperationHead, 'id' | 'rows'>

interface LeanAnswer {
  readonly value: unknown
  readonly note: string
}

/** Without the long fields; the note names those that had a value. */
export function withoutLongFields({ id, rows }: LeanOperation, value: unknown): LeanAnswer {
  const names = LEFT_OUT[id] ?? []
  const gone = new Set<string>()
  const lean = mapRows(value, rows, row =>
    Object.fromEntries(
      Object.entries(row as object).filter(([name, cell]) => {
        if (!names.includes(name)) return true
        if (!isEmpty(cell)) gone.add(name)
        return false
      }),
    ),
  )
  const note = gone.size === 0 ? '' : `Left out unless named in fields: ${[...gone].join(', ')}.`
  return names.length === 0 ? { value, note: '' } : { value: lean, note }
}

/** By operation: whose rows are grouped by shop, the cheapest offer first. */
const GROUPED: ReadonlySet<string> = new Set(['general.offers'])

type Row = Readonly<Record<string, unknown>>

/** One row per page of a shop and condition, since a damaged piece has a price of its own: what all its offers share, the lowest price, and the offers with what differs. */
export function groupByShop({ id, rows }: LeanOperation, value: unknown): LeanAnswer {
  const list = listOf(value, rows) as readonly Row[] | undefined
  if (!GROUPED.has(id) || !list || rows === undefined) return { value, note: '' }
  const groups = Map.groupBy(list, row => JSON.stringify([row.site, row.url, row.condition]))
  const grouped = Array.from(groups.values(), groupOf)
  const note = grouped.length < list.length ? `${list.length} offers, grouped by shop.` : ''
  return { value: { ...(value as object), [rows]: grouped }, note }
}

function groupOf(group: readonly Row[]): Row {
  const sorted = group.toSorted((a, b) => amountOf(a) - amountOf(b))
  const [cheapest = {}] = sorted
  const names = Object.keys(cheapest)
  const differs = names.filter(name => new Set(group.map(row => JSON.stringify(row[name]))).size > 1)
  if (differs.length === 0) return cheapest
  const shared = names.filter(name => name === 'price' || !differs.includes(name))
  const pick = (row: Row, fields: readonly string[]) =>
    Object.fromEntries(fields.map(name => [name, row[name]]))
  return { ...pick(cheapest, shared), variants: sorted.map(row => pick(row, differs)) }
}

/** An offer without a price comes last. */
function amountOf({ price }: Row): number {
  const { amount } = (price ?? {}) as { readonly amount?: string }
  return amount === undefined ? Number.MAX_VALUE : Number(amount)
}

/** The first rows; the note says how many there are. */
export function firstRows({ rows }: LeanOperation, value: unknown, limit: number): LeanAnswer {
  const list = listOf(value, rows)
  if (!list || list.length <= limit) return { value, note: '' }
  const first = list.slice(0, limit)
  return {
    value: rows === undefined ? first : { ...(value as object), [rows]: first },
    note: `The first ${limit} of ${list.length} rows; raise limit for more.`,
  }
}

export function listOf(value: unknown, rows: string | undefined): readonly unknown[] | undefined {
  const list = rows === undefined ? value : (value as Readonly<Record<string, unknown>>)[rows]
  return Array.isArray(list) ? list : undefined
}

function mapRows(value: unknown, rows: string | undefined, map: (row: unknown) => unknown): unknown {
  const list = listOf(value, rows)
  if (!list) return map(value)
  return rows === undefined ? list.map(map) : { ...(value as object), [rows]: list.map(map) }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
