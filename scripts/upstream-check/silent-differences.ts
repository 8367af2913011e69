// Compares the answer to a changed sample with the original one: every difference must be named as an absence.
import type { SampleAnswer } from './run-sample.ts'

export interface SilentDifference {
  readonly kind: 'empty, not named' | 'shorter, not named' | 'another value'
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

export function findSilentDifferences(whole: SampleAnswer, changed: SampleAnswer): SilentDifference[] {
  const named = new Set(changed.absentAt)
  const dropped = new Set(
    changed.absent
      .split(',')
      .filter(part => part.includes('dropped='))
      .map(part => (part.trim().split(';')[0] ?? '').replace(/\/\*$/, '')),
  )
  const isNamed = (pointer: string) =>
    named.has(pointer) || dropped.has(pointer.replace(/\/\d+(?=\/|$)/g, '/*'))
  const found: SilentDifference[] = []
  const note = (kind: SilentDifference['kind'], pointer: string, before: unknown, after: unknown): void => {
    found.push({ kind, pointer, before, after })
  }
  const visit = (before: unknown, after: unknown, pointer: string): void => {
    if (isNamed(pointer) || JSON.stringify(before) === JSON.stringify(after)) return
    if (isEmpty(after)) return isEmpty(before) ? undefined : note('empty, not named', pointer, before, after)
    if (Array.isArray(before) && Array.isArray(after)) {
      if (after.length < before.length)
        return note('shorter, not named', pointer, before.length, after.length)
    }
    if (!isObject(before) || !isObject(after)) return note('another value', pointer, before, after)
    for (const key of Object.keys(before)) visit(before[key], after[key], `${pointer}/${key}`)
  }
  visit(whole.result, changed.result, '')
  return found
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
