// Compares the absences that an answer names with the recorded payload, by the names of the keys.
import { anyRow, jsonLeaves } from '../../src/kit/json/json-leaves.ts'
import { jsonIn } from './payload.ts'

/** List positions are `*`, as in the header. */
type Leaves = ReadonlyMap<string, readonly unknown[]>

export interface Doubt {
  readonly pointer: string
  readonly what:
    | 'named absent, but the payload has a value'
    | 'empty and not named, but the payload has no such key'
  /** A value of the payload under the same key. */
  readonly found: unknown
}

export function findDoubts(answer: unknown, absentAt: readonly string[], bodies: readonly string[]): Doubt[] {
  const named = new Set(absentAt.map(pointer => pointer.replace(/\/\d+(?=\/|$)/g, '/*')))
  const isNamed = (pointer: string) =>
    named.has(pointer) || [...named].some(outer => pointer.startsWith(`${outer}/`))
  const keys = keysOf(bodies)
  const doubts: Doubt[] = []
  for (const [pointer, values] of leavesOf(answer)) {
    const key = nameOf(pointer)
    if (key === '') continue
    const there = keys.get(key) ?? []
    const full = there.find(value => !isNeutral(value))
    if (isNamed(pointer)) {
      if (full !== undefined)
        doubts.push({ pointer, what: 'named absent, but the payload has a value', found: full })
    } else if (values.some(isNeutral) && there.length === 0) {
      doubts.push({
        pointer,
        what: 'empty and not named, but the payload has no such key',
        found: values.find(isNeutral),
      })
    }
  }
  return doubts
}

function isNeutral(value: unknown): boolean {
  if (value === null || value === '' || value === 0 || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function nameOf(pointer: string): string {
  const key = pointer.split('/').findLast(part => part !== '*') ?? ''
  return key.toLowerCase().replace(/[^a-z\d]/g, '')
}

function leavesOf(answer: unknown): Leaves {
  const all = Map.groupBy(jsonLeaves(answer), ({ pointer }) => anyRow(pointer))
  return new Map(Array.from(all, ([pointer, leaves]) => [pointer, leaves.map(({ value }) => value)]))
}

/** The values under each key of all JSON in the bodies, including JSON in scripts. */
function keysOf(bodies: readonly string[]): ReadonlyMap<string, readonly unknown[]> {
  const keys = new Map<string, unknown[]>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) {
        const name = nameOf(`/${key}`)
        const list = keys.get(name) ?? []
        if (list.length < 200) list.push(member)
        keys.set(name, list)
      }
      visit(member)
    }
  }
  for (const json of jsonIn(bodies)) visit(json)
  return keys
}
