// What the first page has just done, as code: curl and the two clients.
import { curl } from './code-samples.ts'
import type { CallRoute } from './call-route.ts'
import type { Params } from './operations.ts'

export const clientLanguages = ['curl', 'TypeScript', 'Python'] as const
export type ClientLanguage = (typeof clientLanguages)[number]

export function clientSample(language: ClientLanguage, origin: string, calls: readonly CallRoute[]): string {
  if (language === 'curl') return calls.map(call => curl({ ...call, origin, freshness: 'any' })).join('\n\n')
  return language === 'Python' ? python(origin, calls) : typescript(origin, calls)
}

export function typescriptClient(origin: string): string[] {
  return [
    "import { createWares } from '@wares/client'",
    '',
    `const wares = createWares({ url: '${origin}', key: process.env.WARES_KEY })`,
  ]
}

/** What follows is indented. */
export function pythonClient(origin: string): string[] {
  return [
    'import os',
    '',
    'from wares import Wares',
    '',
    `with Wares(${JSON.stringify(origin)}, key=os.environ["WARES_KEY"]) as wares:`,
  ]
}

function typescript(origin: string, calls: readonly CallRoute[]): string {
  return [
    ...typescriptClient(origin),
    ...calls.map(
      ({ operation, params }) =>
        `const ${operation.name} = await wares.${operation.id}(${objectLiteral(params)})`,
    ),
  ].join('\n')
}

/** As a person writes it: on one line while it fits. */
function objectLiteral(params: Params): string {
  const fields = Object.entries(params).map(([name, value]) => `${name}: ${textLiteral(value)}`)
  if (fields.length === 0) return ''
  const line = `{ ${fields.join(', ')} }`
  return line.length <= LINE_MAX ? line : `{\n${fields.map(field => `  ${field},\n`).join('')}}`
}

const LINE_MAX = 60

function textLiteral(value: string | readonly string[]): string {
  if (typeof value !== 'string') return `[${value.map(textLiteral).join(', ')}]`
  return /['\\\p{Cc}]/u.test(value) ? JSON.stringify(value) : `'${value}'`
}

function python(origin: string, calls: readonly CallRoute[]): string {
  return [
    ...pythonClient(origin),
    ...calls.map(({ operation, params }) => {
      const given = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      return `    ${operation.name} = wares.${operation.id}(${given.join(', ')})`
    }),
  ].join('\n')
}
