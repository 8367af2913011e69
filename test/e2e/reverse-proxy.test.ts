// The proxy files of deploy/proxy, run as they are but for the two ports: answers, streams, hidden pages, body limit.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findProgram } from '../services.ts'
import { freePort, startTestWares, type TestWares } from '../start-wares.ts'
import { ROOT, type RunningProcess, start } from './process.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-proxy-'))
let wares: TestWares

beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(async () => {
  await wares.stop()
  rmSync(folder, { recursive: true })
})

const proxies = [
  { name: 'nginx', packageName: 'nginx-light', file: 'nginx.conf', args: ['-g', 'daemon off;', '-c'] },
  {
    name: 'caddy',
    packageName: 'caddy',
    file: 'Caddyfile',
    args: ['run', '--adapter', 'caddyfile', '--config'],
  },
]

describe.each(proxies)('$name', ({ name, packageName, file, args }) => {
  const program = findProgram(name, packageName)
  let proxy: RunningProcess
  let origin = ''

  beforeAll(async () => {
    if (program === undefined) return
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const text = readFileSync(join(ROOT, 'deploy/proxy', file), 'utf8')
      .replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:8080', new URL(wares.address).host)
      .replaceAll('/tmp/wares-nginx.pid', join(folder, 'nginx.pid'))
    const own = join(folder, file)
    writeFileSync(own, text)
    proxy = start(program, [...args, own], { HOME: folder })
    await vi.waitFor(() => fetch(`${origin}/healthz`), { timeout: 30_000, interval: 100 })
  })
  afterAll(() => proxy?.stop())

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { 'x-api-key': wares.key, ...init.headers } })

  it.skipIf(program === undefined)('passes answers on', async () => {
    const answer = await call('/api/v1/scraper/sneakerhub/prices?id=1044287')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-status')).toMatch(/^wares; /)
  })

  it.skipIf(program === undefined)('hides what needs no key', async () => {
    for (const path of ['/metrics', '/status.json']) expect((await call(path)).status).toBe(404)
  })

  it.skipIf(program === undefined)('does not hold back a stream', async () => {
    const leave = new AbortController()
    const answer = await call('/api/v2/changes?after=0', {
      headers: { accept: 'text/event-stream' },
      signal: leave.signal,
    })
    const first = await answer.body?.getReader().read()
    leave.abort()
    expect(Buffer.from(first?.value ?? []).toString()).toContain('retry: 2000')
  })

  it.skipIf(program === undefined)('refuses a body that Wares would refuse', async () => {
    const answer = await call('/mcp', {
      method: 'POST',
      body: 'x'.repeat(70_000),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(413)
  })
})
