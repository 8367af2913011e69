// The throttle of one site: what robots.txt takes, and deadlines that have passed.
import { expect, it } from 'vitest'
import { requestWith } from '../request-fixture.ts'
import { createSiteThrottle } from './throttle.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'permit',
    (error: unknown) => upstreamFailureOf(error)?.kind,
  )

it('robots.txt takes nothing of the rate, waits for no page, and obeys pauses and concurrency', async () => {
  const throttle = createSiteThrottle({ requestsPerSecond: 0.001, concurrency: 3 })
  const robots = requestWith({ purpose: 'robots' })
  const release = await throttle.acquire(robots)
  await throttle.acquire(robots)
  await throttle.acquire(requestWith())
  expect(await kindOf(throttle.acquire(requestWith()))).toBe('no_permit')
  expect(throttle.status()).toMatchObject({ running: 3, waiting: 0, pausedUntilMs: undefined })
  release()
  const waiting = throttle.acquire(requestWith({ deadlineMs: performance.now() + 3_000_000 }))
  waiting.catch(() => {})
  expect(throttle.status()).toMatchObject({ running: 2, waiting: 1 })
  await throttle.acquire(robots)
  expect(throttle.status()).toMatchObject({ running: 3, waiting: 1 })
  throttle.pause(60_000)
  expect(throttle.status().pausedUntilMs).toBeGreaterThan(performance.now())
  expect(await kindOf(throttle.acquire(robots))).toBe('no_permit')
  throttle.close()
})

it('a request whose deadline has passed is told so, whatever the rate allows', async () => {
  const throttle = createSiteThrottle({ requestsPerSecond: 1, concurrency: 1 })
  expect(await kindOf(throttle.acquire(requestWith({ deadlineMs: performance.now() })))).toBe('waited_out')
  expect(throttle.status()).toMatchObject({ running: 0 })
})

it('a request during a pause is told of the pause, and otherwise of the rate limit', async () => {
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => 'permit',
      (error: unknown) => (error as Error).message,
    )
  const throttle = createSiteThrottle({ requestsPerSecond: 0.001, concurrency: 1 })
  await throttle.acquire(requestWith())
  const soon = () => requestWith({ deadlineMs: performance.now() + 30_000 })
  expect(await messageOf(throttle.acquire(soon()))).toContain('the rate limit of the site')
  throttle.pause(10_000)
  expect(await messageOf(throttle.acquire(soon()))).toContain('the rate limit of the site')
  throttle.pause(60_000)
  expect(await messageOf(throttle.acquire(soon()))).toBe('the site has requested a pause (Retry-After)')
  throttle.close()
})
