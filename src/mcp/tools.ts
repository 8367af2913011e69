// The operations as MCP tools: names, descriptions and schemas, generated from the definitions.
import type { JSONObject, Tool } from '@modelcontextprotocol/server'
import { isComposite, type RegistryEntry } from '../engine/registry.ts'
import { paramSchema } from '../http/openapi.ts'
import { placeholdersIn } from '../kit/placeholders.ts'
import { type PlainSchema, withoutNull } from '../kit/schema.ts'
import { outlineOf, outputSchema } from './output-schema.ts'

export const DEFAULT_CHARS = 20_000
export const CHARS_MIN = 500
export const CHARS_MAX = 400_000

/** Arguments of every tool in addition to the operation's parameters. */
export const COMMON_ARGUMENTS = ['fields', 'max_chars', 'max_age_s'] as const

type Arguments = Readonly<Record<string, unknown>>

/** A call for the engine, and how to present the answer. */
interface ToolRequest {
  readonly entry: RegistryEntry
  readonly params: Arguments
  readonly options: Arguments
}

export interface OfferedTool {
  readonly definition: Tool
  /** Resolves the arguments to an operation; throws a fault. */
  resolve(args: Arguments): ToolRequest
}

export const READ_ONLY = { readOnlyHint: true, openWorldHint: true } as const

/** Some hosts do not allow dots in tool names; general operations are named without a prefix. */
export function toolName(entry: RegistryEntry): string {
  const { id } = entry.operation
  return isComposite(entry) ? id.slice(id.indexOf('.') + 1) : id.replace('.', '_')
}

export function operationTool(entry: RegistryEntry): OfferedTool {
  return {
    definition: definitionOf(entry),
    resolve(args) {
      const isCommon = ([name]: [string, unknown]) => COMMON_ARGUMENTS.some(own => own === name)
      const entries = Object.entries(args)
      return {
        entry,
        params: Object.fromEntries(entries.filter(one => !isCommon(one))),
        options: Object.fromEntries(entries.filter(isCommon)),
      }
    },
  }
}

function definitionOf(entry: RegistryEntry): Tool {
  const { operation } = entry
  const names = fieldsOf(operation.result)
  return {
    name: toolName(entry),
    description: describeTool(entry),
    inputSchema: {
      type: 'object',
      properties: {
        ...paramSchemas(entry),
        ...commonSchemas(`Only these fields: ${names.join(', ')}; or paths (a.b)`),
      },
      required: requiredParams(entry),
      additionalProperties: false,
    },
    outputSchema: outputSchema(outlineOf(operation.result)),
    annotations: READ_ONLY,
  }
}

function describeTool(entry: RegistryEntry): string {
  const { operation, site } = entry
  const isChoice = operation.lookup && operation.lookup.length > 1
  const notes = [
    `${operation.summary}.`,
    isComposite(entry)
      ? 'Prices are {amount, currency}; null means that the shop does not state it.'
      : `Site: ${site.about.charAt(0).toLowerCase()}${site.about.slice(1)}.`,
    isChoice ? `Pass exactly one of ${operation.lookup.join(', ')}.` : '',
    placeholderNote(operation.result),
    `Example: ${JSON.stringify(entry.example)}`,
  ]
  return notes.filter(Boolean).join(' ')
}

/** Describes placeholders, such as a price of 0, so that an agent does not report them as values. */
function placeholderNote(result: PlainSchema): string {
  const names = placeholdersIn(result).map(({ pointer }) =>
    pointer.replace(/^\/(?:\*\/)?/, '').replaceAll('/', '.'),
  )
  return names.length === 0
    ? ''
    : `0 or an empty text in ${names.join(', ')} means that the shop gives no value.`
}

/** A look-up parameter is required if it is the only one; among several, the caller chooses one. */
export function requiredParams({ operation }: RegistryEntry): string[] {
  const alone = operation.lookup?.length === 1 && !operation.lookupOptional ? operation.lookup[0] : undefined
  return Object.entries(operation.params)
    .filter(([name, param]) => param.required || name === alone)
    .map(([name]) => name)
}

const SHOWN_KEYWORDS = new Set(['type', 'items', 'enum', 'default'])

/** Without lengths and patterns: the error for an invalid value states them. */
function paramSchemas({ operation }: RegistryEntry): JSONObject {
  return Object.fromEntries(
    Object.entries(operation.params).map(([name, param]) => {
      const keywords = Object.entries(paramSchema(param) as JSONObject)
      const shown = Object.fromEntries(keywords.filter(([keyword]) => SHOWN_KEYWORDS.has(keyword)))
      return [name, { ...shown, description: param.description }]
    }),
  )
}

export function commonSchemas(fields: string): Record<(typeof COMMON_ARGUMENTS)[number], JSONObject> {
  return {
    fields: { type: 'array', items: { type: 'string' }, description: fields },
    max_chars: { type: 'integer', default: DEFAULT_CHARS, description: 'Maximum length of the answer' },
    max_age_s: { type: 'integer', description: 'Maximum age of the data in seconds; 0 bypasses the cache' },
  }
}

function fieldsOf(schema: PlainSchema): string[] {
  const { schema: inner } = withoutNull(schema)
  if (inner.type === 'array' && inner.items) return fieldsOf(inner.items)
  return Object.keys(inner.properties ?? {})
}
