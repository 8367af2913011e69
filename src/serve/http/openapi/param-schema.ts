// The JSON Schema of an operation's parameter, for the OpenAPI document, agents and the help of the command line.
import type { Param } from '#kit/params/param-specs'
import type { Json } from './schema-components.ts'

export function paramSchema(param: Param): Json {
  const initial = 'default' in param && param.default !== undefined ? { default: param.default } : {}
  switch (param.kind) {
    case 'integer':
      return { type: 'integer', minimum: param.min, maximum: param.max, ...initial }
    case 'choice':
      return { type: 'string', enum: param.values, ...initial }
    case 'list':
      return {
        type: 'array',
        // A shop's codes are not an `enum`: a code added later must not break a generated client.
        items: param.values
          ? { type: 'string', enum: param.values }
          : { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,40}$', 'x-wares-values': param.known },
        maxItems: param.maxItems,
      }
    case 'url':
      return { type: 'string', format: 'uri', maxLength: param.maxLength }
    default:
      return {
        type: 'string',
        maxLength: param.maxLength,
        ...(param.pattern ? { pattern: param.pattern.source } : {}),
        ...initial,
      }
  }
}
