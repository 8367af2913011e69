// Commands with --server: a laptop without settings asks the Wares of its team.
import { DuckDBInstance } from '@duckdb/node-api'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'
import { wares } from './process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const CODE = 'PV4272-660'
const folder = temporaryFolder('laptop')
let team: TestWares
let page: string

beforeAll(async () => {
  team = await startTestWares({ WARES_RECORD: 'all' })
  const offers = await team.call('/api/v2/offers', { query: { code: CODE } })
  page = offers.json<{ product: { url: string } }>().product.url
})
afterAll(async () => {
  await team.stop()
})

/** On a machine with a data folder of its own, and no sandbox: only the server can have answered. */
async function onLaptop(args: string[], env: Record<string, string> = {}) {
  return wares(args, {
    WARES_DATA: join(folder, 'data'),
    WARES_SANDBOX_PORT: String(await freePort()),
    WARES_SERVER: team.address,
    WARES_KEY: team.key,
    ...env,
  })
}

describe('product, search and offers', () => {
  it.each([
    ['product', () => [page], () => ({ path: '/api/v2/product', query: { url: page } })],
    ['offers', () => [CODE], () => ({ path: '/api/v2/offers', query: { code: CODE } })],
    [
      'search',
      () => ['runner', '--sites', 'sneakerhub,storefront'],
      () => ({
        path: '/api/v2/search',
        query: { query: 'runner', sites: 'sneakerhub,storefront', page: '1' },
      }),
    ],
  ])('%s prints what the server answers', async (command, words, request) => {
    const { stdout, stderr, code } = await onLaptop([command, ...words(), '--json'])
    expect(code, stderr).toBe(0)
    const { path, query } = request()
    const truth = (await team.call(path, { query })).json()
    const printed = JSON.parse(stdout) as Record<string, unknown>
    expect(printed).toEqual(truth)
  })

  it('prints tables, CSV and Parquet as without a server', async () => {
    const csv = await onLaptop(['offers', CODE, '--output', 'csv'])
    expect(csv.stdout).toMatch(/^site,url,/)
    expect((await onLaptop(['offers', CODE, '--output', 'csv-excel'])).stdout).toBe(`\uFEFF${csv.stdout}`)
    expect((await onLaptop(['offers', CODE, '--output', 'parquet'])).stdout).toMatch(/^PAR1/)
    expect((await onLaptop(['product', page, '--output', 'table'])).stdout).toContain('price')
  })

  it('takes the address and the key as options', async () => {
    const args = ['product', page, '--json', '--server', `${team.address}/`, '--key', team.key]
    const { code, stderr } = await onLaptop(args, { WARES_SERVER: '', WARES_KEY: 'wrong' })
    expect([code, stderr.includes('key')]).toEqual([0, false])
  })
})

describe('errors', () => {
  it('are the problem document of the server in a pipe, and an explanation for people', async () => {
    const gone = ['product', `${page}~gone`]
    const piped = await onLaptop([...gone, '--json'])
    expect([piped.code, JSON.parse(piped.stdout)]).toEqual([
      1,
      expect.objectContaining({
        code: 'not_found',
        request_id: expect.not.stringMatching('command-line') as string,
      }),
    ])
    const shown = await onLaptop([...gone, '--output', 'table'])
    expect([shown.code, shown.stderr]).toEqual([
      1,
      expect.stringMatching(/Cause +your request[^]*Code +not_found/),
    ])
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['a wrong key', { WARES_KEY: 'wrong' }, /"invalid_key"/],
    ['no key', { WARES_KEY: '' }, /"missing_key"/],
  ])('%s', async (_, env, words) => {
    const { code, stdout } = await onLaptop(['offers', CODE, '--json'], env)
    expect([code, stdout]).toEqual([1, expect.stringMatching(words)])
  })

  it.each<[string, string, number, RegExp]>([
    ['nobody listens', 'http://127.0.0.1:9', 1, /^No Wares answers at http:\/\/127.0.0.1:9: .+WARES_SERVER/],
    ['not an address', 'team', 2, /^--server must be an address/],
  ])('%s', async (_, server, exit, words) => {
    const { code, stderr } = await onLaptop(['offers', CODE, '--json'], { WARES_SERVER: server })
    expect([code, stderr]).toEqual([exit, expect.stringMatching(words)])
  })

  it('of a server that is not Wares', async () => {
    const { code, stderr } = await onLaptop(['offers', CODE], { WARES_SERVER: `${team.address}/docs` })
    expect([code, stderr || 'problem']).toEqual([1, expect.stringMatching(/problem|not as Wares/)])
  })
})

it('watch: add, list, show, check, pause, resume, remove', async () => {
  const added = await onLaptop(['watch', 'add', page, '--every', '15m', '--when', 'any change', '--json'])
  expect(added.code, added.stderr).toBe(0)
  const { id } = JSON.parse(added.stdout) as { id: string }
  const checked = await onLaptop(['watch', 'check', id, '--json'])
  expect([checked.code, JSON.parse(checked.stdout)]).toMatchObject([0, { id, last_check: { outcome: 'ok' } }])
  const listed = await onLaptop(['watch', 'list', '--output', 'table'])
  expect(listed.stdout).toMatch(new RegExp(`${id} .*\\d+\\.\\d\\d [A-Z]{3}`))
  const shown = await onLaptop(['watch', 'show', id, '--json'])
  expect(JSON.parse(shown.stdout)).toMatchObject({ id, every_s: 900, history: { watch: id } })
  expect((await onLaptop(['watch', 'pause', id, '--output', 'table'])).stdout).toBe(`${id} is paused.\n`)
  expect((await onLaptop(['watch', 'resume', id, '--output', 'table'])).stdout).toBe(`${id} is resumed.\n`)
  expect((await onLaptop(['watch', 'remove', id, '--output', 'table'])).stdout).toBe(`${id} is removed.\n`)
  const again = await onLaptop(['watch', 'remove', id, '--output', 'table'])
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^There is no watch .+`wares watch list`/),
  ])
})

it('explain shows the record of the server', async () => {
  const answer = await team.call('/api/v2/product', {
    query: { url: page },
    headers: { 'cache-control': 'no-cache' },
  })
  const id = answer.headers['x-request-id'] ?? ''
  await expect
    .poll(async () => (await onLaptop(['explain', id, '--output', 'table'])).stdout, { timeout: 30_000 })
    .toContain('general.product')
  const unknown = await onLaptop(['explain', 'nothing'])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/never recorded.+\(not_found\)/)])
})

it('catalog collects the pages that the server reads', async () => {
  const { shops } = (await team.call('/api/v2/shops')).json<{
    shops: { name: string; can: { catalog: boolean } }[]
  }>()
  const shop = shops.find(one => one.can.catalog)?.name ?? ''
  const out = join(folder, 'products.csv')
  const { code, stderr } = await onLaptop(['catalog', shop, '--out', out])
  expect([code, stderr]).toEqual([0, expect.stringContaining(`products of ${shop}`)])
  const first = (await team.call('/api/v2/catalog', { query: { shop } })).json<{
    products: { url: string }[]
  }>()
  const lines = readFileSync(out, 'utf8').split('\r\n')
  expect(lines[1]).toContain(first.products[0]?.url)
  expect(lines.length).toBeGreaterThan(first.products.length)
  const parquet = join(folder, 'products.parquet')
  expect((await onLaptop(['catalog', shop, '--out', parquet])).code).toBe(0)
  const duckdb = await (await DuckDBInstance.create()).connect()
  const read = await duckdb.runAndReadAll(`select count(*), any_value(typeof(updated_at)) from '${parquet}'`)
  expect(read.getRowsJson()).toEqual([[String(lines.length - 2), 'TIMESTAMP WITH TIME ZONE']])
  const unknown = await onLaptop(['catalog', 'nowhere', '--out', join(folder, 'none.csv')])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/Code +invalid_parameter/)])
})
