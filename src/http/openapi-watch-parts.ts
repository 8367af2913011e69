// The building blocks of the watch paths of the OpenAPI document: schemas, operations, bodies.

export type Json = Record<string, unknown>

export const TAG = 'watches'
const KEY = [{ key: [] }]

export const ref = (name: string, description?: string): Json => ({
  $ref: `#/components/schemas/${name}`,
  ...(description === undefined ? {} : { description }),
})
export const text = (description: string, more: Json = {}) => ({ type: 'string', description, ...more })
export const time = (description: string) => text(description, { format: 'date-time' })
export const orNull = ({ description, ...schema }: Json): Json => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [schema, { type: 'null' }],
})

const PROBLEMS = Object.fromEntries(
  [400, 401, 403, 404, 405, 413, 415, 429, 500, 503].map(status => [
    status,
    { $ref: `#/components/responses/Problem${status}` },
  ]),
)

export function operation(id: string, summary: string, more: Json, responses: Json): Json {
  return {
    operationId: id.includes('.') ? id : `${TAG}.${id}`,
    summary,
    tags: [TAG],
    security: KEY,
    ...more,
    responses: { ...responses, ...PROBLEMS },
  }
}

export const json = (schema: Json, description: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema, example } },
})
export const body = (name: string, example: unknown) => ({
  requestBody: { required: true, content: { 'application/json': { schema: ref(name), example } } },
})
export function object(
  description: string,
  properties: Readonly<Record<string, Json>>,
  optional: readonly string[] = [],
): Json {
  return {
    type: 'object',
    description,
    required: Object.keys(properties).filter(name => !optional.includes(name)),
    properties,
  }
}
