// The MCP tools: a real MCP client over both transports and both generations of the protocol.
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commonArguments, toolName } from '../../src/serve/mcp/tools.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { COMMAND, ROOT } from '../e2e/process.ts'
import { sandboxPort } from '../shared-sandbox.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

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

function overHttp(key: string, tools = ''): Transport {
  return new StreamableHTTPClientTransport(new URL(`/mcp${tools && `?tools=${tools}`}`, running.address), {
    requestInit: { headers: { 'x-api-key': key } },
  })
}

async function overStdio(tools = 'default'): Promise<Transport> {
  const env = { WARES_DATA: dataDir, WARES_SANDBOX_PORT: String(sandboxPort()) }
  return new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', '--tools', tools],
    cwd: ROOT,
    env,
  })
}

interface Structured {
  readonly data?: unknown
  readonly notes?: string[]
  readonly problem?: Record<string, unknown>
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args })
  const texts = (result.content as { text: string }[]).map(part => part.text)
  const structured = result.structuredContent as Structured
  return {
    isError: result.isError === true,
    text: texts.join('\n'),
    rows: structured.data as unknown[],
    notes: (structured.notes ?? []).join('\n'),
    structured,
    size: JSON.stringify(result).length,
  }
}

describe.each<[string, () => Promise<Client>]>([
  ['streamable HTTP', () => connect(overHttp(running.key, 'all'))],
  ['streamable HTTP, as older clients speak it', () => connect(overHttp(running.key, 'all'), 'legacy')],
  ['stdio', async () => connect(await overStdio('all'))],
  ['stdio, as older clients speak it', async () => connect(await overStdio('all'), 'legacy')],
])('all tools, over %s', (_, open) => {
  let client: Client
  beforeAll(async () => {
    client = await open()
  })

  it('every operation is a tool, with its parameters', async () => {
    const { tools } = await client.listTools()
    expect(new Set(tools.map(tool => tool.name))).toEqual(
      new Set([...running.registry.entries.map(toolName), 'shops', 'watches', 'watch']),
    )
    for (const entry of running.registry.entries) {
      const names = [...Object.keys(entry.operation.params), ...commonArguments(entry)]
      const tool = tools.find(one => one.name === toolName(entry))
      expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(names)
      expect(new Set(names).size).toBe(names.length)
      expect(tool?.outputSchema?.properties).toHaveProperty('data')
    }
  })

  it('an operation can be called', async () => {
    const { isError, rows, text, notes } = await call(client, 'sneakerhub_prices', {
      id: '1044287',
      country: 'UK',
    })
    expect(isError).toBe(false)
    expect(rows.length).toBeGreaterThan(0)
    expect(notes).toContain('Read from the shop')
    expect(text).toContain(notes)
  })

  it('fields can be selected', async () => {
    const args = { query: 'court', fields: ['name', 'slug'] }
    const hits = (await call(client, 'sneakerexchange_search', args)).rows as object[]
    expect(new Set(hits.flatMap(hit => Object.keys(hit)))).toEqual(new Set(['name', 'slug']))
  })

  it('answers are bounded in size and say what was cut', async () => {
    const args = { max_chars: 2000, limit: 100 }
    const { rows, notes } = await call(client, 'sneakerexchange_trends', args)
    expect(JSON.stringify(rows).length).toBeLessThanOrEqual(2000)
    expect(rows.length).toBeLessThan(40)
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
    const { isError, text, structured } = await call(client, tool, args)
    expect(isError).toBe(true)
    expect(structured.problem).toMatchObject({ code, next: expect.stringMatching(/\w/) as string })
    expect(text).toContain(`(${code})`)
    expect(text).toMatch(words)
  })

  it('an unknown tool is rejected with the nearest name', async () => {
    await expect(client.callTool({ name: 'sneakerhub_price', arguments: {} })).rejects.toThrow(
      'did you mean sneakerhub_prices?',
    )
  })
})

describe.each<[string, () => Promise<Client>]>([
  ['streamable HTTP', () => connect(overHttp(running.key))],
  ['stdio', async () => connect(await overStdio())],
])('eight tools, over %s', (_, open) => {
  let client: Client
  beforeAll(async () => {
    client = await open()
  })

  it('are product, search, offers, catalog, call, shops, watches and watch', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(tool => tool.name)).toEqual([
      'product',
      'search',
      'offers',
      'catalog',
      'call',
      'shops',
      'watches',
      'watch',
    ])
    // Every operation of a site stands in the description of `call`.
    const { description = '' } = tools[4] ?? {}
    for (const { site, operation } of running.registry.entries.slice(0, 21)) {
      const own = description.split(`${site.name}: `)[1]?.split(';')[0] ?? ''
      expect(own).toContain(`${operation.id.slice(site.name.length + 1)}(`)
    }
  })

  it('list the shops', async () => {
    const { structured } = await call(client, 'shops', {})
    const { shops } = structured.data as { shops: { name: string; operations: string[] }[] }
    expect(shops.find(one => one.name === 'sneakerhub')).toMatchObject({ can: { search: true } })
    expect(
      shops.every(one => one.operations.includes('general.product') || one.name === 'electronicsretail'),
    ).toBe(true)
  })

  it('have at most 8,000 characters of definitions, without the two for watches', async () => {
    const { tools } = await client.listTools()
    const length = JSON.stringify(tools.slice(0, 6)).length
    const withWatches = JSON.stringify(tools).length
    const instructions = client.getInstructions()?.length ?? 0
    // JSON has about 3.5 characters per token.
    console.log(
      `tool definitions: ${length} characters, about ${Math.round(length / 3.5)} tokens; with watches: ${withWatches}; instructions: ${instructions}`,
    )
    expect(length).toBeLessThanOrEqual(8_000)
    expect(withWatches).toBeLessThanOrEqual(10_200)
    expect(instructions).toBeLessThanOrEqual(1_000)
  })

  it('answer in the general shape', async () => {
    const { structured: found } = await call(client, 'search', { query: 'runner', fields: ['results.url'] })
    const { results } = found.data as { results: { url: string }[] }
    const product = await call(client, 'product', { url: results[0]?.url, fields: ['name', 'price', 'mpn'] })
    expect(product.isError, product.text).toBe(false)
    expect(Object.keys(product.structured.data as object)).toEqual(['name', 'mpn', 'price'])
    const { structured } = await call(client, 'offers', { code: 'PV4272-660' })
    const { offers } = structured.data as { offers: { price: { currency: string } | null }[] }
    expect(offers.length).toBeGreaterThan(3)
    expect(structured.notes?.at(-1)).toMatch(/^Read from the shop/)
  })

  it('name the sites that failed, whatever fields are selected', async () => {
    const args = { code: 'PV4272-660~busy', sites: ['sneakerhub', 'storefront'], fields: ['offers.price'] }
    const { structured, notes } = await call(client, 'offers', args)
    const { sites } = structured.data as { sites: { site: string; outcome: string }[] }
    expect(Object.fromEntries(sites.map(({ site, outcome }) => [site, outcome]))).toEqual({
      sneakerhub: 'upstream_busy',
      storefront: 'upstream_busy',
    })
    expect(notes).toMatch(/^INCOMPLETE: .*sneakerhub \(upstream_busy\)/)
  })

  it('call runs any operation of a site', async () => {
    const args = { operation: 'sneakerhub.prices', params: { id: '1044287' }, fields: ['stockStatus'] }
    const { isError, rows, text } = await call(client, 'call', args)
    expect(isError, text).toBe(false)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('answer once, in few characters, and say what was left out', async () => {
    const { structured, text, notes, size } = await call(client, 'search', { query: 'runner' })
    const { results } = structured.data as { results: { name: string; url: string }[] }
    expect([results.length, Object.keys(results[0] ?? {}).includes('image')]).toEqual([20, false])
    expect(notes).toMatch(/The first 20 of \d+ rows; raise limit/)
    expect(notes).toContain('Left out unless named in fields: image')
    // The text is a summary, not the data again.
    expect(text).toContain(`${results[0]?.name}`)
    expect(text.length).toBeLessThan(3_000)
    expect(size).toBeLessThan(12_000)
    const few = await call(client, 'search', { query: 'runner', limit: 2, fields: ['results.image'] })
    expect((few.structured.data as { results: object[] }).results.map(Object.keys)).toEqual([
      ['image'],
      ['image'],
    ])
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['call', { operation: 'sneakerhub.price' }, /did you mean sneakerhub.prices/],
    ['call', { operation: 'general.product', params: {} }, /there is no operation "general.product"/],
    ['call', { operation: 'sneakerhub.trends', page: 2 }, /page is not an argument.*in params/],
    ['call', { operation: 'sneakerhub.trends', params: [] }, /params must be an object/],
    [
      'call',
      { operation: 'sneakerhub.trends', params: { fields: ['name'] } },
      /not a parameter of sneakerhub.trends/,
    ],
    ['product', { url: 'http://169.254.169.254/latest' }, /url_not_allowed.*What to do/s],
    ['offers', {}, /code/],
    ['search', { query: 'runner', sites: ['nowhere'] }, /accepted: storefront/],
    ['search', { query: 'runner', limit: 0 }, /limit must be an integer from 1/],
    ['watch', { action: 'make' }, /action must be one of create, update/],
    ['watches', { action: 'history' }, /id is required/],
    ['watch', { action: 'create', url: 'no' }, /url/],
  ])('%s %j is rejected with the reason', async (tool, args, words) => {
    const { isError, text, structured } = await call(client, tool, args)
    expect([isError, text]).toEqual([true, expect.stringMatching(words)])
    expect(structured.problem).toMatchObject({ status: 400, cause: 'caller', retryable: false })
  })
})

describe('selection of tools', () => {
  it('by site has that site and the general operations', async () => {
    const client = await connect(overHttp(running.key, 'sneakerstore,luxuryhouse'))
    expect((await client.listTools()).tools.map(tool => tool.name)).toEqual([
      'product',
      'search',
      'offers',
      'catalog',
      'sneakerstore_product',
      'luxuryhouse_product',
      'shops',
      'watches',
      'watch',
    ])
  })

  it.each(['tools=nowhere', 'tools=all,sneakerhub', 'tool=all', 'text=xml'])(
    '%s is rejected',
    async query => {
      const reply = await running.call(`/mcp?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })
      expect([reply.status, reply.json().code]).toEqual([400, 'invalid_parameter'])
    },
  )
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

  it('requires a key', async () => {
    const replies = [await post({}), await post({ 'x-api-key': 'no' })]
    expect(replies.map(reply => [reply.status, reply.json().code])).toEqual([
      [401, 'missing_key'],
      [401, 'invalid_key'],
    ])
  })

  it('has the request id, and is kept by no cache', async () => {
    const { status, headers } = await post({ 'x-api-key': running.key })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store, no-transform'])
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
  })

  it('accepts only POST', async () => {
    const reply = await running.call('/mcp')
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })

  it('offers the tools that the scope covers', async () => {
    const { key } = await running.newKey({ scopes: ['watchmarket', 'sneakerhub.trends'] })
    const client = await connect(overHttp(key, 'all'))
    const names = (await client.listTools()).tools.map(tool => tool.name)
    expect(names.filter(name => !name.startsWith('watchmarket_'))).toEqual(['sneakerhub_trends', 'shops'])
    await expect(client.callTool({ name: 'sneakerhub_search', arguments: {} })).rejects.toThrow(
      'the scope of this key does not cover the tool sneakerhub_search',
    )
    await expect(client.callTool({ name: 'sneakerhub_sale', arguments: {} })).rejects.toThrow('no tool')
    const brief = await connect(overHttp(key))
    expect((await brief.listTools()).tools.map(tool => tool.name)).toEqual(['call', 'shops'])
    const refused = await call(brief, 'call', { operation: 'sneakerhub.search', params: { query: 'x' } })
    expect([refused.isError, refused.structured.problem?.code]).toEqual([true, 'key_not_allowed'])
    expect(refused.text).toContain('does not cover sneakerhub.search')
    const general = await connect(overHttp((await running.newKey({ scopes: ['general.product'] })).key))
    expect((await general.listTools()).tools.map(tool => tool.name)).toEqual(['product', 'shops'])
  })

  it('enforces rate and quota like the API, and counts calls once', async () => {
    const { key, id } = await running.newKey({ monthlyQuota: 3 })
    const client = await connect(overHttp(key, 'all'))
    await client.listTools()
    const outcomes = []
    for (let n = 0; n < 4; n++) outcomes.push(await call(client, 'sneakerhub_trends', { page: 1 }))
    expect(outcomes.map(one => one.isError)).toEqual([false, false, false, true])
    expect(outcomes[3]?.text).toContain('quota_exceeded')
    const direct = await running.call('/api/v1/scraper/sneakerhub/trends', { key })
    expect([direct.status, direct.json().code, id.startsWith('key_')]).toEqual([429, 'quota_exceeded', true])

    const slow = await connect(overHttp((await running.newKey({ ratePerS: 0.01, burst: 1 })).key, 'all'))
    await call(slow, 'sneakerhub_trends', {})
    const refused = await call(slow, 'sneakerhub_trends', {})
    expect(refused.text).toMatch(/\(rate_limited\).*after \d+ s\.$/s)
  })
})

describe('watches, resources and prompts', () => {
  const url = async () => {
    const { body } = await running.engine
      .run(
        running.engine.prepare(running.registry.byId.get('general.search') as never, [
          { name: 'query', value: 'runner', in: 'query' },
        ]),
        { freshness: DEFAULT_FRESHNESS, caller: 'test', signal: new AbortController().signal, onTiming() {} },
      )
      .then(outcome => outcome.answer)
    const { results } = JSON.parse(body.toString()) as { results: { url: string }[] }
    return results[0]?.url ?? ''
  }

  it('a watch is created, listed, read and removed', async () => {
    const { key } = await running.newKey({ scopes: ['general', 'watches'] })
    const client = await connect(overHttp(key))
    const made = await call(client, 'watch', { action: 'create', url: await url(), when: 'any change' })
    expect(made.isError, made.text).toBe(false)
    const { id } = made.structured.data as { id: string }
    const listed = await call(client, 'watches', { action: 'list' })
    expect((listed.structured.data as { watches: { id: string }[] }).watches.map(one => one.id)).toEqual([id])
    const history = await call(client, 'watches', { action: 'history', id })
    expect(history.structured.data).toMatchObject({ watch: id, spans: expect.any(Array) as unknown[] })
    const other = await connect(overHttp((await running.newKey({ scopes: ['general', 'watches'] })).key))
    expect((await call(other, 'watch', { action: 'remove', id })).structured.problem?.code).toBe('not_found')
    expect((await call(client, 'watch', { action: 'remove', id })).structured.data).toEqual({ removed: id })
    expect((await call(client, 'watch', { action: 'remove', id })).structured.problem?.code).toBe('not_found')
  })

  it('without the scope there is no tool for watches', async () => {
    const client = await connect(overHttp((await running.newKey({ scopes: ['general'] })).key))
    expect((await client.listTools()).tools.map(tool => tool.name)).not.toContain('watch')
    await expect(client.callTool({ name: 'watch', arguments: { action: 'list' } })).rejects.toThrow('scope')
  })

  it('a key with watches cannot watch what its scope does not cover', async () => {
    const client = await connect(overHttp((await running.newKey({ scopes: ['sneakerhub', 'watches'] })).key))
    const made = await call(client, 'watch', { action: 'create', url: await url() })
    expect(made.structured.problem?.code).toBe('key_not_allowed')
  })

  it('hosts that show only text get the data as text', async () => {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp?text=json', running.address), {
      requestInit: { headers: { 'x-api-key': running.key } },
    })
    const { text, structured } = await call(await connect(transport), 'offers', { code: 'PV4272-660' })
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual(structured.data)
  })
})
