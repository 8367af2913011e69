// The named schemas of the routes, each once, with what it contains before it.
import type { AnyRoute } from '../../src/serve/http/define-route.ts'
import { schemasOf } from '../../src/settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { MEANING } from '../../src/settings/named-schema.ts'
import type { PlainSchema, TSchema } from '#kit/schema/schema'

export interface NamedSchema extends PlainSchema {
  readonly [MEANING]?: string
  readonly $ref?: string
}

/** By name. `more`: schemas that no route has. */
export function namedSchemas(
  routes: readonly AnyRoute[],
  more: readonly TSchema[] = [],
): Map<string, NamedSchema> {
  const found = new Map<string, NamedSchema>()
  const walk = (schema: NamedSchema): void => {
    const { properties = {}, items, anyOf = [], patternProperties = {}, title } = schema
    const parts = [...Object.values(properties), ...Object.values(patternProperties), ...anyOf]
    for (const part of items ? [...parts, items] : parts) walk(part)
    if (title !== undefined) found.set(title, schema)
  }
  for (const route of routes) {
    const body = bodySchema(route)
    if (body) walk(body)
    if (route.result) walk(route.result)
  }
  for (const schema of more) walk(schema)
  return found
}

export function bodySchema({ body }: AnyRoute): NamedSchema | undefined {
  if (!body) return undefined
  const { title, description, fields } = body
  return Type.Object(schemasOf(fields), { title, description, [MEANING]: description })
}

/** The name of its own type, or of one that it refers to: `GeneralProduct`. Objects in the results of operations have a title only. */
export function typeNameOf(schema: NamedSchema): string | undefined {
  const { title, $ref, properties, [MEANING]: meaning } = schema
  return properties && meaning === undefined ? undefined : (title ?? $ref?.split('/').at(-1))
}

/** `watches.create` → `watches` and `create`; the group is empty for `changes`. */
export function nameParts(id: string): { readonly group: string; readonly name: string } {
  const [first = '', second] = id.split('.')
  return second === undefined ? { group: '', name: first } : { group: first, name: second }
}

export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1] ?? '')
}
