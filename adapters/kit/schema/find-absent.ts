// The absent fields of an answer in the general shape: its nulls and empty lists.
import { escapeToken } from './pointer.ts'
import { ABSENT_AT_MAX } from './apply-defaults.ts'
import type { Absences } from './drop-neutral.ts'

/** The part of an operation that decides which fields may be absent. */
interface Shape {
  readonly rows?: string
  readonly statedNulls?: readonly string[]
}

/** An answer with rows has absences of its rows only: an empty list of results is a fact. */
export function absencesOf(operation: Shape, value: unknown): Absences {
  const { rows } = operation
  const exact = findAbsent(operation, value).filter(
    pointer => rows === undefined || pointer.startsWith(`/${rows}/`),
  )
  return {
    absent: [...new Set(exact.map(pointer => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')))],
    absentAt: exact.slice(0, ABSENT_AT_MAX),
  }
}

/** JSON Pointers, with list positions, of everything that the shop does not state. */
export function findAbsent({ statedNulls = [] }: Shape, value: unknown): string[] {
  return findNulls(value, '').filter(pointer => !statedNulls.includes(pointer))
}

function findNulls(value: unknown, pointer: string): string[] {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [pointer]
  if (typeof value !== 'object') return []
  return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) =>
    findNulls(member, `${pointer}/${escapeToken(name)}`),
  )
}
