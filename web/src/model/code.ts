// The call as it was made, in four languages. The key is never written out: it is read from WARES_KEY.
import type { Freshness } from './call.ts'
import { type Operation, type Params, queryOf } from './operations.ts'

export interface Made {
  readonly origin: string
  readonly operation: Operation
  readonly params: Params
  readonly freshness: Freshness
}

export const languages = ['curl', 'TypeScript', 'Python', 'HTTPie'] as const
export type Language = (typeof languages)[number]

export function codeFor(language: Language, made: Made): string {
  return { curl, TypeScript: typescript, Python: python, HTTPie: httpie }[language](made)
}

const DIRECTIVE: Record<Freshness, string> = { any: '', anew: 'no-cache', kept: 'only-if-cached' }

function curl({ origin, operation, params, freshness }: Made): string {
  const fields = pairs(params).map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`)
  const lines = [`curl --get "${origin}${operation.path}"`]
  if (operation.needsKey) lines.push('-H "x-api-key: $WARES_KEY"')
  if (DIRECTIVE[freshness]) lines.push(`-H "cache-control: ${DIRECTIVE[freshness]}"`)
  return [...lines, ...fields].join(' \\\n  ')
}

function typescript({ origin, operation, params, freshness }: Made): string {
  const query = queryOf(params)
  const given = pairs(params).map(([name, value]) => `  [${quote(name)}, ${quote(value)}],`)
  return [
    ...(query.size > 0 ? ['const query = new URLSearchParams([', ...given, '])'] : []),
    `const response = await fetch(\`${origin}${operation.path}${query.size > 0 ? `?\${query}` : ''}\`, {`,
    ...headerLines(operation, freshness, 'process.env.WARES_KEY'),
    '})',
    'const answer = await response.json()',
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`)',
  ].join('\n')
}

function headerLines(operation: Operation, freshness: Freshness, key: string): string[] {
  const headers = [
    ...(operation.needsKey ? [`'x-api-key': ${key}`] : []),
    ...(DIRECTIVE[freshness] ? [`'cache-control': '${DIRECTIVE[freshness]}'`] : []),
  ]
  return headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []
}

function python({ origin, operation, params, freshness }: Made): string {
  const headers = [
    ...(operation.needsKey ? ['"x-api-key": os.environ["WARES_KEY"]'] : []),
    ...(DIRECTIVE[freshness] ? [`"cache-control": "${DIRECTIVE[freshness]}"`] : []),
  ]
  const given = pairs(params).map(([name, value]) => `(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
  return [
    ...(operation.needsKey ? ['import os'] : []),
    'import requests',
    '',
    'response = requests.get(',
    `    "${origin}${operation.path}",`,
    ...(given.length > 0 ? [`    params=[${given.join(', ')}],`] : []),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    'answer = response.json()',
  ].join('\n')
}

function httpie({ origin, operation, params, freshness }: Made): string {
  const parts = [`http GET ${origin}${operation.path}`]
  if (operation.needsKey) parts.push('x-api-key:"$WARES_KEY"')
  if (DIRECTIVE[freshness]) parts.push(`cache-control:${DIRECTIVE[freshness]}`)
  for (const [name, value] of pairs(params)) parts.push(shell(`${name}==${value}`))
  return parts.join(' \\\n  ')
}

function pairs(params: Params): [string, string][] {
  return [...queryOf(params)]
}

function shell(text: string): string {
  return /^[\w=.,:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
