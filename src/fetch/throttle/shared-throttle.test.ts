// A permit of the shared throttle: granted, refused, or not needed.
import { expect, it } from 'vitest'
import type { PermitRequest, PermitResult, SharedThrottle } from '../../store/keys/site-permit.ts'
import type { UpstreamRequest } from '../layer.ts'
import { requestWith } from '../request-fixture.ts'
import { waitForSharedPermit } from './shared-throttle.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

const limits = { intervalMs: 10, burst: 2, concurrency: 3, permitTtlMs: 1_000 }

/** Requests a permit from a throttle that gives these replies in order. */
function ask(replies: readonly (PermitResult | undefined)[], changes: Partial<UpstreamRequest> = {}) {
  const asked: (PermitRequest & { readonly site: string })[] = []
  const pauses: number[] = []
  const pace: SharedThrottle = {
    acquire: async (site, wanted) => {
      asked.push({ site, ...wanted })
      return replies[asked.length - 1]
    },
    pause: async () => {},
  }
  const permit = waitForSharedPermit(pace, requestWith(changes), limits, ms => void pauses.push(ms))
  permit.catch(() => {})
  return { permit, asked, pauses }
}

it('a permit is requested with the limits of the site and the remaining time', async () => {
  const release = () => {}
  const { permit, asked } = ask([{ kind: 'go', waitMs: 0, release }])
  expect(await permit).toBe(release)
  expect(asked).toMatchObject([{ site: 'shop', ...limits }])
  expect(asked[0]?.maxWaitMs).toBeGreaterThan(0)
  expect(asked[0]?.maxWaitMs).toBeLessThanOrEqual(30_000)
})

it('a permit is granted at its time', async () => {
  const started = performance.now()
  await ask([{ kind: 'go', waitMs: 60, release: () => {} }]).permit
  expect(performance.now() - started).toBeGreaterThanOrEqual(55)
})

it('no permit is needed while the shared throttle is unavailable', async () => {
  expect((await ask([undefined]).permit)()).toBeUndefined()
})

it('a permit is requested again after a short delay while all are in use', async () => {
  const started = performance.now()
  const release = () => {}
  const { permit, asked } = ask([{ kind: 'full' }, { kind: 'full' }, { kind: 'go', waitMs: 0, release }])
  expect(await permit).toBe(release)
  expect(asked).toHaveLength(3)
  expect(performance.now() - started).toBeGreaterThanOrEqual(45)
})

it('a permit that would come too late is refused, with the pause that the site requested', async () => {
  const paused = ask([{ kind: 'late', waitMs: 7, pausedMs: 5 }])
  await expect(paused.permit).rejects.toMatchObject({ code: 'upstream_busy', retryAfterMs: 7 })
  expect(paused.pauses).toEqual([5])
  const busy = ask([{ kind: 'late', waitMs: 7, pausedMs: 0 }])
  await expect(busy.permit).rejects.toMatchObject({ retryAfterMs: 7 })
  expect(busy.pauses).toEqual([])
})

it('no permit is requested after the deadline', async () => {
  const { permit, asked } = ask([undefined], { deadlineMs: performance.now() })
  const error: unknown = await permit.catch((reason: unknown) => reason)
  expect(upstreamFailureOf(error)).toMatchObject({ kind: 'waited_out' })
  expect(asked).toEqual([])
})

it('a permit is released if the caller leaves before its time', async () => {
  const caller = new AbortController()
  let released = 0
  const turn: PermitResult = { kind: 'go', waitMs: 60_000, release: () => void released++ }
  const { permit } = ask([turn], { signal: caller.signal })
  const gone = new Error('nobody waits')
  caller.abort(gone)
  await expect(permit).rejects.toBe(gone)
  expect(released).toBe(1)
})
