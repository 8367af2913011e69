// Keep-alive connections across mixed outcomes, malformed requests and aborts: a connection never closes because of another's
// fault or a rejection.
import { execFile } from 'node:child_process'
import { Agent, request as nodeRequest } from 'node:http'
import { promisify } from 'node:util'
import { Client } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultTable } from '#kit/fault'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { openRaw } from './raw-connection.ts'

const SEARCH = '/api/v1/scraper/sneakerhub/search'
const execFileAsync = promisify(execFile)

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

interface Step {
  readonly path: string
  readonly method?: string
  readonly key?: boolean
  readonly body?: string
  readonly status: number
}

/** Sent in order on one connection: rejections with and without a body between answers. */
const STEPS: readonly Step[] = [
  { path: `${SEARCH}?query=court`, key: true, status: 200 },
  { path: `${SEARCH}?query=court`, status: 401 },
  { path: SEARCH, key: true, status: 400 },
  { path: '/nowhere', status: 404 },
  { path: SEARCH, method: 'DELETE', status: 405 },
  { path: SEARCH, method: 'POST', body: '{"query":"court"}', status: 405 },
  { path: SEARCH, method: 'GET', body: '{"query":"court"}', status: 401 },
  { path: SEARCH, method: 'GET', body: '{"query":"court"}', key: true, status: 200 },
  { path: SEARCH, method: 'GET', body: `{"query":"${'x'.repeat(20_000)}"}`, key: true, status: 413 },
  { path: SEARCH, method: 'GET', body: '{', key: true, status: 400 },
  { path: `${SEARCH}?query=court`, method: 'HEAD', key: true, status: 200 },
  { path: `${SEARCH}?query=court`, key: true, status: 200 },
]

function headersOf({ key, body }: Step): Record<string, string> {
  return {
    ...(key ? { 'x-api-key': wares.key } : {}),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(body.length) }),
  }
}

describe('mixed outcomes on one connection', () => {
  it("with node:http's agent", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (const step of STEPS) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const call = nodeRequest(
          wares.address + step.path,
          { agent, method: step.method ?? 'GET', headers: headersOf(step) },
          response => {
            response.resume().on('end', () => resolve(response.statusCode))
          },
        )
        call.on('socket', socket => {
          if (socket.connecting) socket.once('connect', () => ports.add(socket.localPort))
          else ports.add(socket.localPort)
        })
        call.on('error', reject)
        call.end(step.body)
      })
      expect(status, JSON.stringify(step).slice(0, 120)).toBe(step.status)
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })

  it('with undici', async () => {
    const client = new Client(wares.address)
    let connections = 0
    client.on('connect', () => connections++)
    // undici closes the connection after a HEAD, and after a GET with a body.
    for (const step of STEPS.filter(({ method }) => method !== 'HEAD')) {
      const method = step.method === 'GET' && step.body !== undefined ? 'QUERY' : (step.method ?? 'GET')
      const reply = await client.request({
        path: step.path,
        method,
        headers: headersOf(step),
        body: step.body ?? null,
      })
      await reply.body.dump()
      expect(reply.statusCode, JSON.stringify(step).slice(0, 120)).toBe(step.status)
    }
    await client.close()
    expect(connections).toBe(1)
  })

  it('with curl', async () => {
    const args = STEPS.flatMap((step, place) => [
      ...(place > 0 ? ['--next'] : []),
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code} %{num_connects}\n',
      ...(step.method === 'HEAD' ? ['-I'] : ['-X', step.method ?? 'GET']),
      ...Object.entries(headersOf(step)).flatMap(([name, value]) =>
        name === 'content-length' ? [] : ['-H', `${name}: ${value}`],
      ),
      ...(step.body === undefined ? [] : ['--data-binary', step.body]),
      wares.address + step.path,
    ])
    const { stdout } = await execFileAsync('curl', args)
    const lines = stdout.trim().split('\n')
    expect(lines.map(line => Number(line.split(' ')[0]))).toEqual(STEPS.map(step => step.status))
    expect(lines.map(line => line.split(' ')[1]).join('')).toBe(`1${'0'.repeat(STEPS.length - 1)}`)
  })

  it("with Python's http.client, which reconnects only if the server announces the close", async () => {
    const steps = STEPS.map(step => ({ ...step, method: step.method ?? 'GET', headers: headersOf(step) }))
    const script = `
import http.client, json, sys
steps = json.loads(sys.stdin.read())
c = http.client.HTTPConnection('127.0.0.1', ${new URL(wares.address).port})
c.connect(); sock = c.sock; out = []
for s in steps:
    c.request(s['method'], s['path'], s.get('body'), s['headers'])
    r = c.getresponse(); r.read(); out.append(r.status)
    assert c.sock is sock, (s['path'], r.status)
print(json.dumps(out))`
    const run = execFileAsync('python3', ['-c', script])
    run.child.stdin?.end(JSON.stringify(steps))
    expect(JSON.parse((await run).stdout)).toEqual(STEPS.map(step => step.status))
  })
})

describe('malformed requests', () => {
  const GOOD = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  it('at a URL that was served before are rejected like any other', async () => {
    const path = `${SEARCH}?query=runner`
    const first = await fetch(wares.address + path, { headers: { 'x-api-key': wares.key } })
    expect(first.status).toBe(200)
    await first.arrayBuffer()
    const send = async (head: string) => {
      const raw = openRaw(wares.address, `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`)
      const text = await raw.until(/^HTTP\/1\.1 \d{3}/)
      raw.socket.destroy()
      return Number(text.slice(9, 12))
    }
    expect(await send(`Host: x\r\nx-api-key: ${wares.key}`)).toBe(200)
    expect(await send(`Host: x\r\nHost: y\r\nx-api-key: ${wares.key}`)).toBe(400)
    expect(await send(`x-api-key: ${wares.key}`)).toBe(400)
    expect(await send('Host: x')).toBe(401)
    expect(await send(`Host: x\r\nx-api-key: ${wares.key}x`)).toBe(401)
  })

  it.each([
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`, 431],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['text that is not HTTP', 'hello\r\n\r\n', 405],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    [
      'an invalid chunk',
      `GET ${SEARCH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      401,
    ],
  ])('with %s get a documented problem', async (_what, bytes, status) => {
    const raw = openRaw(wares.address, bytes)
    const text = await raw.until(/\}$/)
    raw.socket.destroy()
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toContain('application/problem+json')
    const problem = JSON.parse(text.slice(text.indexOf('{'))) as { code: keyof typeof faultTable }
    expect(faultTable[problem.code].status).toBe(status)
  })

  it.each(['GET http://elsewhere.example/healthz HTTP/1.1', 'GET HTTP://x:1/healthz?a=1 HTTP/1.1'])(
    'with an absolute target are served: %s',
    async line => {
      const raw = openRaw(wares.address, `${line}\r\nHost: x\r\n\r\n`)
      expect(await raw.until(/alive/)).toMatch(/^HTTP\/1\.1 200 /)
      raw.socket.destroy()
    },
  )

  it('never answer for the previous request, which is slow and gets its own answer', async () => {
    const path = `/api/v1/scraper/sneakerhub/prices?id=1044287~slow`
    const raw = openRaw(
      wares.address,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${wares.key}\r\n\r\nBROKEN\r\n\r\n`,
    )
    await raw.closed
    expect(raw.text()).toMatch(/^HTTP\/1\.1 200 /)
    expect(raw.text().match(/HTTP\/1\.1 /g)).toHaveLength(1)
  }, 30_000)

  it('after an answered request get a problem, and the server ends the connection', async () => {
    const raw = openRaw(wares.address, `${GOOD}BROKEN\r\n\r\n`)
    await raw.closed
    expect(raw.text().match(/HTTP\/1\.1 \d+/g)?.[0]).toBe('HTTP/1.1 200')
  })

  it('with an endless body are rejected without reading on', async () => {
    const raw = openRaw(
      wares.address,
      `GET ${SEARCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const sending = setInterval(() => raw.socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 20)
    expect(await raw.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 401 /)
    await raw.closed
    clearInterval(sending)
  }, 15_000)
})
