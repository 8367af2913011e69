// The token of a feed opens it, so it is in no log, metric or file: looked for in all that a running server writes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMAND, start, wares } from '../e2e/process.ts'
import { callWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('feed-token')

it('is nowhere', async () => {
  const port = await freePort()
  const env = {
    WARES_DATA: folder,
    WARES_PORT: String(port),
    WARES_SANDBOX_PORT: String(await freePort()),
    WARES_LOG: 'trace',
    WARES_RECORD: 'all',
  }
  const server = start(process.execPath, [COMMAND, 'start'], env)
  await server.until(/http:\/\/127\.0\.0\.1/)
  const { stdout } = await wares(
    ['keys', 'create', '--name', 'n', '--scope', 'watches', '--scope', '*', '--json'],
    env,
  )
  const { key } = JSON.parse(stdout) as { key: string }
  const call = (path: string, options = {}) => callWares(`http://127.0.0.1:${port}`, key, path, options)
  const made = await call('/api/v2/feeds', {
    method: 'POST',
    body: '{"name":"mine"}',
    headers: { 'content-type': 'application/json' },
  })
  const { token, id } = made.json<{ token: string; id: string }>()
  const asked = [
    await call(`/feeds/${token}.atom`, { key: null }),
    await call(`/feeds/${token}.json`, { key: null, query: { alerts: 1 } }),
    await call(`/feeds/${token}.json`, { method: 'POST', key: null }),
    await call(`/feeds/${token}.xml`, { key: null }),
    await call(`/feeds/${token}`, { key: null }),
    await call(`/Feeds/${token}.atom`, { key: null }),
    await call(`/feeds/${token}.atom/`, { key: null }),
    await call(`/feeds/${token}.atom`, { key: null, query: { nonsense: token } }),
    await call(`/api/v2/product`, { query: { url: `https://shop.example/feeds/${token}.atom` } }),
    await call(`/api/v2/feeds/${id}`, { method: 'DELETE' }),
    await call(`/feeds/${token}.atom`, { key: null }),
  ]
  expect(asked.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
  expect(asked.at(-1)?.status).toBe(404)
  const shown = await Promise.all(
    ['/metrics', '/status.json', '/api/v2/feeds'].map(async path => (await call(path)).bytes.toString()),
  )
  expect(await server.stop()).toBe(0)
  expect(server.output()).toMatch(/"level"/)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(one => readFileSync(join(one.parentPath, one.name)).toString('latin1'))
  expect(files.length).toBeGreaterThan(0)
  for (const text of [server.output(), ...shown, ...files]) expect(text.includes(token)).toBe(false)
}, 120_000)
