// The JSON Schema of a tool's answer: the operation's result with notes, or a problem.
import type { JSONObject } from '@modelcontextprotocol/server'
import { type PlainSchema, withoutNull } from '#kit/schema/schema'

/** Nothing is required, because `fields` selects parts and a long answer is truncated. */
export function outputSchema(data: JSONObject): JSONObject & { type: 'object' } {
  return {
    type: 'object',
    properties: {
      data,
      notes: {},
      problem: {},
    },
  }
}

/** Deeper objects are described only as objects; the answer shows their fields. */
const DEPTH = 2

/**
 * Only names, because the schema costs every agent tokens. Items imply an array, properties an object, and the tool's
 * description says what a price is.
 */
export function outlineOf(fullSchema: PlainSchema, depth = DEPTH): JSONObject {
  const { schema } = withoutNull(fullSchema)
  if (schema.items) return { items: outlineOf(schema.items, depth) }
  if (!schema.properties || schema.title === 'Money' || depth === 0) return {}
  const members = Object.entries(schema.properties)
  return { properties: Object.fromEntries(members.map(([name, one]) => [name, outlineOf(one, depth - 1)])) }
}
