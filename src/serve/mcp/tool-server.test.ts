// The server as a client sees it: which tools it lists, and what it says to calls that it refuses.
import { COMMAND_LINE } from '../../cli/connect/in-process.ts'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { sites } from '../../../adapters/sites/index.ts'
import { createRegistry, isComposite } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { createToolServer, type ToolServerParts } from './tool-server.ts'
import { watchesTool, type WatchTools, watchTool } from './watch-tool.ts'

const registry = createRegistry(sites)
const watch = {
  watches: () => Promise.reject(new Fault('overloaded', 'no watches now')),
  caller: COMMAND_LINE,
} as unknown as WatchTools
const opened: Client[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(client => client.close()))
})

async function connect(changes: Partial<ToolServerParts> = {}): Promise<Client> {
  const server = createToolServer({
    registry,
    version: '1.2.3',
    offers: () => true,
    selection: 'default',
    run: () => Promise.reject(new Fault('upstream_timeout', 'no answer')),
    shops: () => [],
    ...changes,
  })
  const [own, other] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  opened.push(client)
  await Promise.all([server.connect(other), client.connect(own)])
  return client
}

const toolNames = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

async function call(client: Client, name: string, args?: Record<string, unknown>) {
  const { isError = false, structuredContent } = await client.callTool({
    name,
    ...(args && { arguments: args }),
  })
  return { isError, ...(structuredContent as { problem?: { code: string }; data?: unknown }) }
}

describe('a caller without watches', () => {
  it('has no tool of them, and is told that its scope does not cover the tool', async () => {
    const client = await connect()
    expect(await toolNames(client)).toEqual(['product', 'search', 'offers', 'catalog', 'call', 'shops'])
    await expect(client.callTool({ name: 'watch' })).rejects.toThrow('does not cover the tool watch')
  })
})

describe('a caller with watches', () => {
  it('has them all', async () => {
    const client = await connect({ watch })
    expect(await toolNames(client)).toEqual([
      'product',
      'search',
      'offers',
      'catalog',
      'call',
      'shops',
      'watches',
      'watch',
    ])
    expect(await call(client, 'watch')).toMatchObject({ problem: { code: 'invalid_parameter' } })
    expect(await call(client, 'watches', { action: 'list' })).toMatchObject({
      problem: { code: 'overloaded' },
    })
  })

  it('is warned that the tool changes something, and may remove it', () => {
    expect(watchTool.annotations).toEqual({ readOnlyHint: false, destructiveHint: true })
    const { properties, required } = watchTool.inputSchema as unknown as {
      properties: { action: { enum: string[] } }
      required: string[]
    }
    expect([properties.action.enum, required]).toEqual([['create', 'update', 'check', 'remove'], ['action']])
    expect(watchesTool.annotations).toEqual({ readOnlyHint: true })
  })
})

it('every parameter of every tool has a description', async () => {
  const client = await connect({ watch, selection: 'all', addShop: {} as never })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('add_shop')
  const bare = tools.flatMap(({ name, inputSchema }) =>
    Object.entries((inputSchema.properties ?? {}) as Record<string, { description?: string }>)
      .filter(([, { description = '' }]) => description === '')
      .map(([parameter]) => `${name}.${parameter}`),
  )
  expect(bare).toEqual([])
})

describe('a call', () => {
  it('is answered by the tool of that name', async () => {
    const client = await connect()
    expect(await call(client, 'shops')).toMatchObject({ isError: false, data: { shops: [] } })
    expect(await call(client, 'product', { url: 'https://shop.example/' })).toMatchObject({
      isError: true,
      problem: { code: 'upstream_timeout' },
    })
    expect(await call(client, 'product')).toMatchObject({ problem: { code: 'upstream_timeout' } })
  })

  it('of an unknown tool names the nearest, of an uncovered one the scope', async () => {
    const client = await connect({ offers: isComposite })
    await expect(client.callTool({ name: 'serch' })).rejects.toThrow(
      'there is no tool serch; did you mean search?',
    )
    await expect(client.callTool({ name: 'zzzzzzzz' })).rejects.toThrow(/there is no tool zzzzzzzz$/)
    await expect(client.callTool({ name: 'call' })).rejects.toThrow('does not cover the tool call')
  })

  it('is refused as a result while the rate of the key is used up', async () => {
    const client = await connect({ watch, refusal: new Fault('rate_limited', 'too many') })
    for (const name of ['shops', 'watch', 'product', 'none'])
      expect(await call(client, name)).toMatchObject({ isError: true, problem: { code: 'rate_limited' } })
  })
})
