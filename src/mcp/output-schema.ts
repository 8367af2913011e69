// The JSON Schema of a tool's answer: the operation's result with notes, or a problem.
import type { JSONObject } from '@modelcontextprotocol/server'
import { type PlainSchema, withoutNull } from '../kit/schema.ts'

/** Nothing is required, because `fields` selects parts and a long answer is truncated. */
export function outputSchema(data: JSONObject): JSONObject & { type: 'object' } {
  return {
    type: 'object',
    properties: {
      data,
      notes: { type: 'array' },
      problem: { type: 'object' },
    },
  }
}

/** Deeper objects are described only as objects; the answer shows their fields. */
const DEPTH = 2

/** Only names, and types of non-nullable fields, because the schema costs every agent tokens. */
export function outlineOf(fullSchema: PlainSchema, depth = DEPTH): JSONObject {
  const { schema, nullable } = withoutNull(fullSchema)
  return {
    ...(schema.type !== undefined && !nullable && { type: schema.type }),
    ...(schema.items && { items: outlineOf(schema.items, depth) }),
    ...(schema.properties &&
      depth > 0 && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, one]) => [name, outlineOf(one, depth - 1)]),
        ),
      }),
  }
}
