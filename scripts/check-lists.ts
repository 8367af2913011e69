// Watches a shop of 10,000 products by its list, through the running program, and measures a check: requests, CPU, memory, bytes
// at rest. With WARES_DATABASE_URL also 100 such shops on PostgreSQL, through the stores. npm run check:lists
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../src/runtime/clock.ts'
import type { Database } from '../src/state/database.ts'
import { openPostgresStore } from '../src/state/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../src/state/sqlite/sqlite-store.ts'
import { createCatalogChecker } from '../src/watch/catalog/catalog-checker.ts'
import { createCatalogStore } from '../src/watch/catalog/catalog-store.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import type { OwnedRequest } from '../src/watch/check/owned-check.ts'
import type { WatchTables } from '../src/watch/store/tables.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'

const PRODUCTS = 10_000
const PAGE = 250
const SHOPS = 100
const CHECKS = 3
const MOVED_SHARE = 0.05
const LIMITS = { requests: PRODUCTS / PAGE, cpuS: 5, memoryMb: 150, bytes: 200 }

const WORDS = [
  'harbour',
  'willow',
  'granite',
  'ember',
  'meadow',
  'copper',
  'linen',
  'atlas',
  'cedar',
  'north',
]
const word = (n: number) => WORDS[n % WORDS.length] ?? ''

/** Names, addresses and pictures as long and as different as in real lists. */
function handleOf(n: number): string {
  return `${word(n)}-${word(Math.floor(n / 10))}-${word(Math.floor(n / 100))}-jacket-${(n * 7919) % 100_003}`
}

function centsOf(n: number, turn: number): number {
  const base = 1_000 + ((n * 7_907) % 20_000)
  const moves = Array.from({ length: turn }, (_, t) => ((n * 31 + t * 17) % 1_000) / 1_000 < MOVED_SHARE)
  return moves.reduce(
    (cents, isMoved, t) => (isMoved ? Math.round(cents * (0.8 + ((n + t) % 40) / 100)) : cents),
    base,
  )
}

function listedProduct(n: number, turn: number) {
  const price = (centsOf(n, turn) / 100).toFixed(2)
  const variants = Array.from({ length: 5 }, (_, size) => ({
    id: 40_000_000_000 + n * 10 + size,
    title: `${36 + size}`,
    option1: `${36 + size}`,
    option2: null,
    option3: null,
    sku: `JK-${n}-${36 + size}`,
    requires_shipping: true,
    taxable: true,
    featured_image: null,
    available: (n + size) % 7 !== 0,
    price,
    grams: 400,
    compare_at_price: null,
    position: size + 1,
    product_id: 7_000_000_000 + n,
    created_at: '2026-01-05T10:00:00+01:00',
    updated_at: '2026-10-05T10:00:00+01:00',
  }))
  return {
    id: 7_000_000_000 + n,
    title: `${word(n)} ${word(Math.floor(n / 10))} jacket ${n}`,
    handle: handleOf(n),
    body_html: `<p>${'A jacket for every season, made to last. '.repeat(8)}</p>`,
    published_at: '2026-01-05T10:00:00+01:00',
    created_at: '2026-01-05T10:00:00+01:00',
    updated_at: '2026-10-05T10:00:00+01:00',
    vendor: 'Halvik',
    product_type: 'Jackets',
    tags: ['season', 'jacket'],
    variants,
    images: [{ id: n, src: pictureOf(n), width: 1_200, height: 1_200, position: 1, variant_ids: [] }],
    options: [{ name: 'Size', position: 1, values: variants.map(one => one.title) }],
  }
}

function pictureOf(n: number): string {
  return `https://cdn.shop.example/s/files/1/0123/4567/products/${handleOf(n)}.jpg?v=17${(n * 104_729) % 100_000_000}`
}

let turn = 0
let requests = 0
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop.example')
  if (pathname === '/products.json') {
    requests++
    const from = (Number(searchParams.get('page')) - 1) * PAGE
    const rows = Array.from({ length: Math.max(0, Math.min(PAGE, PRODUCTS - from)) }, (_, n) =>
      listedProduct(from + n, turn),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ products: rows }))
  } else if (pathname.startsWith('/products/')) {
    requests++
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<script>var Shopify = {}; Shopify.shop = "s.myshopify.com"; Shopify.currency = {"active":"EUR","rate":"1.0"};</script>',
      )
  } else response.writeHead(404).end()
})

interface Usage {
  readonly cpuS: number
  readonly memoryMb: number
  readonly peakMb: number
}

function usageOf(pid: number): Usage {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024
  return { cpuS: (Number(fields[11]) + Number(fields[12])) / 100, memoryMb: mb('VmRSS'), peakMb: mb('VmHWM') }
}

const wrong: string[] = []
function hold(what: string, value: number, limit: number, unit: string): void {
  console.log(`${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (limit ${limit})`)
  if (value > limit) wrong.push(what)
}

async function throughProgram(folder: string): Promise<void> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const port = 30_000 + (process.pid % 10_000)
  writeFileSync(
    join(folder, 'wares.yaml'),
    `sandbox: true\nreader: { hosts: [{ host: "${origin}", platform: shopify }], requests_per_second: 1000 }\n`,
  )
  const child = spawn(process.execPath, ['bin/wares.js', 'start'], {
    env: {
      PATH: process.env.PATH,
      WARES_DATA: folder,
      WARES_CONFIG: join(folder, 'wares.yaml'),
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(port + 1),
    },
    stdio: 'ignore',
  })
  const base = `http://127.0.0.1:${port}/api/v2/watches`
  const pid = child.pid ?? 0
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
    const headers = {
      'x-api-key': readFileSync(join(folder, 'sandbox-key'), 'utf8').trim(),
      'content-type': 'application/json',
    }
    const made = await fetch(base, {
      method: 'POST',
      headers,
      body: JSON.stringify({ catalog: origin, every: '30d', when: ['price drops 10%', 'back in stock'] }),
    })
    const { id } = (await made.json()) as { id: string }
    await sleep(1_000)
    for (turn = 0; turn < CHECKS; turn++) {
      requests = 0
      const before = usageOf(pid)
      const started = performance.now()
      await checkToEnd(`${base}/${id}`, headers)
      const after = usageOf(pid)
      const seconds = (performance.now() - started) / 1_000
      console.log(`check ${turn + 1}: ${seconds.toFixed(1)} s`)
      // One more says that there are no more, and one the currency.
      hold('  requests', requests, LIMITS.requests + 2, '')
      hold('  CPU', after.cpuS - before.cpuS, LIMITS.cpuS, 's')
      if (turn === 0) hold('  memory, at most more', after.peakMb - before.memoryMb, LIMITS.memoryMb, 'MB')
      await sleep(31_000)
    }
  } finally {
    const ended = new Promise(done => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
    server.closeAllConnections()
    server.close()
  }
  const store = await openEmbeddedStore(folder)
  hold('bytes a product at rest, SQLite', await bytesAtRest(store.database), LIMITS.bytes, 'B')
  await store.close()
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 200; n++) {
    if (await isTrue().catch(() => false)) return
    await sleep(100)
  }
  throw new Error('it did not start')
}

/** A check of a long list goes on in the background. */
async function checkToEnd(url: string, headers: Record<string, string>): Promise<void> {
  const lastCheck = async () =>
    ((await (await fetch(url, { headers })).json()) as { last_check: { at: string } | null }).last_check?.at
  const before = await lastCheck()
  await fetch(`${url}/check`, { method: 'POST', headers })
  while ((await lastCheck()) === before) await sleep(200)
}

async function bytesAtRest(database: Database<unknown>): Promise<number> {
  const query = database.query.withTables<WatchTables>()
  const rows = await query.selectFrom('catalog_chunks').select('body').execute()
  return rows.reduce((sum, { body }) => sum + body.length, 0) / PRODUCTS
}

/** The same lists through the stores, without a network: what PostgreSQL keeps, and what a check costs beside reading the pages. */
async function manyShops(url: string): Promise<void> {
  const store = await openPostgresStore(url)
  const query = store.database.query.withTables<WatchTables>()
  const [watches, catalogs, checks] = [
    createWatchStore(store.database),
    createCatalogStore(store.database),
    createCheckStore(store.database),
  ]
  const check = createCatalogChecker({ request: answers, store: catalogs, clock: systemClock })
  const signal = new AbortController().signal
  const ids: string[] = []
  for (let n = 0; n < SHOPS; n++) {
    const target = `check-lists ${n} ${process.pid}`
    const added = await watches.add(
      {
        name: '',
        source: 'api',
        site: `shop-${n}.example`,
        url: null,
        operation: 'general.catalog',
        params: { shop: `shop-${n}.example` },
        target,
        everyS: 3_600,
        when: 'price drops 10% or back in stock',
        keepDays: null,
      },
      Date.now(),
    )
    ids.push(added?.id ?? '')
  }
  for (turn = 0; turn < CHECKS; turn++) {
    const [cpu, started] = [process.cpuUsage(), performance.now()]
    for (const id of ids) {
      const watch = await watches.find(id)
      const made = watch && (await check(watch, { signal, maxAgeMs: 0, sliceMs: 60_000 }))
      if (watch && made && 'atMs' in made) await checks.record(watch, made)
    }
    const used = process.cpuUsage(cpu)
    const cpuS = (used.user + used.system) / 1e6 / SHOPS
    const wallS = (performance.now() - started) / 1_000 / SHOPS
    console.log(
      `PostgreSQL, ${SHOPS} shops, check ${turn + 1}: ${cpuS.toFixed(2)} s CPU and ${wallS.toFixed(2)} s each`,
    )
  }
  const chunks = await query
    .selectFrom('catalog_chunks')
    .select('body')
    .where('watch_id', '=', ids[0] ?? '')
    .execute()
  const bytes = chunks.reduce((sum, { body }) => sum + body.length, 0) / PRODUCTS
  hold('bytes a product at rest, PostgreSQL', bytes, LIMITS.bytes, 'B')
  for (const id of ids) await watches.remove(id)
  await store.close()
}

const answers: OwnedRequest = async (_watch, { params }) => {
  const from = typeof params.after === 'string' && /^\d+$/.test(params.after) ? Number(params.after) : 0
  const products = Array.from({ length: PAGE }, (_, n) => {
    const place = from + n
    const price = { amount: (centsOf(place, turn) / 100).toFixed(2), currency: 'EUR' }
    return {
      url: `https://shop.example/products/${handleOf(place)}`,
      name: `${word(place)} ${word(Math.floor(place / 10))} jacket ${place}`,
      image: pictureOf(place),
      sku: null,
      gtin: null,
      price,
      list_price: null,
      price_max: null,
      availability: place % 7 === 0 ? 'out_of_stock' : 'in_stock',
      variants: 5,
      source: 'platform',
    }
  })
  const next = from + PAGE
  const value = {
    base: 'https://shop.example',
    products,
    cursor: next < PRODUCTS ? String(next) : null,
    patterns: [],
    given: next,
    requests: { used: next / PAGE, budget: 1_000 },
    problems: [],
  }
  return { requestId: `r-${from}`, cache: 'none', value, isPartial: false }
}

const folder = mkdtempSync(join(tmpdir(), 'wares-lists-'))
try {
  await throughProgram(folder)
  const url = process.env.WARES_DATABASE_URL
  if (url !== undefined) await manyShops(url)
} finally {
  rmSync(folder, { recursive: true })
}
if (wrong.length > 0) {
  console.error(`over the limit: ${wrong.join(', ')}`)
  process.exitCode = 1
}
