// Varies a JSON document as shops do from one answer to the next: a key is missing or null, a number is written as text, a
// list of one is the object itself.

type Json = unknown
type Path = readonly (string | number)[]

export interface Variation {
  /** What was done, and where, list positions as `*`. */
  readonly what: string
  readonly value: Json
}

/** Undefined where the change does not apply to the value. */
const CHANGES: Readonly<Record<string, (value: Json) => { readonly to: Json } | undefined>> = {
  null: value => (value === null ? undefined : { to: null }),
  'number as text': value => (typeof value === 'number' ? { to: String(value) } : undefined),
  'text as number': value =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? { to: Number(value) } : undefined,
  'flag as text': value => (typeof value === 'boolean' ? { to: String(value) } : undefined),
  'zero for a number': value => (typeof value === 'number' && value !== 0 ? { to: 0 } : undefined),
  'empty text': value => (typeof value === 'string' && value !== '' ? { to: '' } : undefined),
  'object for a text': value => (typeof value === 'string' ? { to: { value } } : undefined),
  'item for a list': value =>
    Array.isArray(value) && value.length > 0 ? { to: value[0] as Json } : undefined,
  'empty list': value => (Array.isArray(value) && value.length > 0 ? { to: [] } : undefined),
  'list of nulls': value => (Array.isArray(value) && value.length > 0 ? { to: [null] } : undefined),
  'list for an object': value => (isObject(value) ? { to: [value] } : undefined),
  'empty object': value => (isObject(value) ? { to: {} } : undefined),
}

/** At most `limit` places, spread evenly over the document; of places of a kind, the first two. */
export function* varyJson(root: Json, limit: number): Generator<Variation> {
  const seen = new Map<string, number>()
  const places = [...pathsOf(root)].filter(path => {
    const count = (seen.get(nameOf(path)) ?? 0) + 1
    seen.set(nameOf(path), count)
    return count <= 2
  })
  const step = Math.max(1, places.length / limit)
  for (const path of places.filter((_, index) => index % step < 1)) {
    const name = nameOf(path)
    if (typeof path.at(-1) === 'string')
      yield { what: `removed ${name}`, value: changed(root, path, undefined) }
    const before = valueAt(root, path)
    for (const [kind, change] of Object.entries(CHANGES)) {
      const after = change(before)
      if (after) yield { what: `${kind} ${name}`, value: changed(root, path, after) }
    }
  }
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(path: Path): string {
  return path.map(step => `/${typeof step === 'number' ? '*' : step}`).join('')
}

function* pathsOf(value: Json, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    yield here
    yield* pathsOf(inner, here)
  }
}

function valueAt(root: Json, path: Path): Json {
  return path.reduce<Json>((value, step) => (value as Record<string | number, Json>)[step], root)
}

/** Copies only what is on the way to the change. */
function changed(root: Json, path: Path, after: { readonly to: Json } | undefined): Json {
  const [step, ...rest] = path
  if (step === undefined) return after?.to
  const copy = (Array.isArray(root) ? [...(root as Json[])] : { ...(root as object) }) as Record<
    string | number,
    Json
  >
  if (rest.length === 0 && !after) delete copy[step]
  else copy[step] = changed(copy[step], rest, after)
  return copy
}
