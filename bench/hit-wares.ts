// The real HTTP server for bench/hit, with one answer of about 20 KB in its cache; only the first request goes
// upstream.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/settings/config.ts'
import { startServer } from '../src/start/start-server.ts'
import { sites } from '../adapters/sites/index.ts'
import { createKey } from '../src/store/keys/make-key.ts'

const config = readConfig(sites, {
  WARES_DATA: mkdtempSync(join(tmpdir(), 'wares-bench-')),
  WARES_PORT: '0',
  WARES_SANDBOX_PORT: String(20_000 + (process.pid % 20_000)),
})
const running = await startServer(config)
const { key } = await createKey(
  running.store.keys,
  { name: 'bench', scopes: [], ratePerS: 1e6, burst: 1e6, monthlyQuota: null, expiresAt: null },
  Date.now(),
)
const path = '/api/v1/scraper/watchmarket/search?query=diver'
const ask = (target: string) =>
  fetch(running.address + target, { headers: { 'x-api-key': key, 'accept-encoding': 'identity' } })
const response = await ask(path)
const answer = Buffer.from(await response.arrayBuffer())
// One product in both shapes.
const { results } = JSON.parse(answer.toString()) as { results: { url: string }[] }
const query = `url=${encodeURIComponent(results[0]?.url ?? '')}`
const product = {
  native: `/api/v1/scraper/watchmarket/product?${query}`,
  general: `/api/v2/product?${query}`,
}
for (const target of Object.values(product)) {
  const made = await ask(target)
  if (!made.ok) throw new Error(`${target}: ${await made.text()}`)
}
const sentByNode = new Set(['content-length', 'date', 'connection', 'keep-alive'])
const headers = [...response.headers].filter(([name]) => !sentByNode.has(name)).flat()
process.send?.({
  port: Number(new URL(running.address).port),
  path,
  key,
  etag: response.headers.get('etag') ?? '',
  bytes: answer.byteLength,
  product,
  headers,
})
process.on('disconnect', () => process.exit())
