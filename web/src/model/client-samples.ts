// What the first page has just done, as code: curl and the two clients.
import { curl } from './code-samples.ts'
import type { CallRoute } from './call-route.ts'

export const clientLanguages = ['curl', 'TypeScript', 'Python'] as const
export type ClientLanguage = (typeof clientLanguages)[number]

export function clientSample(language: ClientLanguage, origin: string, calls: readonly CallRoute[]): string {
  if (language === 'curl') return calls.map(call => curl({ ...call, origin, freshness: 'any' })).join('\n\n')
  return language === 'Python' ? python(origin, calls) : typescript(origin, calls)
}

function typescript(origin: string, calls: readonly CallRoute[]): string {
  return [
    "import { createWares } from '@wares/client'",
    '',
    `const wares = createWares({ url: ${JSON.stringify(origin)}, key: process.env.WARES_KEY })`,
    ...calls.map(
      ({ operation, params }) =>
        `const ${operation.name} = await wares.${operation.id}(${JSON.stringify(params)})`,
    ),
  ].join('\n')
}

function python(origin: string, calls: readonly CallRoute[]): string {
  return [
    'import os',
    '',
    'from wares import Wares',
    '',
    `with Wares(${JSON.stringify(origin)}, key=os.environ["WARES_KEY"]) as wares:`,
    ...calls.map(({ operation, params }) => {
      const given = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      return `    ${operation.name} = wares.${operation.id}(${given.join(', ')})`
    }),
  ].join('\n')
}
