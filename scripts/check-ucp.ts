// Holds every kind of UCP answer of a running server against the schemas of the specification.
// npm run check:ucp -- <folder of the specification>
// The folder is a copy of the specification's repository: its schemas are in source/schemas and are not part of this one.
// Prints what a client of the specification gets from each shop; exits 1 if an answer does not fit, or if a broken answer does.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { Compile, Errors } from 'typebox/schema'
import { sites } from '../adapters/sites/index.ts'
import { readConfig } from '../src/settings/config.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { startServer } from '../src/start/start-server.ts'
import { listedShopNames } from '../src/runtime/sandbox-shops.ts'
import { startSandbox } from '../src/start/start-sandbox.ts'
import { EVERY_SCOPE } from '../src/store/keys/key-record.ts'
import { createKey } from '../src/store/keys/make-key.ts'
import { productPages, roundTrip } from '../test/ucp/round-trip.ts'
import { openSpecClient, type UcpReply } from '../test/ucp/spec-client.ts'

type Json = Record<string, unknown>

const folder = process.argv[2] ?? ''
const root = join(folder, 'source/schemas')
if (folder === '' || !existsSync(root)) {
  console.error('Usage: npm run check:ucp -- <folder of the specification>')
  process.exit(2)
}

/** All files as one schema: a reference to another file becomes one into `$defs`. */
function bundle(): Json {
  const files = globSync('**/*.json', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  const nameOf = (file: string) => file.replaceAll('/', '.').replace(/\.json$/, '')
  const rewrite = (value: unknown, file: string): unknown => {
    if (Array.isArray(value)) return value.map(one => rewrite(one, file))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
        if (key === '$id' || key === '$schema') return []
        if (key !== '$ref' || typeof inner !== 'string') return [[key, rewrite(inner, file)]]
        const [path = '', pointer = ''] = inner.split('#')
        const target = path === '' ? file : posix.join(dirname(file), path)
        return [['$ref', `#/$defs/${nameOf(target)}${pointer}`]]
      }),
    )
  }
  const definitions = files.map((file): [string, unknown] => [
    nameOf(file),
    rewrite(JSON.parse(readFileSync(join(root, file), 'utf8')), file),
  ])
  return Object.fromEntries(definitions)
}

const $defs = bundle()

function checkOf(pointer: string) {
  const schema = { $ref: `#/$defs/${pointer}`, $defs }
  const compiled = Compile(schema)
  return {
    fits: (value: unknown): boolean => compiled.Check(value),
    why: (value: unknown): string => JSON.stringify(Errors(schema, value)[1].slice(0, 3)),
  }
}

const checks = {
  profile: checkOf('profile/$defs/business_schema'),
  agent: checkOf('profile/$defs/platform_schema'),
  search: checkOf('shopping.catalog_search/$defs/search_response'),
  lookup: checkOf('shopping.catalog_lookup/$defs/lookup_response'),
  product: checkOf('shopping.catalog_lookup/$defs/get_product_response'),
  error: checkOf('common.types.error_response'),
}

const counts = { checked: 0, failed: 0, broken: 0, missed: 0 }

function hold(kind: keyof typeof checks, what: string, value: unknown): void {
  counts.checked++
  if (!checks[kind].fits(value)) {
    counts.failed++
    console.error(`${what} does not fit ${kind}: ${checks[kind].why(value)}`)
  }
  for (const broken of breakages(value)) {
    counts.broken++
    if (!checks[kind].fits(broken)) continue
    counts.missed++
    console.error(`the check of ${kind} accepts a broken answer: ${JSON.stringify(broken).slice(0, 200)}`)
  }
}

/** The check itself must fail where it should: each is wrong in one required place. */
function* breakages(value: unknown): Generator {
  const text = JSON.stringify(value)
  for (const [good, bad] of [
    [/"version":"[^"]+"/, '"version":"latest"'],
    [/"amount":\d+/, '"amount":"12.50"'],
    [/"currency":"[A-Z]{3}"/, '"currency":"euro"'],
    [/"severity":"[a-z]+"/, '"severity":"soon"'],
    [/"title":"/, '"titel":"'],
  ] as const) {
    const changed = text.replace(good, bad)
    if (changed !== text) yield JSON.parse(changed) as unknown
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'wares-ucp-'))
const sandbox = await startSandbox({ port: 0, seed: 1 })
const config = readConfig(sites, {
  WARES_DATA: dataDir,
  WARES_PORT: '0',
  WARES_SANDBOX_PORT: String(sandbox.port),
  WARES_LOG: 'silent',
  WARES_SANDBOX_SPEED: '0',
})
const server = await startServer(config, { sandbox })
const limits = { ratePerS: 1_000, burst: 1_000, monthlyQuota: null, expiresAt: null }
const { key } = await createKey(
  server.store.keys,
  { name: 'check', scopes: EVERY_SCOPE, ...limits },
  Date.now(),
)

const read = async (url: string): Promise<GeneralProduct> => {
  const reply = await fetch(`${server.address}/api/v2/product?url=${encodeURIComponent(url)}`, {
    headers: { 'x-api-key': key },
  })
  return (await reply.json()) as GeneralProduct
}

const pages = await productPages(sandbox.origin, listedShopNames)
const [first = ''] = pages
for (const transport of ['rest', 'mcp'] as const) {
  const client = await openSpecClient(server.address, key, transport)
  hold('profile', 'the profile', client.profile)
  hold('agent', 'the profile', client.profile)
  const holdReply = (kind: 'search' | 'lookup' | 'product', what: string, { body }: UcpReply) =>
    hold((body.ucp as Json | undefined)?.status === 'error' ? 'error' : kind, `${transport} ${what}`, body)
  let cursor: string | undefined
  do {
    const reply: UcpReply = await client.search({ query: 'halvik', pagination: cursor ? { cursor } : {} })
    holdReply('search', 'search', reply)
    cursor = reply.body.pagination?.cursor
  } while (cursor !== undefined)
  holdReply('search', 'empty search', await client.search({ query: 'nothing has this name' }))
  for (const url of pages) {
    holdReply('product', url, await client.product({ id: url }))
    holdReply('product', url, await client.product({ id: url, selected: [] }))
  }
  for (let n = 0; n < pages.length; n += 10) {
    const ids = [...pages.slice(n, n + 10), 'https://nowhere.example/']
    holdReply('lookup', 'lookup', await client.lookup({ ids }))
  }
  holdReply('product', 'gone', await client.product({ id: `${first}~gone` }))
  if (transport === 'rest') {
    holdReply('product', 'blocked', await client.product({ id: `${first}~blocked` }))
    holdReply('search', 'no words', await client.search({}))
    holdReply('lookup', 'too many', await client.lookup({ ids: pages.slice(0, 21) }))
  }
}

const client = await openSpecClient(server.address, key, 'rest')
console.log('| shop | price | variants | stated to be in stock | equal |\n|---|---|---|---|---|')
for (const url of pages) {
  const general = await read(url)
  const { sent, received } = await roundTrip(client, general)
  const isEqual = JSON.stringify(sent) === JSON.stringify(received)
  if (!isEqual && general.price !== null) counts.failed++
  const shop = new URL(url).pathname.split('/')[1] ?? ''
  const stock = received?.variants.filter(one => /(?:in_stock|limited|preorder|backorder)$/.test(one)).length
  const shown = stock ? String(stock) : (received?.availability ?? '–')
  console.log(
    `| ${shop} | ${sent.price ?? '–'} | ${sent.variants.length} | ${shown} | ${isEqual ? 'yes' : 'no price'} |`,
  )
}
await server.close()
rmSync(dataDir, { recursive: true })
console.log(
  `\n${counts.checked} answers held against the schemas, ${counts.failed} do not fit. ${counts.broken} broken copies, ${counts.missed} not noticed.`,
)
process.exitCode = counts.failed + counts.missed > 0 || counts.broken === 0 ? 1 : 0
