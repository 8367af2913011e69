// Streams of changes: end with their key, one key cannot take all, and an open stream needs no more memory with every poll.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('streams')
let wares: TestWares
beforeAll(async () => {
  const file = join(folder, 'wares.yaml')
  writeFileSync(file, JSON.stringify({ limits: { streams_per_key: 2 } }))
  wares = await startTestWares({ WARES_CONFIG: file })
}, 120_000)
afterAll(async () => {
  await wares.stop()
})

async function open(key: string) {
  const leave = new AbortController()
  const response = await fetch(`${wares.address}/api/v2/changes`, {
    headers: { 'x-api-key': key, accept: 'text/event-stream' },
    signal: leave.signal,
  })
  return { response, leave: () => leave.abort() }
}

/** Milliseconds until the server ends the stream. */
async function untilEnd(response: Response): Promise<number> {
  const startMs = performance.now()
  await response.text()
  return performance.now() - startMs
}

describe('a stream of changes', () => {
  it('ends within two seconds of the revocation or the expiry of its key', async () => {
    const revoked = await wares.newKey({ scopes: ['watches'] })
    const first = await open(revoked.key)
    expect(first.response.status).toBe(200)
    await wares.store.keys.revoke(revoked.id, new Date().toISOString())
    expect(await untilEnd(first.response)).toBeLessThan(2_000)
    const expiresAtMs = Date.now() + 1_500
    const expiring = await wares.newKey({
      scopes: ['watches'],
      expiresAt: new Date(expiresAtMs).toISOString(),
    })
    const second = await open(expiring.key)
    await untilEnd(second.response)
    expect(Date.now() - expiresAtMs).toBeGreaterThanOrEqual(0)
    expect(Date.now() - expiresAtMs).toBeLessThan(2_000)
  })

  it('is one of few of a key; others are not affected, and its place is free when it ends', async () => {
    const [one, two] = [
      await wares.newKey({ scopes: ['watches'] }),
      await wares.newKey({ scopes: ['watches'] }),
    ]
    const streams = [await open(one.key), await open(one.key)]
    const third = await open(one.key)
    expect(third.response.status).toBe(429)
    expect(third.response.headers.get('retry-after')).toBe('5')
    expect(await third.response.json()).toMatchObject({ code: 'rate_limited', retryable: true })
    const other = await open(two.key)
    expect(other.response.status).toBe(200)
    streams[0]?.leave()
    await expect
      .poll(
        async () => {
          const again = await open(one.key)
          again.leave()
          return again.response.status
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(200)
    streams[1]?.leave()
    other.leave()
    await sleep(10)
  })
})
