// The circuit breaker: what opens it for one caller, what opens it for all, and the error of a refused request.
import { describe, expect, it } from 'vitest'
import { createEvents } from '../../runtime/events.ts'
import type { Fault } from '#kit/fault'
import { createBreaker } from './breaker.ts'
import { CANARY_CALLER } from '../layer.ts'
import { requestWith, responseWith } from '../request-fixture.ts'
import { type UpstreamFailureKind, upstreamFailure } from '../upstream-failure.ts'

function breakerWith(openMs: number) {
  const changes: unknown[] = []
  const events = createEvents()
  events.on('circuit', change => changes.push(change))
  const breaker = createBreaker({ failures: 2, openMs }, 'shop', events)
  const ask = (caller: string, failing?: UpstreamFailureKind) =>
    breaker
      .layer(async () => {
        if (failing) throw upstreamFailure(failing, 'it failed')
        return responseWith()
      })(requestWith({ caller }))
      .then(
        () => 'served' as const,
        (error: Fault) => error,
      )
  return { ask, changes, status: () => breaker.status() }
}

describe('the breaker', () => {
  it('opens for the caller whose requests fail, with a Retry-After of at least one second', async () => {
    const { ask, status, changes } = breakerWith(50)
    await ask('a', 'server_error')
    await ask('a', 'server_error')
    expect(await ask('a')).toMatchObject({ code: 'upstream_busy', retryAfterMs: 1_000 })
    // With one key there is nobody else: the shop gets no requests.
    expect(status()).toEqual({ circuit: 'open', failures: 2 })
    expect(await ask('b')).toBe('served')
    expect(status()).toEqual({ circuit: 'closed', failures: 0 })
    expect(changes).toEqual([{ site: 'shop', state: 'open', caller: 'a' }])
    const answering = breakerWith(60_000)
    await answering.ask('a', 'server_error')
    await answering.ask('a', 'server_error')
    expect(answering.status().circuit).toBe('open')
    // A shop that says that a page is missing answers.
    await answering.ask('b', 'missing')
    expect(answering.status().circuit).toBe('closed')
    const longer = breakerWith(60_000)
    await longer.ask('a', 'server_error')
    await longer.ask('a', 'server_error')
    const refused = await longer.ask('a')
    expect(typeof refused === 'object' && (refused.retryAfterMs ?? 0)).toBeGreaterThan(1_000)
  })

  it('opens for all when the requests of several callers fail', async () => {
    const { ask, status } = breakerWith(60_000)
    await ask('a', 'server_error')
    expect(status()).toEqual({ circuit: 'closed', failures: 1 })
    await ask('b', 'server_error')
    expect(status().circuit).toBe('open')
    expect(await ask('c')).toMatchObject({ code: 'upstream_busy' })
  })

  it('opens for all when one canary is blocked, but not when it fails otherwise', async () => {
    const failing = breakerWith(60_000)
    await failing.ask(CANARY_CALLER, 'server_error')
    expect(failing.status().circuit).toBe('closed')
    const blocked = breakerWith(60_000)
    await blocked.ask(CANARY_CALLER, 'refused')
    expect(blocked.status().circuit).toBe('open')
    const other = breakerWith(60_000)
    await other.ask('a', 'refused')
    expect(other.status().circuit).toBe('closed')
  })
})
