// U+0000 and halves of surrogate pairs anywhere in a request are 400 or 404; every MCP message takes a rate token; `Connection: close` closes; an unfinished
// request body does not delay the shutdown.
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
let url: string
beforeAll(async () => {
  wares = await startTestWares()
  url = String(wares.registry.byId.get('general.product')?.example.url)
}, 120_000)
afterAll(() => wares.stop())

const JSON_TYPE = { 'content-type': 'application/json' }

describe('U+0000, or half of a surrogate pair,', () => {
  it.each([
    ['GET', '/api/v2/watches/w%00', undefined, 404],
    ['GET', '/api/v2/watches/%00/history', undefined, 404],
    ['GET', '/api/v2/requests/%00', undefined, 404],
    ['GET', '/%00', undefined, 404],
    ['GET', '/api/v2/watches?after=%00', undefined, 400],
    ['GET', '/api/v2/changes?watch=%00', undefined, 400],
    ['GET', '/api/v2/product?url=%00', undefined, 400],
    ['GET', '/api/v1/usage?from=%00', undefined, 400],
    ['POST', '/api/v2/watches', { url: 'URL', name: 'a\0b' }, 400],
    ['POST', '/api/v2/watches', { operation: 'sneakerhub.product', params: { slug: 'a\0' } }, 400],
    ['POST', '/api/v2/watches', { operation: 'sneakerhub.product', params: { 'a\0': 'b' } }, 400],
    ['POST', '/api/v2/watches', { url: 'URL', name: 'half \ud83d' }, 400],
    ['POST', '/api/v2/watches', { url: 'URL', variant: { size: '\ud83d' } }, 400],
  ])('in %s %s %j is %i', async (method, path, given, status) => {
    const body = given === undefined ? undefined : JSON.stringify(given).replace('"URL"', JSON.stringify(url))
    const reply = await wares.call(path, {
      method,
      ...(body === undefined ? {} : { body, headers: JSON_TYPE }),
    })
    expect([reply.status, reply.bytes.toString()]).toEqual([status, expect.any(String)])
  })
})

const MESSAGES = {
  'an unknown tool': { method: 'tools/call', params: { name: 'nothing', arguments: {} } },
  'an unknown operation': {
    method: 'tools/call',
    params: { name: 'call', arguments: { operation: 'no.such' } },
  },
  'an unknown field': {
    method: 'tools/call',
    params: { name: 'product', arguments: { url: 'https://shop.example/', fields: ['nothing'] } },
  },
  'a list of tools': { method: 'tools/list' },
}

describe('/mcp', () => {
  it.each(Object.entries(MESSAGES))('takes a rate token for %s', async (_name, message) => {
    const { key } = await wares.newKey({ ratePerS: 0.001, burst: 2 })
    const call = () =>
      wares.call('/mcp', {
        method: 'POST',
        key,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
        headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
      })
    expect([(await call()).status, (await call()).status]).toEqual([200, 200])
    const third = await call()
    // An agent reads the result of a tool call; everything else is refused as over the API.
    expect(third.status).toBe(message.method === 'tools/call' ? 200 : 429)
    expect(third.bytes.toString()).toContain('rate_limited')
  })

  it('closes the connection if it is asked to, and keeps it otherwise', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const head = (connection: string) =>
      [
        'POST /mcp HTTP/1.1',
        'host: a',
        `x-api-key: ${wares.key}`,
        'content-type: application/json',
        'accept: application/json, text/event-stream',
        `content-length: ${body.length}`,
        ...(connection === '' ? [] : [`connection: ${connection}`]),
      ].join('\r\n')
    const closing = await exchangeRaw(`${head('close')}\r\n\r\n${body}`, 5_000)
    expect(closing.text.toLowerCase()).toContain('connection: close')
    expect(closing.isClosed).toBe(true)
    const open = await exchangeRaw(`${head('')}\r\n\r\n${body}${head('')}\r\n\r\n${body}`, 3_000)
    expect(open.text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  it('closes a stream of changes that ends', async () => {
    const { key, id } = await wares.newKey({ scopes: ['watches'] })
    const asked = exchangeRaw(
      `GET /api/v2/changes HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\naccept: text/event-stream\r\nconnection: close\r\n\r\n`,
      10_000,
    )
    await sleep(200)
    await wares.store.keys.revoke(id, new Date().toISOString())
    const { text, isClosed } = await asked
    expect(text.toLowerCase()).toContain('connection: close')
    expect(isClosed).toBe(true)
  })
})

/** Sends bytes and reads until the server closes, or until the time is up. */
async function exchangeRaw(bytes: string, waitMs: number): Promise<{ text: string; isClosed: boolean }> {
  const { hostname, port } = new URL(wares.address)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', chunk => {
    text += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write(bytes)
  const closed = once(socket, 'close').then(() => true)
  const isClosed = await Promise.race([closed, sleep(waitMs, false)])
  socket.destroy()
  return { text, isClosed }
}

it('stops within the drain time although a request body never arrives completely', {
  timeout: 60_000,
}, async () => {
  const other = await startTestWares({ WARES_DRAIN_MS: '200' })
  const { hostname, port } = new URL(other.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST /api/v2/watches HTTP/1.1\r\nhost: a\r\nx-api-key: ${other.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  )
  await sleep(300)
  const startMs = performance.now()
  await other.stop()
  expect(performance.now() - startMs).toBeLessThan(8_000)
  socket.destroy()
})
