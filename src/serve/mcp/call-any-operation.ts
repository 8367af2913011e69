// The tool `call`: all operations of the sites behind one definition, to keep an agent's tool list short.
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { isRecord } from '#kit/schema/is-record'
import { findNearestName } from '../../runtime/nearest-name.ts'
import { outputSchema } from './output-schema.ts'
import { COMMON_ARGUMENTS, commonSchemas, type OfferedTool, READ_ONLY, requiredParams } from './tools.ts'

const ARGUMENTS: readonly string[] = ['operation', 'params', ...COMMON_ARGUMENTS]

/** `uncovered`: ids of operations that exist, but that the scope of the key does not cover. */
export function callTool(
  entries: readonly RegisteredOperation[],
  uncovered: ReadonlySet<string>,
): OfferedTool {
  const byId = new Map(entries.map(entry => [entry.operation.id, entry]))
  return {
    definition: {
      name: 'call',
      description: [
        "One operation of one site, in the site's own shape; for data that product, search and offers do not return (trends, filters, prices by size).",
        `Operations by site, with params (? optional; a|b: one of them): ${signatures(entries)}`,
      ].join(' '),
      inputSchema: {
        type: 'object',
        properties: {
          // The description lists them all; an enumeration would repeat it.
          operation: { type: 'string', description: `site.operation, such as ${[...byId.keys()].at(-1)}` },
          params: { type: 'object', description: 'Params of the operation' },
          ...commonSchemas(),
        },
        required: ['operation'],
      },
      outputSchema: outputSchema({}),
      annotations: READ_ONLY,
    },
    resolve({ operation, params = {}, ...options }) {
      const entry = typeof operation === 'string' ? byId.get(operation) : undefined
      if (typeof operation === 'string' && uncovered.has(operation)) throw notCovered(operation)
      if (!entry) throw unknownOperation(operation, byId)
      const unknown = Object.keys(options).find(name => !ARGUMENTS.includes(name))
      if (unknown !== undefined) throw misplacedArgument(unknown)
      if (!isRecord(params))
        throw invalidParameterFault([
          { name: 'params', in: 'body', message: 'params must be an object of parameters' },
        ])
      return { entry, params, options }
    },
  }
}

/** `sneakerhub: search(query,page?) prices(id,country?); luxuryhouse: product(url)`. */
function signatures(entries: readonly RegisteredOperation[]): string {
  return Array.from(
    Map.groupBy(entries, ({ site }) => site.name),
    ([site, siteEntries]) => `${site}: ${siteEntries.map(signatureOf).join(' ')}`,
  ).join('; ')
}

/** `product(slug|id|url)`. */
function signatureOf(entry: RegisteredOperation): string {
  const { id, params, lookup = [] } = entry.operation
  const required = requiredParams(entry)
  const choice = lookup.length > 1 ? [lookup.join('|')] : []
  const others = Object.keys(params)
    .filter(name => choice.length === 0 || !lookup.includes(name))
    .filter(name => params[name]?.kind !== 'list')
    .map(name => (required.includes(name) ? name : `${name}?`))
  const hasFilters = Object.values(params).some(param => param.kind === 'list')
  return `${id.slice(id.indexOf('.') + 1)}(${[...choice, ...others, ...(hasFilters ? ['filters?'] : [])].join(',')})`
}

function unknownOperation(operation: unknown, byId: ReadonlyMap<string, RegisteredOperation>) {
  const name = typeof operation === 'string' ? operation.slice(0, 64) : ''
  const near = findNearestName(name, byId.keys())
  const hint = near ? `; did you mean ${near}?` : ''
  const message = `there is no operation ${JSON.stringify(name)}${hint}`
  return invalidParameterFault([{ name: 'operation', in: 'body', message, accepted: [...byId.keys()] }])
}

function notCovered(operation: string): Fault {
  return new Fault('key_not_allowed', `the scope of this key does not cover ${operation}`)
}

function misplacedArgument(name: string) {
  const message = `${name} is not an argument of this tool; pass the parameters of an operation in params`
  return invalidParameterFault([{ name, in: 'body', message, accepted: ARGUMENTS }])
}
