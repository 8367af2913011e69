// Schemas with a name of their own in the OpenAPI document and in both clients.
import type { TProperties, TSchema } from 'typebox'
import { Type } from '#kit/schema/json-schema'

/** What the component itself means; `description` is what it means in one place. */
export const MEANING = 'x-wares-meaning'

export function namedSchema<T extends TProperties>(title: string, description: string, properties: T) {
  return Type.Object(properties, { title, description, [MEANING]: description })
}

/** Describes a schema in a place where it means something more special. */
export function describedSchema<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description }
}
