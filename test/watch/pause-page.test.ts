// The page behind a pause link: it needs no key, so it is limited per client.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

it('refuses a client that tries many links', async () => {
  const tries = Array.from({ length: 40 }, (_, n) =>
    wares.call('/watches/pause', {
      key: null,
      query: { watch: `w_${n}`, target: 'nt_1', until: 1, signature: 'x' },
    }),
  )
  const replies = await Promise.all(tries)
  expect(new Set(replies.map(one => one.status))).toEqual(new Set([403, 429]))
  const refused = replies.find(one => one.status === 429)
  expect([refused?.json().code, Number(refused?.headers['retry-after'])]).toEqual(['rate_limited', 1])
})
