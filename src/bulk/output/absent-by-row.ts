// Determines which absent fields each row of a table lacks.
import { type Absences, isCutShort } from '#kit/schema/drop-neutral'

/** `rows`: the name of the list whose items are the rows; undefined if the answer itself is the list. */
export function absentByRow(
  { absent, absentAt }: Absences,
  rows: string | undefined,
): (row: number) => readonly string[] {
  if (isCutShort(absentAt)) return () => absent
  const list = rows === undefined ? '' : `/${rows}`
  const patterns = new Map<number, Set<string>>()
  for (const exact of absentAt) {
    const row = /^\/(\d+)\//.exec(exact.startsWith(list) ? exact.slice(list.length) : '')?.[1]
    if (row === undefined) continue
    const rowPatterns = patterns.get(Number(row)) ?? new Set()
    patterns.set(Number(row), rowPatterns.add(exact.replaceAll(/\/\d+(?=\/|$)/g, '/*')))
  }
  const isOfRows = (pointer: string) => pointer.startsWith(`${list}/*/`)
  return row => absent.filter(pointer => !isOfRows(pointer) || patterns.get(row)?.has(pointer))
}
