// The tools as an agent meets them: a real MCP client over both transports and both generations of the protocol.
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMON_ARGUMENTS, toolName } from '../../src/mcp/tools.ts'
import { ROOT } from '../e2e/process.ts'
import { freePort, startTestWares, type TestWares } from '../start-wares.ts'

let running: TestWares
const dataDir = join(tmpdir(), `wares-mcp-${process.pid}`)
const clients: Client[] = []

beforeAll(async () => {
  running = await startTestWares()
})
afterAll(async () => {
  await Promise.all(clients.map(client => client.close()))
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Era = 'auto' | 'legacy'

async function connect(transport: Transport, era: Era = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  clients.push(client)
  return client
}

function overHttp(key: string): Transport {
  return new StreamableHTTPClientTransport(new URL('/mcp', running.address), {
    requestInit: { headers: { 'x-api-key': key } },
  })
}

async function overStdio(): Promise<Transport> {
  const env = { WARES_DATA: dataDir, WARES_SANDBOX_PORT: String(await freePort()) }
  return new StdioClientTransport({
    command: process.execPath,
    args: ['bin/wares.js', 'mcp'],
    cwd: ROOT,
    env,
  })
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args })
  const texts = (result.content as { text: string }[]).map(part => part.text)
  return { isError: result.isError === true, data: texts[0] ?? '', notes: texts[1] ?? '' }
}

describe.each<[string, () => Promise<Client>]>([
  ['streamable HTTP', () => connect(overHttp(running.key))],
  ['streamable HTTP, as older clients speak it', () => connect(overHttp(running.key), 'legacy')],
  ['stdio', async () => connect(await overStdio())],
  ['stdio, as older clients speak it', async () => connect(await overStdio(), 'legacy')],
])('over %s', (_, open) => {
  let client: Client
  beforeAll(async () => {
    client = await open()
  })

  it('every operation is a tool, with its parameters', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(tool => tool.name)).toEqual(running.registry.entries.map(toolName))
    for (const [place, { operation }] of running.registry.entries.entries()) {
      const names = [...Object.keys(operation.params), ...COMMON_ARGUMENTS]
      expect(Object.keys(tools[place]?.inputSchema.properties ?? {})).toEqual(names)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('an operation is called', async () => {
    const { isError, data, notes } = await call(client, 'sneakerhub_prices', { id: '1044287', country: 'UK' })
    expect(isError).toBe(false)
    expect((JSON.parse(data) as unknown[]).length).toBeGreaterThan(0)
    expect(notes).toContain('Read from the shop')
  })

  it('fields are selected', async () => {
    const args = { query: 'court', fields: ['name', 'slug'] }
    const hits = JSON.parse((await call(client, 'sneakerexchange_search', args)).data) as object[]
    expect(new Set(hits.flatMap(hit => Object.keys(hit)))).toEqual(new Set(['name', 'slug']))
  })

  it('the size is bounded, and what was cut is said', async () => {
    const { data, notes } = await call(client, 'sneakerexchange_trends', { max_chars: 2000 })
    expect(data.length).toBeLessThanOrEqual(2000)
    expect((JSON.parse(data) as unknown[]).length).toBeLessThan(40)
    expect(notes).toMatch(/^CUT to fit 2000 characters \(whole: \d+\)\. the list: \d+ of 40 items/)
  })

  it('absent fields are named', async () => {
    const all = await call(client, 'sneakerhub_trends', {})
    expect(all.notes).toContain('/*/retail_price_cents')
    const some = await call(client, 'sneakerhub_trends', { fields: ['name'] })
    expect(some.notes).not.toContain('/*/retail_price_cents')
  })

  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ['not_found', 'sneakerhub_product', { slug: 'any~gone' }, /What to do: Check the id/],
    ['upstream_blocked', 'sneakerhub_prices', { id: '1~blocked' }, /will fail again/],
    [
      'invalid_parameter',
      'sneakerhub_search',
      { querry: 'x' },
      /did you mean query\?.*accepted: query, page/s,
    ],
    ['invalid_parameter', 'sneakerhub_search', { query: 'x', fields: ['colour'] }, /there are id, url, name/],
    ['invalid_parameter', 'sneakerhub_search', { query: 'x', max_chars: 1 }, /integer from 500/],
  ])('%s is a tool error that says what to do', async (code, tool, args, words) => {
    const { isError, data } = await call(client, tool, args)
    expect(isError).toBe(true)
    expect(data).toContain(`(${code})`)
    expect(data).toMatch(words)
  })

  it('an unknown tool is refused with the nearest name', async () => {
    await expect(client.callTool({ name: 'sneakerhub_price', arguments: {} })).rejects.toThrow(
      'did you mean sneakerhub_prices?',
    )
  })
})

describe('/mcp and keys', () => {
  const post = (headers: Record<string, string>) =>
    running.call('/mcp', {
      method: 'POST',
      key: null,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })

  it('needs one', async () => {
    const replies = [await post({}), await post({ 'x-api-key': 'no' })]
    expect(replies.map(reply => [reply.status, reply.json().code])).toEqual([
      [401, 'missing_key'],
      [401, 'invalid_key'],
    ])
  })

  it('takes POST only', async () => {
    const reply = await running.call('/mcp')
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })

  it('offers what the scope covers', async () => {
    const { key } = await running.newKey({ scopes: ['watchmarket', 'sneakerhub.trends'] })
    const client = await connect(overHttp(key))
    const names = (await client.listTools()).tools.map(tool => tool.name)
    expect(names.filter(name => !name.startsWith('watchmarket_'))).toEqual(['sneakerhub_trends'])
    await expect(client.callTool({ name: 'sneakerhub_search', arguments: {} })).rejects.toThrow('no tool')
  })

  it('holds to rate and quota, as the API does, and counts calls once', async () => {
    const { key, id } = await running.newKey({ monthlyQuota: 3 })
    const client = await connect(overHttp(key))
    await client.listTools()
    const outcomes = []
    for (let n = 0; n < 4; n++) outcomes.push(await call(client, 'sneakerhub_trends', { page: 1 }))
    expect(outcomes.map(one => one.isError)).toEqual([false, false, false, true])
    expect(outcomes[3]?.data).toContain('quota_exceeded')
    const direct = await running.call('/api/v1/scraper/sneakerhub/trends', { key })
    expect([direct.status, direct.json().code, id.startsWith('key_')]).toEqual([429, 'quota_exceeded', true])

    const slow = await connect(overHttp((await running.newKey({ ratePerS: 0.01, burst: 1 })).key))
    await call(slow, 'sneakerhub_trends', {})
    const refused = await call(slow, 'sneakerhub_trends', {})
    expect(refused.data).toMatch(/\(rate_limited\).*after \d+ s\.$/s)
  })
})
