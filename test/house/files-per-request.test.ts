// How many files run for one request: a reader of the code must open these. The bounds are those of decision 008.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, type RunningProcess, start } from '../e2e/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer } from '../support/servers.ts'

/** Writes what ran since the last signal. */
const ON_SIGNAL =
  "data:text/javascript,import v8 from 'node:v8'; import { isMainThread } from 'node:worker_threads'; " +
  "if (isMainThread) process.on('SIGUSR2', () => v8.takeCoverage())"
const QUIET_MS = 1_500

const shop = await startHttpServer(({ url = '' }, response) => {
  const isProduct = url.startsWith('/p/')
  response.writeHead(isProduct ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  response.end(isProduct ? productPage() : 'not here')
})
const folder = temporaryFolder('files')
const coverage = join(folder, 'coverage')
let price = '20.00'
let server: RunningProcess
let address: string
let key: string
let origin: string
const idle = new Set<string>()

function productPage(): string {
  const offers = { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
  const item = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Desk Lamp',
    sku: 'DL-9',
    offers,
  }
  return `<!doctype html><html lang="en"><title>Desk Lamp</title><script type="application/ld+json">${JSON.stringify(item)}</script><h1>Desk Lamp</h1><p class="price">${price} €</p><button>Add to cart</button></html>`
}

beforeAll(async () => {
  origin = shop.origin
  const settings = join(folder, 'wares.yaml')
  writeFileSync(settings, JSON.stringify({ reader: { hosts: [origin] }, sandbox: true }))
  const port = String(await freePort())
  address = `http://127.0.0.1:${port}`
  server = start(process.execPath, [join(ROOT, 'bin/wares.js'), 'start'], {
    WARES_CONFIG: settings,
    WARES_DATA: join(folder, 'data'),
    WARES_PORT: port,
    WARES_SANDBOX_PORT: String(await freePort()),
    // Reading on the main thread, where it is counted.
    WARES_WORKERS: '0',
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--import "${ON_SIGNAL}"`,
  })
  ;[, key = ''] = await server.until(/Key\s+(wares_\w+)/)
  // What runs in the background is not the request's.
  for (let round = 0; round < 3; round++) for (const file of await ran(() => sleep(QUIET_MS))) idle.add(file)
}, 60_000)

afterAll(async () => {
  await server.stop()
})

function pidOf({ child }: RunningProcess): number {
  if (child.pid === undefined) throw new Error('the server was not started')
  return child.pid
}

/** The files with a function that ran meanwhile. */
async function ran(work: () => Promise<unknown>): Promise<string[]> {
  const take = async () => {
    process.kill(pidOf(server), 'SIGUSR2')
    await sleep(QUIET_MS)
    return globSync(join(coverage, `coverage-${pidOf(server)}-*.json`))
  }
  const known = new Set(await take())
  await work()
  const fresh = (await take()).filter(file => !known.has(file))
  const scripts = fresh.flatMap(file => (JSON.parse(readFileSync(file, 'utf8')) as Coverage).result)
  const files = scripts
    .filter(({ functions }) => functions.some(one => one.functionName !== '' && one.ranges[0].count > 0))
    .flatMap(({ url }) => (url.startsWith('file:') ? [relative(ROOT, fileURLToPath(url))] : []))
  return [...new Set(files)].filter(file => /^(?:src|reader|adapters)\//.test(file) && !idle.has(file))
}

/** What ran in both of two equal requests: work in the background falls into one of them at most. */
async function ranTwice(work: () => Promise<unknown>): Promise<string[]> {
  const again = new Set(await ran(work))
  return (await ran(work)).filter(file => again.has(file))
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly [{ readonly count: number }]
    }[]
  }[]
}

/** On a connection of its own: what a kept one saves is not the rule. */
async function ask(path: string, method = 'GET', body = ''): Promise<Record<string, unknown>> {
  const headers = {
    'x-api-key': key,
    'cache-control': 'no-cache',
    'content-type': 'application/json',
    connection: 'close',
  }
  const sent = request(address + path, { method, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = JSON.parse(await text(response)) as Record<string, unknown>
  expect(response.statusCode, `${path}: ${JSON.stringify(answer)}`).toBeLessThan(300)
  return answer
}

it('runs at most 85 files for a native request', async () => {
  const { paths } = (await ask('/openapi.json')) as unknown as { paths: object }
  const route = Object.keys(paths).find(one => one.endsWith('/sneakerhub/product'))
  const path = `${route ?? ''}?slug=halvik-arc-runner-chestnut-pv4272-210`
  await ask(path)
  const files = await ranTwice(() => ask(path))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(85)
  expect(files).toContain('adapters/sites/sneakerhub/product.ts')
})

it('runs at most 144 files for a product of a listed shop', async () => {
  const path = `/api/v2/product?url=${encodeURIComponent(`${origin}/p/1`)}`
  await ask(path)
  const files = await ranTwice(() => ask(path))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(144)
  expect(files).toContain('reader/src/read-product.ts')
})

it('runs at most 182 files for a check of a watch on it', async () => {
  const body = JSON.stringify({ url: `${origin}/p/1`, every: '1d' })
  const { id } = await ask('/api/v2/watches', 'POST', body)
  const check = () => ask(`/api/v2/watches/${String(id)}/check`, 'POST', '{}')
  await check()
  const files = await ranTwice(() => {
    price = `${Number(price) - 1}.00`
    return check()
  })
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(182)
  expect(files).toContain('src/watch/decide/decide.ts')
})
