// A catalog in each format that `wares catalog` writes: `watch import --where` and `bulk` take them alike. DuckDB's Parquet too.
import { DuckDBInstance } from '@duckdb/node-api'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startServer, wares } from '../e2e/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer } from '../support/servers.ts'

const folder = temporaryFolder('catalog-files')
const config = join(folder, 'wares.yaml')
const products = Array.from({ length: 30 }, (_, n) => ({
  id: n,
  title: `Lamp, "no. ${n}"`,
  handle: `lamp-${n}`,
  variants: [{ id: n, price: (10 + n * 5).toFixed(2), available: true }],
  images: [],
  options: [],
}))
const server = await startHttpServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://shop.example')
  const own = products.find(({ handle }) => pathname === `/products/${handle}`)
  if (pathname === '/products.json')
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ products }))
  else if (own)
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<title>${own.title}</title><h1>${own.handle}</h1><script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: own.handle, offers: { '@type': 'Offer', price: own.variants[0]?.price, priceCurrency: 'EUR' } })}</script>`,
      )
  else response.writeHead(404).end()
})
const env = (data: string) => ({ WARES_CONFIG: config, WARES_DATA: join(folder, data) })
let shop = ''

beforeAll(async () => {
  shop = `127.0.0.1:${server.port}`
  writeFileSync(
    config,
    `sandbox: false\nreader: { hosts: [{ host: "http://${shop}", platform: shopify, currency: EUR }], requests_per_second: 1000 }\n`,
  )
  await startServer(env('catalog'))
  for (const format of ['csv', 'ndjson', 'parquet']) {
    const made = await wares(['catalog', shop, '--out', join(folder, `lamps.${format}`)], env('catalog'))
    expect(made.code, made.stderr).toBe(0)
  }
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(
    `copy (select * from '${join(folder, 'lamps.parquet')}') to '${join(folder, 'zstd.parquet')}' (format parquet, compression zstd)`,
  )
  connection.closeSync()
}, 120_000)

it.each(['lamps.csv', 'lamps.ndjson', 'lamps.parquet', 'zstd.parquet'])(
  'watch import --where "price under 50" takes %s',
  async name => {
    const words = ['watch', 'import', join(folder, name), '--where', 'price under 50', '--json']
    const first = await wares(words, env('catalog'))
    expect(first.code, first.stderr + first.stdout).toBe(0)
    const { added, known, failed } = JSON.parse(first.stdout) as Record<string, number>
    // Each file has the same products.
    expect([[added, known], failed]).toEqual([name === 'lamps.csv' ? [8, 0] : [0, 8], 0])
    const again = await wares(words, env('catalog'))
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, known: 8, failed: 0 })
  },
  60_000,
)

it.each(['lamps.csv', 'lamps.ndjson', 'lamps.parquet'])(
  'watch import --where with a column that %s does not have is refused, with those it has',
  async name => {
    const words = ['watch', 'import', join(folder, name), '--where', 'prise lacks 50']
    const { code, stdout, stderr } = await wares(words, env('catalog'))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/no column "prise".*url, name, .*price\.amount/)
  },
  60_000,
)

it.each(['lamps.csv', 'lamps.ndjson', 'lamps.parquet', 'zstd.parquet'])(
  'bulk takes %s',
  async name => {
    const out = join(folder, `${name}.results.ndjson`)
    const { code, stderr } = await wares(
      ['bulk', 'run', join(folder, name), '--out', out],
      env(`bulk-${name}`),
    )
    expect(code, stderr).toBe(0)
    const lines = readFileSync(out, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(30)
    for (const line of lines) expect(line).toContain('"currency":"EUR"')
  },
  60_000,
)

it('a file that is no Parquet inside says so', async () => {
  const file = join(folder, 'broken.parquet')
  writeFileSync(file, 'PAR1 and nothing else')
  const { code, stderr } = await wares(['watch', 'import', file], env('catalog'))
  expect(code).not.toBe(0)
  expect(stderr).toContain('broken.parquet cannot be read as Parquet')
})
