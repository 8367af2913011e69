// The operations as MCP tools: names, descriptions and schemas, generated from the definitions.
import type { JSONObject, Tool } from '@modelcontextprotocol/server'
import { isComposite, type RegisteredOperation } from '../../answer/request/registry.ts'
import { hasTable } from '../http/answer/csv-answer.ts'
import { paramSchema } from '../http/openapi/param-schema.ts'
import { placeholdersIn } from '#kit/schema/placeholders'
import type { PlainSchema } from '#kit/schema/schema'
import { outlineOf, outputSchema } from './output-schema.ts'

export const DEFAULT_CHARS = 20_000
export const CHARS_MIN = 500
export const CHARS_MAX = 400_000
/** Enough to choose from; more costs an agent more than asking again. */
export const DEFAULT_ROWS = 20
export const ROWS_MAX = 10_000

/** Arguments of every tool in addition to the operation's parameters. */
export const COMMON_ARGUMENTS = ['fields', 'limit', 'max_chars', 'max_age_s'] as const
type CommonArgument = (typeof COMMON_ARGUMENTS)[number]

/** Leaves out arguments that the operation has itself; an answer without rows needs no `limit`. */
export function commonArguments(entry: RegisteredOperation): CommonArgument[] {
  return COMMON_ARGUMENTS.filter(
    name => !(name in entry.operation.params) && (name !== 'limit' || hasTable(entry)),
  )
}

type Arguments = Readonly<Record<string, unknown>>

/** A call for the engine, and how to present the answer. */
interface ToolRequest {
  readonly entry: RegisteredOperation
  readonly params: Arguments
  readonly options: Arguments
}

export interface OfferedTool {
  readonly definition: Tool
  /** Resolves the arguments to an operation; throws a fault. */
  resolve(args: Arguments): ToolRequest
}

/** The protocol presumes an open world. */
export const READ_ONLY = { readOnlyHint: true } as const

/** Some hosts do not allow dots in tool names; general operations are named without a prefix. */
export function toolName(entry: RegisteredOperation): string {
  const { id } = entry.operation
  return isComposite(entry) ? id.slice(id.indexOf('.') + 1) : id.replace('.', '_')
}

export function operationTool(entry: RegisteredOperation): OfferedTool {
  return {
    definition: definitionOf(entry),
    resolve(args) {
      const common: readonly string[] = commonArguments(entry)
      const isCommon = ([name]: [string, unknown]) => common.includes(name)
      const entries = Object.entries(args)
      return {
        entry,
        params: Object.fromEntries(entries.filter(one => !isCommon(one))),
        options: Object.fromEntries(entries.filter(isCommon)),
      }
    },
  }
}

function definitionOf(entry: RegisteredOperation): Tool {
  const { operation } = entry
  const common = commonSchemas()
  return {
    name: toolName(entry),
    description: describeTool(entry),
    inputSchema: {
      type: 'object',
      properties: {
        ...paramSchemas(entry),
        ...Object.fromEntries(commonArguments(entry).map(name => [name, common[name]])),
      },
      required: requiredParams(entry),
    },
    outputSchema: outputSchema(outlineOf(operation.result)),
    annotations: READ_ONLY,
  }
}

function describeTool(entry: RegisteredOperation): string {
  const { operation, site } = entry
  const isChoice = operation.lookup && operation.lookup.length > 1
  const notes = [
    `${operation.summary}.`,
    isComposite(entry)
      ? 'Prices: {amount, currency}; null: not stated.'
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
export function requiredParams({ operation }: RegisteredOperation): string[] {
  const alone = operation.lookup?.length === 1 && !operation.lookupOptional ? operation.lookup[0] : undefined
  return Object.entries(operation.params)
    .filter(([name, param]) => param.required || name === alone)
    .map(([name]) => name)
}

const SHOWN_KEYWORDS = new Set(['type', 'items', 'enum', 'default'])

/** Every agent pays for each word of the general operations: shorter than their definitions, where those are long. */
const SHORT: Readonly<Record<string, string>> = {
  url: 'Product page',
  code: 'Style code, MPN or GTIN',
  sites: 'Only these, or others that `shops` lists; default: all that can',
  shop: 'Its name or address',
  country: 'Where to, if the shop serves several',
  language: 'Of the texts, if the shop has several',
  include: 'Further parts',
  after: '`cursor` of the page before',
  budget: 'Most requests to the shop',
  page: 'From 1',
}

/** Leaves out lengths and patterns: the error for an invalid value states them. */
function paramSchemas(entry: RegisteredOperation): JSONObject {
  const isGeneral = isComposite(entry)
  return Object.fromEntries(
    Object.entries(entry.operation.params).map(([name, param]) => {
      const keywords = Object.entries(paramSchema(param) as JSONObject)
      const shortSchema = Object.fromEntries(keywords.filter(([keyword]) => SHOWN_KEYWORDS.has(keyword)))
      const description = (isGeneral && SHORT[name]) || param.description
      return [name, { ...shortSchema, description }]
    }),
  )
}

export function commonSchemas(): Record<CommonArgument, JSONObject> {
  return {
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only these of `data`, as price.amount',
    },
    limit: { type: 'integer', default: DEFAULT_ROWS, description: 'Most rows' },
    max_chars: { type: 'integer', default: DEFAULT_CHARS, description: 'Longest answer' },
    max_age_s: { type: 'integer', description: 'Oldest data accepted; 0: read the shop again' },
  }
}
