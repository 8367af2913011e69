// The events of single attempts.
import { expect, it } from 'vitest'
import { createEvents } from '../../runtime/events.ts'
import { attemptEvents } from '../index.ts'
import type { UpstreamRequest, UpstreamResponse } from '../layer.ts'
import { upstreamFailure } from '../upstream-failure.ts'

const request: UpstreamRequest = {
  site: 'storefront',
  url: new URL('https://shop.example/p'),
  method: 'GET',
  headers: {},
  accept: 'html',
  purpose: 'page',
  signal: new AbortController().signal,
  deadlineMs: 0,
  caller: 'test',
  onTiming: () => {},
}
const response: UpstreamResponse = {
  url: request.url,
  status: 200,
  headers: {},
  body: Buffer.from('12345'),
  charset: 'utf-8',
}

it('reports answers and faults, but not requests for robots.txt', async () => {
  const startedAt = performance.now()
  const attempts: { ms: number }[] = []
  const events = createEvents()
  events.on('attempt', attempt => attempts.push(attempt))
  const answers = attemptEvents('storefront', events)(async () => response)
  const fails = attemptEvents(
    'storefront',
    events,
  )(async () => {
    throw upstreamFailure('refused', 'no', { status: 403 })
  })
  await answers(request)
  await answers({ ...request, purpose: 'robots' })
  await expect(fails(request)).rejects.toThrow('no')
  expect(attempts).toMatchObject([
    { site: 'storefront', host: 'shop.example', status: 200, fault: undefined, bytes: 5 },
    { site: 'storefront', host: 'shop.example', status: 403, fault: 'upstream_blocked', bytes: 0 },
  ])
  for (const { ms } of attempts) {
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(ms).toBeLessThanOrEqual(performance.now() - startedAt)
  }
})
