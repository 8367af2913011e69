// A stranger with an empty wares.yaml: five real-looking shops by `wares add`, a watch, a webhook, a redesign, the alarm.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND, type RunningProcess, start, wares } from '../e2e/process.ts'
import { callWares } from '../start-wares.ts'
import {
  type OddShop,
  openJsonLdShop,
  openPlainShop,
  openScriptShell,
  openStorefront,
  openWooCommerce,
} from './odd-shops.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer, type TestServer } from '../support/servers.ts'

const folder = temporaryFolder('stranger')
const file = join(folder, 'wares.yaml')
const received: { type: string; data: Record<string, unknown> }[] = []
let env: Record<string, string>
let server: RunningProcess
let receiver: TestServer
let key: string
const shops: Record<string, OddShop> = {}

beforeAll(async () => {
  writeFileSync(file, '# my shops\n')
  env = {
    WARES_CONFIG: file,
    WARES_DATA: join(folder, 'data'),
    WARES_PORT: String(await freePort()),
    WARES_SANDBOX_PORT: String(await freePort()),
  }
  shops.storefront = await openStorefront(true)
  shops.older = await openStorefront(false)
  shops.woo = await openWooCommerce()
  shops.jsonLd = await openJsonLdShop()
  shops.plain = await openPlainShop()
  shops.shell = await openScriptShell()
  receiver = await startHttpServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      received.push(JSON.parse(body) as (typeof received)[number])
      response.end()
    })
  })
  server = start(process.execPath, [COMMAND, 'start'], env)
  await server.until(/Wares is ready/)
  await server.until(/Key {8}\S+/)
  key = readFileSync(join(folder, 'data/sandbox-key'), 'utf8').trim()
})

afterAll(async () => {
  await server.stop()
  await Promise.all(Object.values(shops).map(shop => shop.close()))
})

const shopOf = (name: string): OddShop => {
  const shop = shops[name]
  if (!shop) throw new Error(`there is no shop ${name}`)
  return shop
}
const call = (path: string, options = {}) =>
  callWares(`http://127.0.0.1:${env.WARES_PORT}`, key, path, options)
const add = async (url: string, ...more: string[]) => {
  const { code, stdout } = await wares(['add', url, '--json', ...more], env)
  return { code, said: JSON.parse(stdout) as Record<string, unknown> }
}

describe('a stranger', () => {
  it.each(['storefront', 'older', 'woo', 'jsonLd', 'plain'])(
    'adds the shop %s by one of its products, and the running server reads it',
    async name => {
      const shop = shopOf(name)
      const { code, said } = await add(shop.url)
      expect(said).toMatchObject({ written: true, robots: 'allowed', server: { state: 'reads it' } })
      expect(code).toBe(0)
      expect(said.found).toContainEqual(expect.objectContaining({ field: 'price', value: '40.00 EUR' }))
      const product = await call('/api/v2/product', { query: { url: shop.url } })
      expect(product.json()).toMatchObject({ name: 'Oak lamp', price: { amount: '40.00', currency: 'EUR' } })
    },
  )

  it('is told why a page that is only a shell for scripts cannot be read, and nothing is written', async () => {
    const before = readFileSync(file, 'utf8')
    const { code, said } = await add(shopOf('shell').url)
    expect(code).toBe(1)
    expect(said.code).toBe('upstream_changed')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('keeps what the file had, and sees all shops in one list', async () => {
    expect(readFileSync(file, 'utf8')).toMatch(/^# my shops\n/)
    const { stdout } = await wares(['shops', '--json'], env)
    const { shops: listed } = JSON.parse(stdout) as { shops: { kind: string; state: string }[] }
    // The sandbox stays, and comes last.
    expect(listed.slice(0, 5).map(one => [one.kind, one.state])).toEqual(
      Array.from({ length: 5 }, () => ['host', 'ok']),
    )
    expect(new Set(listed.slice(5).map(one => one.kind))).toEqual(new Set(['sandbox']))
    const { shops: served } = (await call('/api/v2/shops')).json<{
      shops: { platform: string | null; can: { search: boolean } }[]
    }>()
    expect(served.slice(0, 5).map(one => [one.platform, one.can.search])).toEqual([
      ['shopify', true],
      ['shopify', true],
      ['woocommerce', true],
      [null, false],
      [null, false],
    ])
  })

  it('watches a price, is told of a drop, and of a redesign that lost the price', async () => {
    await wares(['notify', 'add', 'webhook', `${receiver.origin}/`, '--allow-private', '--json'], env)
    const shop = shopOf('jsonLd')
    const { said } = await add(shop.url, '--watch', 'price drops 5%')
    expect(said).toMatchObject({ written: false, configured: true })
    const { id } = said.watch as { id: string }
    const check = async () => (await call(`/api/v2/watches/${id}/check`, { method: 'POST' })).json()
    await check()
    shop.setPrice('36.00')
    await check()
    await expect.poll(() => received.map(one => one.type)).toContain('price.changed')
    shop.setPrice(undefined)
    expect(await check()).toMatchObject({ last_check: { outcome: 'upstream_changed' } })
    await expect
      .poll(async () => {
        await check()
        return received.map(one => one.type)
      })
      .toContain('watch.failing')
    expect(received.map(one => one.type)).not.toContain('product.gone')
    const known = (await call('/api/v2/shops')).json<{ shops: { name: string; problem: string | null }[] }>()
    expect(known.shops.find(one => shop.origin.endsWith(one.name))?.problem).toContain('upstream_changed')
  })

  it('is told by doctor that no site is configured, and that the sandbox is on until it is switched off', async () => {
    const { stdout } = await wares(['doctor', '--json'], env)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; found: string }[] }
    const found = (check: string) => findings.find(one => one.check === check)?.found
    expect(found('origins')).toBe('no site has one; the sandbox is used')
    expect(found('sandbox')).toBe('on, with a guest key for the pages on this machine')
    const exposed = await wares(['doctor', '--json'], { ...env, WARES_PUBLIC_URL: 'https://wares.example' })
    expect(exposed.stdout).toContain('on, without a guest key, because others can reach this server')
  })
})
