// Traces which values a function reads, so that the source of every field is known.
import { escapeToken } from '#kit/schema/pointer'

/** A proxy for the value that calls `onRead` with the JSON Pointer of every scalar that is read. */
export function traceReads<T>(value: T, onRead: (pointer: string, raw: unknown) => void, pointer = ''): T {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver)
      // List methods and `length` are not part of the answer.
      if (typeof key !== 'string' || typeof inner === 'function' || !Object.hasOwn(target, key)) return inner
      if (key === 'length' && Array.isArray(target)) return inner
      const here = `${pointer}/${escapeToken(key)}`
      if (inner === undefined || inner === null) return inner
      if (typeof inner !== 'object') onRead(here, inner)
      return traceReads(inner, onRead, here)
    },
  })
}

/** Pointers that differ only in list positions become one, with `*` where they differ. */
export function joinPositions(pointers: Iterable<string>): string[] {
  const groups = Map.groupBy(pointers, pointer => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'))
  return Array.from(groups.values(), group => {
    const [first = [], ...others] = group.map(pointer => pointer.split('/'))
    return first.map((step, index) => (others.every(one => one[index] === step) ? step : '*')).join('/')
  })
}
