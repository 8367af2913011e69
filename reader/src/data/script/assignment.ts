// Finds where a script assigns to a named global.
import { type Bytes, decodeUtf8, indexOfText, needle } from '../../html/bytes.ts'
import { isWordByte, walkCode } from './script-code.ts'

const globals = new Set(['window', 'self', 'globalThis', 'top', 'parent', 'global', 'this'])

/** No page nests its state deeper than this. */
const MAX_OWNERS = 16

interface Target {
  /** The names before the last one, outermost first. */
  readonly owners: readonly string[]
  /** The start and end of the whole target. */
  readonly start: number
  readonly end: number
}

/** The positions of the values assigned to `name` between `start` and `end`, in order. */
export function* findAssignments(bytes: Bytes, start: number, end: number, name: string): Generator<number> {
  const names = name.split('.')
  const last = names.pop() ?? ''
  const anyOwner = names[0] === '*'
  const wanted = anyOwner || globals.has(names[0] ?? '') ? names.slice(1) : names
  const length = needle(last).length
  let walked = start
  for (
    let at = indexOfText(bytes, last, start, end);
    at >= 0;
    at = indexOfText(bytes, last, at + length, end)
  ) {
    const target = targetAt(bytes, start, at, at + length)
    if (target === undefined || target.owners.length > MAX_OWNERS) continue
    const value = valueAfter(bytes, target.end, end)
    if (value < 0 || !isOwnedBy(target.owners, wanted, anyOwner)) continue
    walked = walkCode(bytes, start, walked, target.start, end)
    if (walked === target.start) yield value
  }
}

function isOwnedBy(owners: readonly string[], wanted: readonly string[], anyOwner: boolean): boolean {
  if (!anyOwner && globals.has(owners[0] ?? '')) return isOwnedBy(owners.slice(1), wanted, anyOwner)
  const tail = anyOwner ? owners.slice(Math.max(0, owners.length - wanted.length)) : owners
  return tail.length === wanted.length && tail.every((owner, i) => owner === wanted[i])
}

function skipSpace(bytes: Bytes, at: number, end: number): number {
  while (at < end && (bytes.data[at] as number) <= 0x20) at++
  return at
}

function skipSpaceBack(bytes: Bytes, start: number, at: number): number {
  while (at > start && (bytes.data[at - 1] as number) <= 0x20) at--
  return at
}

/** The start of the assigned value, or -1 when no `=` follows. */
function valueAfter(bytes: Bytes, at: number, end: number): number {
  at = skipSpace(bytes, at, end)
  if (at >= end || bytes.data[at] !== 0x3d || bytes.data[at + 1] === 0x3d || bytes.data[at + 1] === 0x3e)
    return -1
  at = skipSpace(bytes, at + 1, end)
  return at < end ? at : -1
}

/** The target whose last name is between `at` and `end`: `name`, `owner.name` or `owner['name']`. */
function targetAt(bytes: Bytes, start: number, at: number, end: number): Target | undefined {
  const quote = at > start ? bytes.data[at - 1] : undefined
  const bracket = quote === 0x22 || quote === 0x27
  if (
    bracket
      ? bytes.data[end] !== quote || bytes.data[end + 1] !== 0x5d || bytes.data[at - 2] !== 0x5b
      : isWordByte(bytes.data[end])
  )
    return undefined
  let from = bracket ? at - 2 : at
  if (!bracket && isWordByte(quote)) return undefined
  const owners: string[] = []
  while (owners.length <= MAX_OWNERS) {
    const before = skipSpaceBack(bytes, start, from)
    const dotted = bytes.data[before - 1] === 0x2e && before > start
    if (!dotted && bytes.data[from] !== 0x5b) break
    const owner = ownerBefore(bytes, start, dotted ? before - 1 : before)
    if (owner === undefined) break
    owners.unshift(owner.name)
    from = owner.start
  }
  return { owners, start: from, end: bracket ? end + 2 : end }
}

/** The name that ends at `end`, plain or in brackets. */
function ownerBefore(bytes: Bytes, start: number, end: number): { name: string; start: number } | undefined {
  end = skipSpaceBack(bytes, start, end)
  const quote = bytes.data[end - 2]
  if (bytes.data[end - 1] === 0x5d && (quote === 0x22 || quote === 0x27)) {
    let open = end - 3
    while (open > start && bytes.data[open] !== quote) open--
    return bytes.data[open - 1] === 0x5b
      ? { name: decodeUtf8(bytes, open + 1, end - 2), start: open - 1 }
      : undefined
  }
  let first = end
  while (first > start && isWordByte(bytes.data[first - 1])) first--
  return first === end ? undefined : { name: decodeUtf8(bytes, first, end), start: first }
}
