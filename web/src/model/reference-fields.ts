// The fields of an answer or a body, one inside another, with what is known of each.
import type { Schema } from './openapi.ts'
import type { Resolver } from './reference.ts'

export interface Field {
  readonly name: string
  /** JSON Pointer, with `*` for every position of a list. */
  readonly pointer: string
  readonly type: string
  readonly description: string
  /** `always`: there is no answer without it. `neutral`: where it is unknown, a neutral value stands in its place. */
  readonly presence: 'always' | 'neutral' | 'left out' | undefined
  readonly values: readonly string[]
  readonly examples: readonly string[]
  readonly children: readonly Field[]
}

/** A schema that refers to itself is shown this deep. */
const DEPTH_MAX = 9

interface FieldWalk {
  readonly resolve: Resolver
  readonly core: readonly string[] | undefined
}

export function readFields(schema: Schema, walk: FieldWalk, pointer = '', depth = 0): Field[] {
  if (depth > DEPTH_MAX) return []
  const { schema: inner, pointer: place } = insideLists(schema, walk.resolve, pointer)
  const { properties, required } = merged(inner, walk.resolve)
  return Object.entries(properties).map(([name, property]) =>
    readField({ name, property, isRequired: required.has(name), pointer: `${place}/${name}` }, walk, depth),
  )
}

interface Member {
  readonly name: string
  readonly property: Schema
  readonly isRequired: boolean
  readonly pointer: string
}

function readField({ name, property, isRequired, pointer }: Member, walk: FieldWalk, depth: number): Field {
  const schema = walk.resolve(property)
  const children = readFields(schema, walk, pointer, depth + 1)
  const bare = insideLists(schema, walk.resolve, '').schema
  return {
    name,
    pointer,
    type: typeText(schema, walk.resolve),
    description: schema.description ?? '',
    presence: presenceOf(schema, { isRequired, pointer, hasChildren: children.length > 0 }, walk.core),
    values: (bare.enum ?? []).map(String),
    examples: (schema.examples ?? bare.examples ?? []).map(one => JSON.stringify(one)),
    children,
  }
}

function presenceOf(
  schema: Schema,
  { isRequired, pointer, hasChildren }: Pick<Member, 'isRequired' | 'pointer'> & { hasChildren: boolean },
  core: readonly string[] | undefined,
): Field['presence'] {
  if (core?.includes(pointer)) return 'always'
  if (!isRequired || schema['x-wares-stated-by-absence']) return 'left out'
  // An object is there whenever its fields are; a list may be empty for want of knowledge.
  return core === undefined || (hasChildren && schema.type === 'object') ? undefined : 'neutral'
}

/** All that `allOf` brings together. */
function merged(
  schema: Schema,
  resolve: Resolver,
): { properties: Record<string, Schema>; required: Set<string> } {
  const parts = [schema, ...(schema.allOf ?? []).map(resolve)]
  return {
    properties: Object.assign({}, ...parts.map(part => part.properties ?? {})) as Record<string, Schema>,
    required: new Set(parts.flatMap(part => part.required ?? [])),
  }
}

/** What the list or the map holds, beside null. */
function insideLists(outer: Schema, resolve: Resolver, pointer: string): { schema: Schema; pointer: string } {
  const schema = withoutNull(resolve(outer), resolve)
  const inner = schema.items ?? mapValues(schema)
  return inner ? insideLists(inner, resolve, `${pointer}/*`) : { schema, pointer }
}

function mapValues({ additionalProperties, patternProperties, properties }: Schema) {
  if (properties) return undefined
  if (typeof additionalProperties === 'object') return additionalProperties
  return Object.values(patternProperties ?? {})[0]
}

function withoutNull(schema: Schema, resolve: Resolver): Schema {
  const branch = (schema.anyOf ?? schema.oneOf)?.map(resolve).find(one => one.type !== 'null')
  return branch ? withoutNull(branch, resolve) : schema
}

export function typeText(unresolved: Schema, resolve: Resolver): string {
  const schema = resolve(unresolved)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return [...new Set(branches.map(one => typeText(one, resolve)))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return `array of ${pluralOf(typeText(schema.items ?? {}, resolve))}`
  const values = mapValues(schema)
  if (values) return `map of ${pluralOf(typeText(values, resolve))}`
  if (schema.enum && schema.type === undefined) return 'string'
  return String(schema.type ?? (schema.properties || schema.allOf ? 'object' : 'any'))
}

function pluralOf(type: string): string {
  return /^(?:string|number|integer|boolean|object)$/.test(type) ? `${type}s` : type
}
