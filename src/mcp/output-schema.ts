// What a tool answers, as a JSON Schema: the operation's result beside the notes, or the problem in its place.
import type { JSONObject } from '@modelcontextprotocol/server'
import { type PlainSchema, withoutNull } from '../kit/schema.ts'

/** Nothing is required: `fields` selects, and a long answer is cut. */
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

/** Of objects in objects only that they are one; the answer shows what is in them. */
const DEPTH = 2

/** Names, and the type of what is never null: every agent pays for every character of it. */
export function outlineOf(given: PlainSchema, depth = DEPTH): JSONObject {
  const { schema, nullable } = withoutNull(given)
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
