// Looks for fields by name within an item: its own first, then those of the objects in it, never in its lists.
import { isList, isObject, type Json, type JsonObject, plainText } from '../model/absent.ts'

export interface FoundField {
  readonly parent: JsonObject
  readonly name: string
  /** Names of the objects on the way. */
  readonly path: readonly string[]
  readonly value: Json
}

/** Objects that tell of something beside the item: a name in them is not the item's. */
const UNRELATED_OBJECTS =
  /^(?:brand|seller|shipping|collection|category|paymentProvider|salesFloorBrand|flags|image|images)$/

/** Every field outside lists, nearest first. */
export function* fieldsOf(item: JsonObject, depth = 3, path: readonly string[] = []): Generator<FoundField> {
  const inner: [string, JsonObject][] = []
  for (const [name, value] of Object.entries(item)) {
    if (value === undefined || value === null) continue
    yield { parent: item, name, path, value }
    if (isObject(value) && !UNRELATED_OBJECTS.test(name)) inner.push([name, value])
  }
  if (depth <= 1) return
  for (const [name, value] of inner) yield* fieldsOf(value, depth - 1, [...path, name])
}

/** The first of the names that has a text, looked for in the order of the names. */
export function findText(fields: readonly FoundField[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = fields.find(
      field => field.name === name && typeof field.value === 'string' && field.value !== '',
    )
    if (found) return plainText(found.value)
  }
  return undefined
}

export interface RowList {
  readonly name: string
  readonly pointer: string
  readonly rows: readonly JsonObject[]
}

/** The lists of objects in an item, its own and those of the objects in it. */
export function rowListsOf(item: JsonObject): RowList[] {
  const own = Object.entries(item).map(([name, value]) => ({ name, value, pointer: `/${name}` }))
  const inner = own.flatMap(({ name: outer, value, pointer }) =>
    isObject(value)
      ? Object.entries(value).map(([name, one]) => ({
          name: name.startsWith(outer) ? name : `${outer} ${name}`,
          value: one,
          pointer: `${pointer}/${name}`,
        }))
      : [],
  )
  return [...own, ...inner].flatMap(({ name, value, pointer }) =>
    isList(value) && value.length > 0 && value.every(isObject) ? [{ name, pointer, rows: value }] : [],
  )
}
