// The call as it was made, in four languages. The key is read from WARES_KEY.
import type { CallRequest, Freshness } from './make-call.ts'
import { type Operation, type Params, queryOf } from './operations.ts'

export interface CodeSampleCall extends CallRequest {
  /** Of the page. */
  readonly origin: string
  readonly freshness: Freshness
}

export const languages = ['curl', 'TypeScript', 'Python', 'HTTPie'] as const
export type Language = (typeof languages)[number]

export function codeSample(language: Language, made: CodeSampleCall): string {
  return { curl, TypeScript: typescript, Python: python, HTTPie: httpie }[language](made)
}

const CACHE_DIRECTIVE: Record<Freshness, string> = { any: '', bypass: 'no-cache', cached: 'only-if-cached' }

export function curl(made: CodeSampleCall): string {
  const { operation, params, freshness } = made
  const lines = ['curl --get', `"${baseOf(made)}${operation.path}"`]
  if (operation.needsKey) lines.push('-H "x-api-key: $WARES_KEY"')
  if (CACHE_DIRECTIVE[freshness]) lines.push(`-H "cache-control: ${CACHE_DIRECTIVE[freshness]}"`)
  lines.push(
    ...queryPairs(params).map(([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`),
  )
  return lines.join(' \\\n  ')
}

function typescript(made: CodeSampleCall): string {
  const { operation, params, freshness } = made
  const given = queryPairs(params).map(
    ([name, value]) => `  [${quoteForJavaScript(name)}, ${quoteForJavaScript(value)}],`,
  )
  const hasQuery = given.length > 0
  return [
    ...(hasQuery ? ['const query = new URLSearchParams([', ...given, '])'] : []),
    `const response = await fetch(\`${baseOf(made)}${operation.path}${hasQuery ? `?\${query}` : ''}\`, {`,
    ...headerLines(operation, freshness),
    '})',
    'const answer = await response.json()',
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`)',
  ].join('\n')
}

function headerLines(operation: Operation, freshness: Freshness): string[] {
  const headers = [
    ...(operation.needsKey ? ["'x-api-key': process.env.WARES_KEY"] : []),
    ...(CACHE_DIRECTIVE[freshness] ? [`'cache-control': '${CACHE_DIRECTIVE[freshness]}'`] : []),
  ]
  return headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []
}

/** The standard library alone, so that it runs anywhere. */
function python(made: CodeSampleCall): string {
  const { operation, params, freshness } = made
  const headers = [
    ...(operation.needsKey ? ['"x-api-key": os.environ["WARES_KEY"]'] : []),
    ...(CACHE_DIRECTIVE[freshness] ? [`"cache-control": "${CACHE_DIRECTIVE[freshness]}"`] : []),
  ]
  const given = queryPairs(params).map(
    ([name, value]) => `    (${JSON.stringify(name)}, ${JSON.stringify(value)}),`,
  )
  const hasQuery = given.length > 0
  const address = `${baseOf(made)}${operation.path}`
  return [
    'import json',
    ...(operation.needsKey ? ['import os'] : []),
    'from urllib.error import HTTPError',
    ...(hasQuery ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(hasQuery ? ['query = urlencode([', ...given, '])'] : []),
    'request = Request(',
    hasQuery ? `    f"${address}?{query}",` : `    "${address}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ')',
    'try:',
    '    with urlopen(request, timeout=30) as response:',
    '        answer = json.load(response)',
    'except HTTPError as error:',
    '    problem = json.load(error)',
    `    raise SystemExit(f"{problem['code']}: {problem['detail']}")`,
  ].join('\n')
}

function httpie(made: CodeSampleCall): string {
  const { operation, params, freshness } = made
  const parts = [`http GET ${baseOf(made)}${operation.path}`]
  if (operation.needsKey) parts.push('x-api-key:"$WARES_KEY"')
  if (CACHE_DIRECTIVE[freshness]) parts.push(`cache-control:${CACHE_DIRECTIVE[freshness]}`)
  for (const [name, value] of queryPairs(params)) parts.push(quoteForShell(`${name}==${value}`))
  return parts.join(' \\\n  ')
}

function baseOf({ origin, operation }: CodeSampleCall): string {
  return operation.base || origin
}

function queryPairs(params: Params): [string, string][] {
  return [...queryOf(params)]
}

function quoteForShell(text: string): string {
  return /^[\w=.,:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** As a JavaScript text in single quotes. */
function quoteForJavaScript(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1)
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`
}
