// Taught rules are evidence: in the record of a request, in a replay by the rules of today, and in the count of drift.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wares as runWares } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { type LampShop, openLampShop } from './plain-lamps.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('taught-evidence')
const file = join(folder, 'wares.yaml')
let wares: TestWares
let shop: LampShop

const write = (sku: string) =>
  writeFileSync(
    file,
    `sandbox: false
record: all
reader:
  requests_per_second: 100
  hosts:
    - host: ${shop.origin}
      fields:
        name: { css: h1 }
        price: { css: td.fill, attr: data-eur }
        currency: { css: p, after: EUR, is: EUR }
        sku: { label: ${sku} }
        brand: { label: Nobody prints this }
`,
  )

beforeAll(async () => {
  shop = await openLampShop()
  write('Order no.')
  wares = await startTestWares({ WARES_CONFIG: file })
})
afterAll(async () => {
  await wares.stop()
  await shop.close()
})

const ask = async (lamp: string) =>
  wares.call('/api/v2/product', {
    query: { url: shop.url(lamp) },
    headers: { 'cache-control': 'no-cache' },
  })
const env = () => ({ WARES_CONFIG: file, WARES_DATA: wares.dataDir })

it('a request shows the rules that decided it; a replay reads it by the rules of today', async () => {
  const reply = await ask('oak-lamp')
  expect(reply.json()).toMatchObject({ sku: 'HW-2041', brand: null })
  const id = reply.headers['x-request-id'] ?? ''
  const record = (await wares.call(`/api/v2/requests/${id}`)).json()
  const rules = {
    sku: 'label "Order no."',
    price: 'css td.fill, attr data-eur',
    brand: 'label "Nobody prints this"',
  }
  expect(record).toMatchObject({ rules })

  const explained = await runWares(['explain', id, '--json'], env())
  expect(JSON.parse(explained.stdout), explained.stderr).toMatchObject({ rules })
  const same = await runWares(['replay', id, '--json'], env())
  expect(JSON.parse(same.stdout), same.stderr).toMatchObject([{ recording: id, differences: [] }])
  expect(same.code).toBe(0)

  write('Made by')
  const other = await runWares(['replay', id, '--json'], env())
  write('Order no.')
  expect(other.code).toBe(1)
  const [replayed] = JSON.parse(other.stdout) as { differences: object[] }[]
  expect(replayed?.differences).toContainEqual(
    expect.objectContaining({ pointer: '/sku', was: 'HW-2041', is: 'Hearthwood' }),
  )
})

it('a rule that finds nothing is counted as drift, one that finds its value is not', async () => {
  for (const lamp of ['oak-lamp', 'ash-lamp', 'elm-lamp']) await ask(lamp)
  const fields = async () => {
    const { stdout } = await runWares(['shops', new URL(shop.origin).host, '--json'], env())
    const { fields: all } = JSON.parse(stdout) as { fields: { field: string; share: number }[] }
    return new Map(all.map(one => [one.field, one.share]))
  }
  // A reduced price stands in another element: its rule finds nothing on one of three pages.
  const rules = async () => [...(await fields())].filter(([name]) => name.startsWith('(rule'))
  await expect.poll(rules, { timeout: 20_000, interval: 1_000 }).toEqual([
    ['(rule for brand)', 0],
    ['(rule for price)', expect.closeTo(2 / 3, 3)],
  ])
})
