// Calls as code: with curl and with both clients. The key is read from WARES_KEY, because code is copied to where a key must not be.
import { pythonName } from '../../../scripts/generate-client/python-name.ts'
import type { CallRoute } from './call-route.ts'
import type { Freshness } from './make-call.ts'
import { type Params, queryOf } from './operation-list.ts'
import type { ReferenceEntry } from './reference.ts'

export const languages = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof languages)[number]

type Fields = Readonly<Record<string, unknown>>

/** Operations of shops; with `freshness`, as the form of the explorer calls them. */
export function operationSample(
  language: Language,
  origin: string,
  calls: readonly CallRoute[],
  freshness: Freshness = 'any',
): string {
  if (language === 'curl') return calls.map(call => operationCurl(origin, call, freshness)).join('\n\n')
  if (language === 'TypeScript')
    return typescript(
      origin,
      calls.map(({ operation, params }) => {
        const args = argumentsOf([Object.keys(params).length > 0 && params, TYPESCRIPT_OPTIONS[freshness]])
        return `const ${operation.name} = await wares.${operation.id}(${args})`
      }),
    )
  const option = PYTHON_OPTIONS[freshness]
  return python(
    origin,
    calls.map(({ operation, params }) => {
      const args = [...pythonArguments(params), ...(option ? [`options=CallOptions(${option})`] : [])]
      return `${operation.name} = wares.${operation.id}(${args.join(', ')})`
    }),
    option === undefined ? 'Wares' : 'CallOptions, Wares',
  )
}

const CACHE_DIRECTIVES = { any: undefined, bypass: 'no-cache', cached: 'only-if-cached' }
const TYPESCRIPT_OPTIONS = { any: undefined, bypass: { noCache: true }, cached: { onlyIfCached: true } }
const PYTHON_OPTIONS = { any: undefined, bypass: 'no_cache=True', cached: 'only_if_cached=True' }

function operationCurl(origin: string, { operation, params }: CallRoute, freshness: Freshness): string {
  const directive = CACHE_DIRECTIVES[freshness]
  return curlLines([
    'curl --get',
    `"${operation.base || origin}${operation.path}"`,
    operation.needsKey && KEY_HEADER,
    directive !== undefined && `-H "cache-control: ${directive}"`,
    ...Array.from(
      queryOf(params),
      ([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`,
    ),
  ])
}

/** A management route, with the example of the document. */
export function endpointSample(language: Language, origin: string, entry: ReferenceEntry): string {
  if (language === 'curl') return endpointCurl(origin, entry)
  const { id, method } = entry
  const path = entry.parameters.filter(one => one.in === 'path').map(one => partOfPath(entry, one.name))
  const body = entry.body && ((entry.body.example ?? {}) as Fields)
  const variable = method === 'DELETE' ? '' : resultName(id)
  if (language === 'TypeScript')
    return typescript(origin, [
      id === 'changes'
        ? 'for await (const change of wares.changes()) console.log(change.type, change.after)'
        : `${variable && `const ${variable} = `}await wares.${id}(${argumentsOf([...path, body])})`,
    ])
  if (id === 'changes')
    return python(origin, ['for change in wares.changes():', '    print(change["type"], change["after"])'])
  const args = [...path.map(pythonLiteral), ...pythonArguments(body ?? {})].join(', ')
  const call = id.split('.').map(pythonName).join('.')
  return python(origin, [`${variable && `${variable} = `}wares.${call}(${args})`])
}

function endpointCurl(origin: string, entry: ReferenceEntry): string {
  const { method, needsKey, base, path, parameters, body } = entry
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(partOfPath(entry, name)),
  )
  const required = parameters.filter(one => one.in === 'query' && one.required && one.example !== undefined)
  const query = new URLSearchParams(required.map(one => [one.name, String(one.example)]))
  return curlLines([
    `curl "${base || origin}${place}${query.size === 0 ? '' : `?${query}`}"`,
    method !== 'GET' && `-X ${method}`,
    needsKey && KEY_HEADER,
    body?.example !== undefined && '-H "content-type: application/json"',
    body?.example !== undefined && `--data ${quoteForShell(JSON.stringify(body.example))}`,
  ])
}

const KEY_HEADER = '-H "x-api-key: $WARES_KEY"'

function curlLines(parts: readonly (string | false)[]): string {
  return parts.filter(part => part !== false).join(' \\\n  ')
}

function typescript(origin: string, calls: readonly string[]): string {
  const client = `const wares = createWares({ url: '${origin}', key: process.env.WARES_KEY })`
  return ["import { createWares } from '@wares/client'", '', client, ...calls].join('\n')
}

function python(origin: string, lines: readonly string[], names = 'Wares'): string {
  const client = `with Wares(${JSON.stringify(origin)}, key=os.environ["WARES_KEY"]) as wares:`
  const head = ['import os', '', `from wares import ${names}`, '', client]
  return [...head, ...lines.map(line => `    ${line}`)].join('\n')
}

const NAMES: Readonly<Record<string, string>> = { list: 'page', create: 'added', get: 'found' }

/** A name that is no word of either language. */
function resultName(id: string): string {
  const [, name = id] = id.split('.')
  return NAMES[name] ?? 'answer'
}

/** A part of the path: its example, else that of the thing in the sample answer, else its name. */
function partOfPath({ parameters, answer }: ReferenceEntry, name: string): string {
  const example = parameters.find(one => one.in === 'path' && one.name === name)?.example
  const { id, watch, request_id: request } = (answer?.example ?? {}) as Fields
  const value = example ?? (name === 'id' ? (id ?? watch ?? request) : undefined)
  return typeof value === 'string' ? value : name.toUpperCase()
}

function argumentsOf(values: readonly unknown[]): string {
  const last = values.findLastIndex(value => value !== undefined && value !== false)
  return values
    .slice(0, last + 1)
    .map(value => typescriptLiteral(value || {}))
    .join(', ')
}

const LINE_MAX = 60

/** A literal as a person writes it: an object on one line while it fits. */
function typescriptLiteral(value: unknown): string {
  if (typeof value === 'string') return /['\\\p{Cc}]/u.test(value) ? JSON.stringify(value) : `'${value}'`
  if (Array.isArray(value)) return `[${value.map(typescriptLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${typescriptLiteral(field)}`)
  if (fields.length === 0) return '{}'
  const line = `{ ${fields.join(', ')} }`
  return line.length <= LINE_MAX ? line : `{\n${fields.map(field => `  ${field},\n`).join('')}}`
}

function pythonArguments(fields: Params | Fields): string[] {
  return Object.entries(fields).map(([name, value]) => `${pythonName(name)}=${pythonLiteral(value)}`)
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value as Fields)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}: ${pythonLiteral(field)}`).join(', ')}}`
}

function quoteForShell(text: string): string {
  return /^[\w=.,:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
