// The operations as tools: names, descriptions and input schemas, from the definitions alone.
import type { JSONObject, Tool } from '@modelcontextprotocol/server'
import type { RegistryEntry } from '../engine/registry.ts'
import { paramSchema } from '../http/openapi.ts'
import { placeholdersIn } from '../kit/placeholders.ts'
import { type PlainSchema, withoutNull } from '../kit/schema.ts'

export const DEFAULT_CHARS = 20_000
export const CHARS_MIN = 500
export const CHARS_MAX = 400_000

/** What every tool takes beside the operation's own parameters. */
export const COMMON_ARGUMENTS = ['fields', 'max_chars', 'max_age_s'] as const

/** Some hosts allow no dot in a tool's name. */
export function toolName({ operation }: RegistryEntry): string {
  return operation.id.replace('.', '_')
}

export function toolOf(entry: RegistryEntry): Tool {
  const { operation, site } = entry
  const alone = operation.lookup?.length === 1 && !operation.lookupOptional ? operation.lookup[0] : undefined
  const required = Object.entries(operation.params)
    .filter(([name, param]) => param.required || name === alone)
    .map(([name]) => name)
  const notes = [
    `${operation.summary}.`,
    `The site: ${site.about.charAt(0).toLowerCase()}${site.about.slice(1)}.`,
    operation.lookup && operation.lookup.length > 1
      ? `Give exactly one of ${operation.lookup.join(', ')}.`
      : '',
    placeholderNote(operation.result),
    `Example: ${JSON.stringify(entry.example)}`,
  ]
  return {
    name: toolName(entry),
    title: operation.summary,
    description: notes.filter(Boolean).join(' '),
    inputSchema: {
      type: 'object',
      properties: { ...paramSchemas(entry), ...commonSchemas(operation.result) },
      required,
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true },
  }
}

/** "0 in price means that the shop gives none": an agent must not report a price of 0. */
function placeholderNote(result: PlainSchema): string {
  const names = placeholdersIn(result).map(({ pointer }) =>
    pointer.replace(/^\/(?:\*\/)?/, '').replaceAll('/', '.'),
  )
  return names.length === 0 ? '' : `0 or an empty text in ${names.join(', ')} means that the shop gives none.`
}

function paramSchemas({ operation }: RegistryEntry): JSONObject {
  return Object.fromEntries(
    Object.entries(operation.params).map(([name, param]) => [
      name,
      { ...(paramSchema(param) as JSONObject), description: param.description },
    ]),
  )
}

function commonSchemas(result: PlainSchema): Record<(typeof COMMON_ARGUMENTS)[number], JSONObject> {
  return {
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: `Return only these fields, e.g. ["${fieldsOf(result).slice(0, 2).join('", "')}"]; deeper ones as paths (a.b). Fields: ${fieldsOf(result).join(', ')}`,
    },
    max_chars: {
      type: 'integer',
      minimum: CHARS_MIN,
      maximum: CHARS_MAX,
      default: DEFAULT_CHARS,
      description: 'Bounds the answer; what is cut is said',
    },
    max_age_s: {
      type: 'integer',
      minimum: 0,
      description: 'Accept no data read from the shop longer ago than this; 0 reads it anew',
    },
  }
}

function fieldsOf(schema: PlainSchema): string[] {
  const { schema: inner } = withoutNull(schema)
  if (inner.type === 'array' && inner.items) return fieldsOf(inner.items)
  return Object.keys(inner.properties ?? {})
}
