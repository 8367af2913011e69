// Calls of the management routes: with curl and both clients.
import { pythonName } from '../../../scripts/generate-client/python-name.ts'
import { pythonClient, typescriptClient } from './client-samples.ts'
import type { ReferenceEntry } from './reference.ts'

export function endpointSample(
  language: 'curl' | 'TypeScript' | 'Python',
  origin: string,
  entry: ReferenceEntry,
): string {
  const url = `${entry.base || origin}${pathOf(entry)}${queryOf(entry)}`
  const body = entry.body?.example
  if (language === 'curl') return curl(entry, url, body)
  return clientCall(language, origin, entry)
}

function clientCall(language: 'TypeScript' | 'Python', origin: string, entry: ReferenceEntry): string {
  const path = entry.parameters.filter(one => one.in === 'path').map(one => partOfPath(entry, one.name))
  const body = (entry.body?.example ?? {}) as Record<string, unknown>
  if (language === 'TypeScript') {
    const given = [...path.map(quote), ...(entry.body ? [objectLiteral(body)] : [])]
    return [...typescriptClient(origin), typescriptCall(entry, given.join(', '))].join('\n')
  }
  const named = Object.entries(body).map(([name, value]) => `${pythonName(name)}=${pythonLiteral(value)}`)
  const given = [...path.map(value => JSON.stringify(value)), ...named].join(', ')
  return [...pythonClient(origin), ...pythonCall(entry, given).map(line => `    ${line}`)].join('\n')
}

function typescriptCall({ id, method }: ReferenceEntry, given: string): string {
  if (id === 'changes')
    return 'for await (const change of wares.changes()) console.log(change.type, change.after)'
  return `${method === 'DELETE' ? '' : `const ${resultName(id)} = `}await wares.${id}(${given})`
}

function pythonCall({ id, method }: ReferenceEntry, given: string): string[] {
  if (id === 'changes')
    return ['for change in wares.changes():', '    print(change["type"], change["after"])']
  const call = id.split('.').map(pythonName).join('.')
  return [`${method === 'DELETE' ? '' : `${resultName(id)} = `}wares.${call}(${given})`]
}

const NAMES: Readonly<Record<string, string>> = { list: 'page', create: 'added', get: 'found' }

/** A name that is no word of either language. */
function resultName(id: string): string {
  const [, name = id] = id.split('.')
  return NAMES[name] ?? 'answer'
}

function objectLiteral(body: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(body).map(([name, value]) => `  ${name}: ${quote(value)},\n`)
  return `{\n${fields.join('')}}`
}

function quote(value: unknown): string {
  return typeof value === 'string' && !/['\\\p{Cc}]/u.test(value) ? `'${value}'` : JSON.stringify(value)
}

function pathOf(entry: ReferenceEntry): string {
  return entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(partOfPath(entry, name)),
  )
}

/** By its example, else that of the thing in the sample answer, else by its name. */
function partOfPath({ parameters, answer }: ReferenceEntry, name: string): string {
  const example = parameters.find(one => one.in === 'path' && one.name === name)?.example
  const { id, watch, request_id: request } = (answer?.example ?? {}) as Record<string, unknown>
  const found = example ?? (name === 'id' ? (id ?? watch ?? request) : undefined)
  return typeof found === 'string' ? found : name.toUpperCase()
}

function queryOf({ parameters }: ReferenceEntry): string {
  const given = parameters.filter(one => one.in === 'query' && one.required && one.example !== undefined)
  const query = new URLSearchParams(given.map(one => [one.name, String(one.example)]))
  return query.size === 0 ? '' : `?${query}`
}

function curl({ method, needsKey }: ReferenceEntry, url: string, body: unknown): string {
  return [
    `curl "${url}"`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsKey ? ['-H "x-api-key: $WARES_KEY"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "content-type: application/json"',
          `--data '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ')
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value)
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`).join(', ')}}`
}
