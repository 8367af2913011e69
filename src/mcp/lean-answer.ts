// What an agent gets unless it asks for more: the first rows, and no long fields that few questions need.
import type { OperationHead } from '../kit/define.ts'

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
      Object.entries(row as object).filter(([name, one]) => {
        if (!names.includes(name)) return true
        if (!isEmpty(one)) gone.add(name)
        return false
      }),
    ),
  )
  const note = gone.size === 0 ? '' : `Left out unless named in fields: ${[...gone].join(', ')}.`
  return names.length === 0 ? { value, note: '' } : { value: lean, note }
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
