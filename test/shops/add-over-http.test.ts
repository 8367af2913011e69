// POST /api/v2/shops: what `wares add` does, for a key with the scope; and several people at once, who lose nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wares as runWares } from '../e2e/process.ts'
import { guestKeyOf, startTestWares, type TestWares } from '../start-wares.ts'
import { type OddShop, openJsonLdShop, openPlainShop, openScriptShell, openWooCommerce } from './odd-shops.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('add')
const file = join(folder, 'wares.yaml')
let wares: TestWares
let jsonLd: OddShop
let woo: OddShop
let plain: OddShop
let shell: OddShop

beforeAll(async () => {
  writeFileSync(file, '# my shops\nlimits:\n  # enough\n  watches_per_key: 50\n')
  wares = await startTestWares({ WARES_CONFIG: file })
  jsonLd = await openJsonLdShop()
  woo = await openWooCommerce()
  plain = await openPlainShop()
  shell = await openScriptShell()
})

afterAll(async () => {
  await wares.stop()
  await Promise.all([jsonLd, woo, plain, shell].map(shop => shop.close()))
})

const add = (body: object, options: { key?: string; headers?: Record<string, string> } = {}) =>
  wares.call('/api/v2/shops', {
    method: 'POST',
    body: JSON.stringify(body),
    ...(options.key === undefined ? {} : { key: options.key }),
    headers: { 'content-type': 'application/json', ...wares.operatorHeaders, ...options.headers },
  })
const written = () => readFileSync(file, 'utf8')

describe('a shop is added', () => {
  it('by no key without the scope, which is told so', async () => {
    const before = written()
    for (const scopes of [['shops', 'sneakerhub'], [], ['*'], ['watches:all', 'evidence', '*']]) {
      const { key } = await wares.newKey({ scopes })
      const reply = await add({ url: jsonLd.url }, { key })
      expect(reply.status).toBe(403)
      expect(reply.json()).toMatchObject({ code: 'key_not_allowed' })
      expect((await wares.call('/api/v2/shops', { key })).json()).toMatchObject({ can_add: false })
    }
    expect(written()).toBe(before)
    const { key } = await wares.newKey({ scopes: ['shops', 'general'] })
    expect((await wares.call('/api/v2/shops', { key })).json()).toMatchObject({ can_add: true })
  })

  it('after a dry run, which writes nothing', async () => {
    const before = written()
    const reply = await add({ url: jsonLd.url, dry_run: true })
    expect(reply.status).toBe(200)
    expect(reply.json()).toMatchObject({
      kind: 'host',
      written: false,
      configured: false,
      entry: expect.stringContaining(jsonLd.origin) as string,
    })
    expect(written()).toBe(before)
  })

  it('and can be read at once; comments stay', async () => {
    const refused = await wares.call('/api/v2/product', { query: { url: jsonLd.url } })
    expect(refused.json()).toMatchObject({ code: 'url_not_allowed' })
    const guest = await guestKeyOf(wares)
    const reply = await add({ url: jsonLd.url })
    expect(reply.status, reply.bytes.toString()).toBe(201)
    const said = reply.json<{ found: object[] }>()
    expect(said).toMatchObject({ written: true, configured: true, robots: 'allowed', problem: null })
    // The first shop takes nothing away: the sandbox and the guest key work as before, until the operator says otherwise.
    expect(said).toMatchObject({ sandbox: 'kept', entry: expect.stringContaining('sandbox: true') as string })
    expect(written()).toContain('\nsandbox: true #')
    expect(await guestKeyOf(wares)).toBe(guest)
    const example = wares.registry.byId.get('general.product')?.example.url
    const sandboxed = await wares.call('/api/v2/product', { key: guest, query: { url: String(example) } })
    expect(sandboxed.status).toBe(200)
    expect(said.found).toContainEqual({ field: 'price', value: '40.00 EUR', from: 'json-ld' })
    expect(written()).toMatch(/^# my shops\nlimits:\n {2}# enough\n/)
    const product = await wares.call('/api/v2/product', { query: { url: jsonLd.url } })
    expect(product.json()).toMatchObject({ name: 'Oak lamp', price: { amount: '40.00', currency: 'EUR' } })
    expect((await add({ url: jsonLd.url })).json()).toMatchObject({
      written: false,
      configured: true,
      sandbox: null,
    })
  })

  it('unless it cannot be read', async () => {
    const before = written()
    expect((await add({ url: shell.url })).json()).toMatchObject({ code: 'upstream_changed' })
    expect((await add({ url: `${plain.origin}/nothing` })).json()).toMatchObject({ code: 'not_found' })
    expect(written()).toBe(before)
  })

  it.each([
    [{}, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: 'shop.example' }, 'url'],
    [{ url: 'https://shop.example/', force: true }, 'force'],
    [{ url: 'https://shop.example/', dry_run: 'yes' }, 'dry_run'],
  ])('not by %j', async (body, name) => {
    const reply = await add(body)
    expect(reply.status).toBe(400)
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ name, in: 'body' }])
  })

  it('in the network of the server only by somebody on its machine', async () => {
    // Where a request comes from and what it calls itself prove nothing: a proxy on this machine passes both on.
    const elsewhere: Record<string, string>[] = [
      { 'x-wares-operator': '' },
      { 'x-wares-operator': 'guessed', host: 'localhost' },
      { 'x-wares-operator': `${wares.operatorHeaders['x-wares-operator']}x` },
    ]
    for (const headers of elsewhere) {
      for (const url of [plain.url, 'https://db.internal/']) {
        const reply = await add({ url }, { headers })
        expect(reply.status).toBe(400)
        expect(reply.json().detail).toContain('public host name')
      }
    }
  })
})

it('several are added at the same moment, by several processes, and none is lost', async () => {
  const env = { WARES_CONFIG: file, WARES_DATA: wares.dataDir, WARES_PORT: new URL(wares.address).port }
  const [overHttp, ...byCommand] = await Promise.all([
    add({ url: woo.url }),
    ...[plain, woo, plain].map(shop => runWares(['add', shop.url, '--json'], env)),
  ])
  expect(overHttp.status, overHttp.bytes.toString()).toBeLessThan(202)
  expect(byCommand.map(one => [one.code, one.stderr])).toEqual(byCommand.map(() => [0, '']))
  const lines = written().split('\n')
  for (const shop of [jsonLd, woo, plain])
    expect(lines.filter(line => line.endsWith(`host: ${shop.origin}`))).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['wares.yaml'])
})
