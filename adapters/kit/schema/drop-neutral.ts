// Removes the neutral values from an answer: what the shop did not give is undefined again.
import { memberOf, tokensOf } from './pointer.ts'
import { ABSENT_AT_MAX } from './apply-defaults.ts'

export interface Absences {
  /** JSON Pointers with `*` for array positions. */
  readonly absent: readonly string[]
  /** Like `absent`, but one pointer for each row. */
  readonly absentAt: readonly string[]
}

/** Removes the absent fields. If the list of positions is truncated, an empty value in such a field counts as absent. */
export function dropAbsent(value: unknown, { absent, absentAt }: Absences): unknown {
  const exact = dropNeutral(value, absentAt)
  if (!isCutShort(absentAt)) return exact
  const copy = structuredClone(exact)
  for (const pointer of absent) dropEmpty(copy, tokensOf(pointer))
  return copy
}

/** Whether the list of positions is truncated. */
export function isCutShort(absentAt: readonly string[]): boolean {
  return absentAt.length >= ABSENT_AT_MAX
}

/** Each pointer names one place, with array positions. */
export function dropNeutral(value: unknown, absent: readonly string[]): unknown {
  if (absent.length === 0) return value
  const copy = structuredClone(value)
  for (const pointer of absent) {
    const tokens = tokensOf(pointer)
    const last = tokens.pop()
    const holder = tokens.reduce(memberOf, copy)
    if (last !== undefined && isHolder(holder)) Reflect.deleteProperty(holder, last)
  }
  return copy
}

function dropEmpty(value: unknown, [token, ...rest]: readonly string[]): void {
  if (token === undefined || !isHolder(value)) return
  if (token === '*' && Array.isArray(value)) {
    for (const row of value) dropEmpty(row, rest)
  } else if (rest.length > 0) dropEmpty(memberOf(value, token), rest)
  else if (isEmpty(memberOf(value, token))) Reflect.deleteProperty(value, token)
}

/** Whether a value may be neutral: 0, false, an empty string or list, or an object of only such values. */
export function isEmpty(value: unknown): boolean {
  return isHolder(value) ? Object.values(value).every(isEmpty) : !value
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
