// Checks the output of two independent client generators: it compiles under strict TypeScript and calls the sandbox.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExampleServer } from '../examples/example-server.ts'
import { runCommand, tool } from './run-command.ts'

const STRICT = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  include: ['**/*.ts'],
}

/** openapi-typescript generates the types, openapi-fetch calls by path. */
export async function checkFetchClient(
  documentFile: string,
  folder: string,
  { address, key, registry }: ExampleServer,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  await tool('openapi-typescript', documentFile, '-o', join(folder, 'schema.ts'))
  const calls = registry.entries.map(
    ({ path, example }) =>
      `await check(${JSON.stringify(path)}, client.GET(${JSON.stringify(path)}, { params: { query: ${JSON.stringify(example)} } }))`,
  )
  const program = `import createClient from 'openapi-fetch'
import type { components, paths } from './schema'
const client = createClient<paths>({ baseUrl: ${JSON.stringify(address)}, headers: { 'x-api-key': ${JSON.stringify(key)} } })
async function check(path: string, call: Promise<{ data?: unknown; error?: unknown }>): Promise<void> {
  const { data, error } = await call
  if (data === undefined) throw new Error(path + ': ' + JSON.stringify(error))
}
${calls.join('\n')}
const { data } = await client.GET('/api/v1/scraper/sneakerhub/search', { params: { query: { query: 'court' } } })
const first: components['schemas']['SneakerhubSearchItem'] | undefined = typeof data === 'string' ? undefined : data?.[0]
if (typeof first?.name !== 'string') throw new Error('no name')
`
  return compileAndRun(folder, program)
}

/** @hey-api/openapi-ts generates a function for each operation. */
export async function checkGeneratedSdk(
  documentFile: string,
  folder: string,
  { address, key, registry }: ExampleServer,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  await tool('openapi-ts', '-i', documentFile, '-o', join(folder, 'client'), '--silent')
  const names = registry.entries.map(({ operation }) =>
    operation.id.replaceAll(/\.([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  )
  const calls = registry.entries.map(
    ({ example }, index) =>
      `await check('${names[index]}', sdk.${names[index]}({ query: ${JSON.stringify(example)} }))`,
  )
  const program = `import * as sdk from './client'
import { client } from './client/client.gen'
client.setConfig({ baseUrl: ${JSON.stringify(address)}, headers: { 'x-api-key': ${JSON.stringify(key)} } })
async function check(name: string, call: Promise<{ data?: unknown; error?: unknown }>): Promise<void> {
  const { data, error } = await call
  if (data === undefined) throw new Error(name + ': ' + JSON.stringify(error))
}
${calls.join('\n')}
const { data } = await sdk.sneakerhubSearch({ query: { query: 'court' } })
const name: string | undefined = data?.[0]?.name
if (!name) throw new Error('no name')
`
  return compileAndRun(folder, program)
}

async function compileAndRun(folder: string, program: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await tool('tsc', '-p', folder)
  await tool(
    'esbuild',
    join(folder, 'program.ts'),
    '--bundle',
    '--platform=node',
    '--format=esm',
    `--outfile=${join(folder, 'program.mjs')}`,
  )
  return runCommand(process.execPath, [join(folder, 'program.mjs')])
}
