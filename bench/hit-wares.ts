// The real HTTP server for bench/hit, with one answer of about 20 KB in its cache; only the first request goes
// upstream.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { startServer } from '../src/main.ts'
import { sites } from '../sites/index.ts'
import { createKey } from '../src/state/make-key.ts'

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
const response = await fetch(running.address + path, {
  headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
})
const bytes = (await response.arrayBuffer()).byteLength
const sentByNode = new Set(['content-length', 'date', 'connection', 'keep-alive'])
const headers = [...response.headers].filter(([name]) => !sentByNode.has(name)).flat()
process.send?.({
  port: Number(new URL(running.address).port),
  path,
  key,
  etag: response.headers.get('etag') ?? '',
  bytes,
  headers,
})
process.on('disconnect', () => process.exit())
