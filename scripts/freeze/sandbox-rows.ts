// The running server with its sandbox, over HTTP: every example, listed shops, magic words, tables, and what describes it.
import { listedShopNames } from '../../src/runtime/sandbox-shops.ts'
import { type ExampleServer, withExampleServer } from '../examples/example-server.ts'
import type { Rows } from './compare-rows.ts'

const WORDS = [
  'gone',
  'blocked',
  'changed',
  'robots',
  'wall',
  'shell',
  'soft-gone',
  'moved',
  'replaced',
  'unreachable',
]
const HEADERS = ['cache-control', 'link', 'wares-absent', 'vary', 'content-type', 'retry-after']
const AT_ONCE = 4

interface Asked {
  readonly name: string
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function sandboxRows(): Promise<Rows> {
  return withExampleServer(
    async server => {
      const rows: Rows = {}
      const waiting = await requestsOf(server)
      const next = async (): Promise<void> => {
        for (let one = waiting.shift(); one; one = waiting.shift())
          rows[`sandbox ${one.name}`] = await ask(server, one)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, next))
      return Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    },
    { WARES_DEADLINE_MS: '20000' },
  )
}

async function ask(
  server: ExampleServer,
  { path, method = 'GET', headers = {}, body }: Asked,
): Promise<unknown> {
  const reply = await fetch(server.address + path, {
    method,
    headers: { 'x-api-key': server.key, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = neutralText(server, await reply.text())
  const kept = HEADERS.map(name => [name, neutralText(server, reply.headers.get(name) ?? '')])
  return { status: reply.status, ...Object.fromEntries(kept), body: parsed(text) }
}

function neutralText({ address, sandboxPort }: ExampleServer, text: string): string {
  return text
    .replaceAll(address, '(server)')
    .replaceAll(`127.0.0.1:${sandboxPort}`, '(sandbox)')
    .replaceAll(`127.0.0.1%3A${sandboxPort}`, '(sandbox)')
    .replace(/"(fetched_at|request_id|checked_at|last_success_at|at)": ?"[^"]*"/g, '"$1":"(neutral)"')
    .replace(/\/api\/v2\/requests\/[\w-]+/g, '(record)')
    .replace(/max-age=\d+/g, 'max-age=N')
    .replace(/"cursor":"[^"]*"/g, '"cursor":"(cursor)"')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function requestsOf(server: ExampleServer): Promise<Asked[]> {
  const { registry, sandboxPort } = server
  const asked: Asked[] = []
  for (const { operation, path, example } of registry.entries) {
    const query = queryOf(example)
    asked.push({ name: `example ${operation.id}`, path: `${path}?${query}` })
    asked.push({ name: `HEAD ${operation.id}`, path: `${path}?${query}`, method: 'HEAD' })
    if (operation.rows !== undefined)
      asked.push({ name: `csv ${operation.id}`, path: `${path}?${query}&format=csv` })
    const lookup = operation.lookup?.find(name => typeof example[name] === 'string')
    if (lookup === undefined) continue
    for (const word of WORDS) {
      const spoiled = queryOf({ ...example, [lookup]: `${String(example[lookup])}~${word}` })
      asked.push({ name: `~${word} ${operation.id}`, path: `${path}?${spoiled}` })
    }
  }
  for (const shop of listedShopNames) {
    const origin = `http://127.0.0.1:${sandboxPort}/${shop}`
    const list = (await (
      await fetch(`${server.address}/api/v2/catalog?${queryOf({ shop: origin })}`, {
        headers: { 'x-api-key': server.key },
      })
    ).json()) as { products?: { url: string }[] }
    asked.push({ name: `catalog ${shop}`, path: `/api/v2/catalog?${queryOf({ shop: origin })}` })
    for (const { url } of list.products?.slice(0, 3) ?? []) {
      asked.push({
        name: `product ${shop} ${new URL(url).pathname}`,
        path: `/api/v2/product?${queryOf({ url })}`,
      })
      asked.push({
        name: `sources ${shop} ${new URL(url).pathname}`,
        path: `/api/v2/product?${queryOf({ url })}&include=sources,absent`,
      })
    }
    const sites = `127.0.0.1:${sandboxPort}/${shop}`
    asked.push({ name: `search ${shop}`, path: `/api/v2/search?${queryOf({ query: 'linen', sites })}` })
    asked.push({ name: `offers ${shop}`, path: `/api/v2/offers?${queryOf({ code: 'PV4272-660', sites })}` })
  }
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  asked.push({ name: 'openapi', path: '/openapi.json' }, { name: 'llms', path: '/llms.txt' })
  asked.push({ name: 'mcp tools', path: '/mcp', method: 'POST', headers: accept, body: JSON.stringify(rpc) })
  return asked
}

function queryOf(params: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
}
