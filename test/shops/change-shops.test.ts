// A shop is paused, edited and removed while the server runs; its watches wait for it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type OddShop, openJsonLdShop } from './odd-shops.ts'

const file = join(temporaryFolder('change-shops'), 'wares.yaml')
let wares: TestWares
let shop: OddShop
let name: string
let key: string

beforeAll(async () => {
  shop = await openJsonLdShop()
  name = shop.origin.replace('http://', '')
  writeFileSync(
    file,
    `# my shops\nsandbox: true\nreader:\n  hosts:\n    # the best\n    - "${shop.origin}"\n    # watched below\n    - used.example\nwatches:\n  - url: https://used.example/1\n`,
  )
  wares = await startTestWares({ WARES_CONFIG: file })
  key = (await wares.newKey({ scopes: ['shops', 'general', 'watches:all'] })).key
})

afterAll(async () => {
  await wares.stop()
  await shop.close()
})

const send = (method: string, path: string, body?: object) =>
  wares.call(path, {
    method,
    key,
    headers: { 'content-type': 'application/json', ...wares.operatorHeaders },
    ...(body && { body: JSON.stringify(body) }),
  })
const change = (method: string, body?: object, shopName = name) =>
  send(method, `/api/v2/shops/${encodeURIComponent(shopName)}`, body)
const watches = async () =>
  (await send('GET', '/api/v2/watches')).json<{ watches: { url: string; paused_by: string | null }[] }>()
    .watches
const reasonOf = async (url: string) => (await watches()).find(one => one.url === url)?.paused_by
const row = async () =>
  (await send('GET', '/api/v2/shops'))
    .json<{ shops: { name: string; paused: boolean }[] }>()
    .shops.find(one => one.name === name)

it('a paused shop is asked nothing, and its watches go on with it', async () => {
  expect((await send('POST', '/api/v2/watches', { url: shop.url })).status).toBe(201)
  const paused = await change('PATCH', { paused: true, currency: 'EUR' })
  expect(paused.json()).toMatchObject({ shop: name, watches: 1, written: true, problem: null })
  expect(readFileSync(file, 'utf8')).toContain('currency: EUR\n      enabled: false\n')
  expect(await row()).toMatchObject({ paused: true, settings: { currency: 'EUR' } })
  expect(await reasonOf(shop.url)).toBe('shop_paused')
  const refused = await wares.call('/api/v2/product', { query: { url: shop.url } })
  expect(refused.json()).toMatchObject({ code: 'site_disabled' })
  const [watch] = (await watches()).filter(one => one.url === shop.url) as unknown as { id: string }[]
  expect((await send('PATCH', `/api/v2/watches/${watch?.id}`, { paused: false })).json()).toMatchObject({
    code: 'site_disabled',
  })
  await change('PATCH', { paused: false, currency: null })
  expect(await reasonOf(shop.url)).toBe(null)
  expect((await wares.call('/api/v2/product', { query: { url: shop.url } })).status).toBe(200)
})

it('what no settings file could say is refused, and nothing is written', async () => {
  const before = readFileSync(file, 'utf8')
  for (const body of [
    { currency: 'Euro' },
    { requests_per_second: 0 },
    { active: 'sometimes' },
    { host: 'x' },
  ])
    expect((await change('PATCH', body)).status, JSON.stringify(body)).toBe(400)
  expect((await change('DELETE', undefined, 'nowhere.example')).status).toBe(404)
  expect((await change('DELETE', undefined, 'sneakerhub')).json()).toMatchObject({
    code: 'invalid_parameter',
  })
  expect((await change('DELETE', undefined, 'used.example')).json<{ detail: string }>().detail).toContain(
    'wares.yaml',
  )
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('a removed shop leaves its watches, which go on once it is back', async () => {
  const removed = await change('DELETE')
  expect(removed.json()).toMatchObject({ shop: name, watches: 1, written: true, problem: null })
  expect(removed.json<{ entry: string }>().entry).toContain(shop.origin)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(shop.origin)
  for (const comment of ['# my shops', '# watched below']) expect(text).toContain(comment)
  expect(await row()).toBeUndefined()
  expect(await reasonOf(shop.url)).toBe('shop_removed')
  expect((await send('POST', '/api/v2/shops', { url: shop.url })).status).toBe(201)
  expect(await reasonOf(shop.url)).toBe(null)
})
