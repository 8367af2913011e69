// Reads typed values from unknown data: the value if it has the wanted type, otherwise undefined. Nothing is guessed.
import { cleanText } from '#reader/values/text'
import { isRecord } from './is-record.ts'
import { type Draft, type PlainSchema, type Static, type TSchema, withoutNull } from './schema.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A non-empty string, trimmed. */
export function asTrimmed(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** A name on one line; null when the upstream says that there is none. */
export function asName(value: unknown): string | null | undefined {
  return value === null ? null : cleanText(asText(value))
}

/** The URL of an image: a string or a schema.org object. */
export function asImageUrl(value: unknown): string | undefined {
  return asTrimmed(value) ?? asTrimmed(valueAt(value, 'contentUrl')) ?? asTrimmed(valueAt(value, 'url'))
}

/** An identifier that some sites write as a number. */
export function asId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return asTrimmed(value)
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function asInteger(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

/** A number, or a plain decimal string ("34.99"). Localised text is for `parsePrice`. */
export function asLooseNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  return asNumber(value)
}

/** An integer, or an integer string ("1049526"); not "187.00", which may be in a different unit than 187. */
export function asLooseInteger(value: unknown): number | undefined {
  return asInteger(typeof value === 'string' && !value.includes('.') ? asLooseNumber(value) : value)
}

/** Text; some sites write a number instead (an article number, a size). */
export function asLooseText(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function asObject(value: unknown): JsonObject | undefined {
  return isRecord(value) ? value : undefined
}

/** Each element read by `take`; undefined when the value is not a list. */
export function asList<T>(value: unknown, take: (element: unknown, index: number) => T): T[] | undefined {
  return Array.isArray(value) ? value.map(take) : undefined
}

/** A list; some sites write a single element without brackets. */
export function asListOrOne<T>(value: unknown, take: (element: unknown) => T): T[] | undefined {
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.map(take) : [take(value)]
}

/** The value at a path of keys and indexes; undefined if any step is missing. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string | number, unknown>)[step]
  }
  return here
}

/** Maps a name of the contract to the upstream's spelling. */
export type KeyMapper = (contractName: string) => string

export const camelCase: KeyMapper = name =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
export const sameName: KeyMapper = name => name

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/**
 * Reads an upstream object that has the contract's shape in a different spelling, at every depth. Each field is read by
 * its type in the schema, including numbers in strings and numbers for text. Fields outside the contract are dropped.
 */
export function readBySchema<S extends TSchema>(
  schema: S,
  value: unknown,
  spelling: KeyMapper,
): Draft<Static<S>> {
  return readValueBySchema(schema, value, spelling) as Draft<Static<S>>
}

function readValueBySchema(schema: PlainSchema, value: unknown, spelling: KeyMapper): unknown {
  const { schema: inner, nullable } = withoutNull(schema)
  if (value === null && nullable) return null
  switch (inner.type) {
    case 'string':
      return asLooseText(value)
    case 'number':
      return asLooseNumber(value)
    case 'integer':
      return asLooseInteger(value)
    case 'boolean':
      return asFlag(value)
    case 'array':
      return asList(value, element => readValueBySchema(inner.items ?? {}, element, spelling))
    case 'object':
      return readObjectBySchema(inner, value, spelling)
    default:
      return value
  }
}

function readObjectBySchema(schema: PlainSchema, value: unknown, spelling: KeyMapper): unknown {
  const source = asObject(value)
  if (!source || !schema.properties) return source
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [
      name,
      readValueBySchema(property, valueAt(source, spelling(name)), spelling),
    ]),
  )
}

/** Characters that databases refuse, as JSON.stringify escapes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string') return storable(inner)
    return isRecord(inner) && Object.keys(inner).some(name => !isStorable(name))
      ? withStorableNames(inner)
      : inner
  })
}

/** Whether every database can store the text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function withStorableNames(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, inner]) => [storable(name), inner]))
}

function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '')
}
