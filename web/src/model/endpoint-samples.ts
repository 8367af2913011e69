// Calls of what is no operation of a site: watches with the clients, the rest with fetch and Python's standard library.
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
  if (hasClientMethod(entry)) return watchSample(language, origin, entry)
  return language === 'Python' ? python(entry, url, body) : typescript(entry, url, body)
}

/** The clients have the watches and the feed of changes, by the names of the operations. */
export function hasClientMethod({ id }: Pick<ReferenceEntry, 'id'>): boolean {
  return id.startsWith('watches.') || id === 'changes'
}

function watchSample(language: 'TypeScript' | 'Python', origin: string, entry: ReferenceEntry): string {
  const id = entry.parameters.find(one => one.in === 'path')?.example
  const body = (entry.body?.example ?? {}) as Record<string, unknown>
  if (language === 'TypeScript') {
    const given = [...(id === undefined ? [] : [quote(id)]), ...(entry.body ? [objectLiteral(body)] : [])]
    return [...typescriptClient(origin), typescriptCall(entry, given.join(', '))].join('\n')
  }
  const named = Object.entries(body).map(([name, value]) => `${name}=${pythonLiteral(value)}`)
  const given = [...(id === undefined ? [] : [JSON.stringify(id)]), ...named].join(', ')
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
  return [`${method === 'DELETE' ? '' : `${resultName(id)} = `}wares.${id}(${given})`]
}

function resultName(id: string): string {
  return { 'watches.list': 'page', 'watches.history': 'history' }[id] ?? 'watch'
}

function objectLiteral(body: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(body).map(([name, value]) => `  ${name}: ${quote(value)},\n`)
  return `{\n${fields.join('')}}`
}

function quote(value: unknown): string {
  return typeof value === 'string' && !/['\\\p{Cc}]/u.test(value) ? `'${value}'` : JSON.stringify(value)
}

/** The parts of the path by their examples, else by their names. */
function pathOf({ path, parameters }: ReferenceEntry): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const example = parameters.find(one => one.in === 'path' && one.name === name)?.example
    return example === undefined ? name.toUpperCase() : encodeURIComponent(String(example))
  })
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

function typescript({ method, needsKey }: ReferenceEntry, url: string, body: unknown): string {
  const headers = [
    ...(needsKey ? ["'x-api-key': process.env.WARES_KEY"] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    '})',
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)',
    ...(method === 'DELETE' ? [] : ['const answer = await response.json()']),
  ].join('\n')
}

function python({ method, needsKey }: ReferenceEntry, url: string, body: unknown): string {
  const headers = [
    ...(needsKey ? ['"x-api-key": os.environ["WARES_KEY"]'] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ]
  return [
    'import json',
    ...(needsKey ? ['import os'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]),
    ')',
    'with urlopen(request, timeout=30) as response:',
    method === 'DELETE' ? '    print(response.status)' : '    answer = json.load(response)',
  ].join('\n')
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value)
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`).join(', ')}}`
}
