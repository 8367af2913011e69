// Calls each general operation with curl, the command line, both clients and an MCP client: same answers, same faults.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWares, type Wares, WaresProblem } from '../../client/src/index.ts'
import { COMMAND, ROOT, run, wares as runWares } from '../e2e/process.ts'
import { findProgram } from '../services.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Params = Readonly<Record<string, string>>
type Caller = (operation: Operation, params: Params) => Promise<unknown>
type Operation = 'product' | 'search' | 'offers'

/** The parameter that the command line accepts as a positional argument. */
const FIRST: Record<Operation, string> = { product: 'url', search: 'query', offers: 'code' }

const curl = findProgram('curl')
const python = findProgram('python3')
const folder = temporaryFolder('callers')
let running: TestWares
let client: Wares
let agent: Client

beforeAll(async () => {
  running = await startTestWares()
  client = createWares({ url: running.address, key: running.key })
  agent = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp'],
    cwd: ROOT,
    env: { ...environment(), PATH: process.env.PATH ?? '' },
  })
  await agent.connect(transport)
}, 120_000)
afterAll(async () => {
  await agent.close()
  await running.stop()
})

/** Lets commands without a server use the shops of the running server. */
function environment(): Record<string, string> {
  const { port } = new URL(running.sandboxOrigin ?? '')
  return { WARES_DATA: join(folder, 'data'), WARES_SANDBOX_PORT: port, WARES_LOG: 'silent' }
}

const byCurl: Caller = async (operation, params) => {
  const pairs = Object.entries(params).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`])
  const words = ['-sS', '-G', `${running.address}/api/v2/${operation}`, '-H', `x-api-key: ${running.key}`]
  const { stdout, stderr } = await run(curl ?? '', [...words, ...pairs])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

const byCommandLine: Caller = async (operation, params) => {
  const { [FIRST[operation]]: first = '', ...options } = params
  const more = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const { stdout, stderr } = await runWares([operation, first, ...more, '--json'], environment())
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

const byTypeScript: Caller = async (operation, params) => {
  const call = client.general[operation] as unknown as (params: Params) => Promise<unknown>
  try {
    return await call(params)
  } catch (error) {
    if (error instanceof WaresProblem) return { code: error.code, status: error.status }
    throw error
  }
}

const PROGRAM = `
import json, sys
from wares import Wares, WaresProblem
address, key, operation, params = sys.argv[1:]
with Wares(address, key=key) as wares:
    try:
        print(json.dumps(getattr(wares.general, operation)(**json.loads(params))))
    except WaresProblem as problem:
        print(json.dumps({"code": problem.code, "status": problem.status}))
`
const byPython: Caller = async (operation, params) => {
  const env = { PYTHONPATH: join(ROOT, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' }
  const words = ['-c', PROGRAM, running.address, running.key, operation, JSON.stringify(params)]
  const { stdout, stderr } = await run(python ?? '', words, env)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

function fieldsOf(operation: Operation): string[] {
  const schema: object = running.registry.byId.get(`general.${operation}`)?.operation.result ?? {}
  return 'properties' in schema ? Object.keys(schema.properties as object) : []
}

const byAgent: Caller = async (operation, params) => {
  const { sites, include, ...rest } = params
  const lists = {
    ...(sites ? { sites: sites.split(',') } : {}),
    ...(include ? { include: include.split(',') } : {}),
    ...(operation === 'product' ? {} : { limit: 1_000 }),
  }
  const result = await agent.callTool({
    name: operation,
    // Without `fields` and `limit`, an agent gets the shorter answer.
    arguments: { ...rest, ...lists, fields: fieldsOf(operation), max_chars: 100_000 },
  })
  const { data, problem } = result.structuredContent as { data?: unknown; problem?: unknown }
  return result.isError ? problem : data
}

const CALLERS: Record<string, Caller> = {
  ...(curl === undefined ? {} : { curl: byCurl }),
  'the command line': byCommandLine,
  'the TypeScript client': byTypeScript,
  ...(python === undefined ? {} : { 'the Python client': byPython }),
  'an MCP client on stdio': byAgent,
}

const SLUG = 'daybreak-home-cotton-throw-cream-ge4014-110'
const page = (path: string): string => `${running.sandboxOrigin}${path}`
const ANSWERS: readonly [string, Operation, () => Params][] = [
  [
    'a product of a site',
    'product',
    () => ({ url: page('/fastfashion2/uk/en/product/linen-shirt-400005.html'), include: 'sources,absent' }),
  ],
  ['a product of another shop', 'product', () => ({ url: page(`/shop-json-ld/p/${SLUG}`) })],
  ['a search', 'search', () => ({ query: 'arc runner', sites: 'sneakerhub,sneakerexchange' })],
  ['offers', 'offers', () => ({ code: 'pv4272 660', country: 'UK' })],
]
const FAULTS: readonly [string, Operation, () => Params, string][] = [
  [
    'a host that is not configured',
    'product',
    () => ({ url: 'https://elsewhere.example/p' }),
    'url_not_allowed',
  ],
  ['a product that is gone', 'product', () => ({ url: page(`/shop-json-ld/p/${SLUG}~gone`) }), 'not_found'],
  ['a site that there is not', 'search', () => ({ query: 'runner', sites: 'nowhere' }), 'invalid_parameter'],
  ['an invalid code', 'offers', () => ({ code: '+ +' }), 'invalid_parameter'],
]

describe.each(Object.entries(CALLERS))('%s', (_, call) => {
  it.each(ANSWERS)('gets %s as the API does', { timeout: 120_000 }, async (_name, operation, params) => {
    const direct = await running.call(`/api/v2/${operation}`, { query: params() })
    expect(direct.status, direct.bytes.toString()).toBe(200)
    expect(withoutTime(await call(operation, params()))).toEqual(withoutTime(direct.json()))
  })

  it.each(FAULTS)('reports %s', { timeout: 120_000 }, async (_name, operation, params, code) => {
    expect(await call(operation, params())).toMatchObject({ code })
  })
})

/** Callers without a server read the shop a moment later. */
function withoutTime(answer: unknown): unknown {
  const { fetched_at: _, ...rest } = answer as Record<string, unknown>
  return rest
}
