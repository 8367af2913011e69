// Watches which parts of a native answer a mapping reads, so that the source of every field is known.

/** The same value to its reader; `onRead` hears the JSON Pointer of every plain value that is read. */
export function traceReads<T>(value: T, onRead: (pointer: string) => void, pointer = ''): T {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver)
      // Methods of lists and their length are no parts of the answer.
      if (typeof key !== 'string' || typeof inner === 'function' || !Object.hasOwn(target, key)) return inner
      if (key === 'length' && Array.isArray(target)) return inner
      const place = Array.isArray(target) ? '*' : key.replaceAll('~', '~0').replaceAll('/', '~1')
      const here = `${pointer}/${place}`
      if (inner === undefined || inner === null) return inner
      if (typeof inner !== 'object') onRead(here)
      return traceReads(inner, onRead, here)
    },
  })
}
