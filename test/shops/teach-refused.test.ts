// Shops that cannot be taught say why: the segments, and the made-up shops of the sandbox.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('teach-refused')
let wares: TestWares
beforeAll(async () => {
  const file = join(folder, 'wares.yaml')
  writeFileSync(file, 'sandbox: true\n')
  wares = await startTestWares({ WARES_CONFIG: file })
})
afterAll(async () => {
  await wares.stop()
})

const teach = async (url: string) =>
  wares.call('/api/v2/shops/teach', {
    method: 'POST',
    body: JSON.stringify({ url, values: { price: '1.00' } }),
    headers: { 'content-type': 'application/json' },
  })

it.each([
  ['/fashionretail/p/1', /fashionretail is a built-in shop; only shops under reader\.hosts can be/],
  ['/shop-plain/p/1', /is a shop of the sandbox, which has no entry in wares\.yaml; only shops under/],
])('%s', async (path, reason) => {
  const reply = await teach(`${wares.sandboxOrigin}${path}`)
  expect(reply.status).toBe(400)
  expect(reply.json()).toMatchObject({
    code: 'invalid_parameter',
    errors: [{ name: 'url', message: expect.stringMatching(reason) as string }],
  })
})
