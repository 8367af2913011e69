// Above the limit of requests in flight a new request is rejected at once, while cached answers are still served.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PRICES = '/api/v1/scraper/sneakerhub/prices'

let folder: string
let wares: TestWares
beforeAll(async () => {
  folder = temporaryFolder('overload')
  const file = join(folder, 'wares.yaml')
  // Half of the limit may go to one site.
  writeFileSync(file, 'limits: { in_flight: 2 }\n')
  wares = await startTestWares({ WARES_CONFIG: file })
})
afterAll(async () => {
  await wares.stop()
})

it('rejects requests above the limit and still serves cache hits', async () => {
  expect((await wares.call(PRICES, { query: { id: '1044287' } })).status).toBe(200)
  const slow = wares.call(PRICES, { query: { id: '1044287~slow' } })
  await new Promise(resolve => setTimeout(resolve, 500))
  const shed = await wares.call(PRICES, { query: { id: '1044287', country: 'FR' } })
  expect([shed.status, shed.json().code]).toEqual([503, 'overloaded'])
  expect(Number(shed.headers['retry-after'])).toBeGreaterThan(0)
  const hit = await wares.call(PRICES, { query: { id: '1044287' } })
  expect([hit.status, hit.headers['cache-status']]).toEqual([200, expect.stringContaining('hit')])
  expect((await slow).status).toBe(200)
  expect((await wares.call(PRICES, { query: { id: '1044287', country: 'FR' } })).status).toBe(200)
})
