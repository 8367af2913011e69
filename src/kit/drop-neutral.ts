// Takes the neutral values out of a native answer: what the shop did not give is undefined again.
import { ABSENT_AT_MAX } from './apply-defaults.ts'

export interface Absences {
  /** JSON Pointers, array positions as `*`. */
  readonly absent: readonly string[]
  /** The same one by one, with positions. */
  readonly absentAt: readonly string[]
}

/** Without what is named as absent. Where positions were not kept for all, an empty value in such a field counts as absent. */
export function dropAbsent(value: unknown, { absent, absentAt }: Absences): unknown {
  const exact = dropNeutral(value, absentAt)
  if (!isCutShort(absentAt)) return exact
  const copy = structuredClone(exact)
  for (const pointer of absent) dropEmpty(copy, tokensOf(pointer))
  return copy
}

/** Whether some positions are missing from the list. */
export function isCutShort(absentAt: readonly string[]): boolean {
  return absentAt.length >= ABSENT_AT_MAX
}

/** Each pointer names one place, with positions in lists. */
export function dropNeutral(value: unknown, absent: readonly string[]): unknown {
  if (absent.length === 0) return value
  const copy = structuredClone(value)
  for (const pointer of absent) {
    const tokens = tokensOf(pointer)
    const last = tokens.pop()
    const holder = tokens.reduce<unknown>(stepInto, copy)
    if (last !== undefined && isHolder(holder)) Reflect.deleteProperty(holder, last)
  }
  return copy
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function dropEmpty(value: unknown, [token, ...rest]: readonly string[]): void {
  if (token === undefined || !isHolder(value)) return
  if (token === '*' && Array.isArray(value)) {
    for (const row of value) dropEmpty(row, rest)
  } else if (rest.length > 0) dropEmpty(stepInto(value, token), rest)
  else if (isEmpty(stepInto(value, token))) Reflect.deleteProperty(value, token)
}

/** As neutral values are: 0, an empty text or list, false, and objects of nothing else. */
function isEmpty(value: unknown): boolean {
  return isHolder(value) ? Object.values(value).every(isEmpty) : !value
}

function stepInto(value: unknown, token: string): unknown {
  return isHolder(value) && Object.hasOwn(value, token)
    ? (value as Record<string, unknown>)[token]
    : undefined
}

/** A row of a list stays where it is: one that could not be read is left out already. */
function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
