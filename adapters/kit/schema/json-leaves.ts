// The leaves of a JSON value by their JSON Pointers.
import { escapeToken } from './pointer.ts'

export interface JsonLeaf {
  readonly pointer: string
  readonly value: unknown
  /** The list or object that contains it. */
  readonly within?: JsonLeaf | undefined
}

/** Yields the leaves in document order, without recursion. Empty lists and objects are leaves too. If `enters` returns false, a branch or leaf is left out. */
export function* jsonLeaves(
  root: unknown,
  enters: (pointer: string) => boolean = () => true,
): Generator<JsonLeaf> {
  const open: JsonLeaf[] = [{ pointer: '', value: root }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer, value } = next
    if (!enters(pointer)) continue
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
    if (inner.length === 0) yield next
    for (const [name, child] of inner.toReversed())
      open.push({ pointer: `${pointer}/${escapeToken(name)}`, value: child, within: next })
  }
}

/** Replaces each position in a pointer by a star: the pointer of this field in any row. */
export function anyRow(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}
