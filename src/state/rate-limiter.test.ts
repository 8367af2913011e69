// The rate limiter: exact at its limit, fair over time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryRateLimiter } from './rate-limiter.ts'

const rate = { ratePerS: 20, burst: 40 }

describe('the limiter', () => {
  it('lets a burst through, then one for every 50 ms', () => {
    const limiter = createMemoryRateLimiter()
    const atOnce = Array.from({ length: 41 }, () => limiter.take('a', rate, 1_000))
    expect(atOnce.filter(taken => taken.allowed)).toHaveLength(40)
    expect(atOnce[0]).toMatchObject({ remaining: 39 })
    expect(atOnce[40]).toMatchObject({ allowed: false, remaining: 0, retryAfterMs: 50 })
    expect(limiter.take('a', rate, 1_049).allowed).toBe(false)
    expect(limiter.take('a', rate, 1_050).allowed).toBe(true)
  })

  it('keeps callers apart, and takes nothing for a look', () => {
    const limiter = createMemoryRateLimiter()
    for (let count = 0; count < 40; count++) limiter.take('a', rate, 0)
    expect(limiter.peek('a', rate, 0).remaining).toBe(0)
    expect(limiter.peek('b', rate, 0).remaining).toBe(40)
    expect(limiter.take('b', rate, 0).remaining).toBe(39)
  })

  it('forgets nobody who still has to wait, however many calls there are', () => {
    const limiter = createMemoryRateLimiter()
    for (let count = 0; count < 40; count++) limiter.take('a', rate, 0)
    for (let count = 0; count < 20_000; count++) limiter.take(`caller ${count}`, rate, 0)
    expect(limiter.take('a', rate, 0)).toMatchObject({ allowed: false, remaining: 0 })
  })

  it('never lets more through than burst + rate × time, and the announced wait is enough', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(steps, gaps => {
        const limiter = createMemoryRateLimiter()
        let now = 0
        let allowed = 0
        for (const gap of gaps) {
          now += gap
          const taken = limiter.take('a', { ratePerS: 10, burst: 5 }, now)
          if (taken.allowed) allowed++
          else
            expect(limiter.peek('a', { ratePerS: 10, burst: 5 }, now + taken.retryAfterMs).allowed).toBe(true)
          expect(allowed).toBeLessThanOrEqual(5 + (now * 10) / 1000 + 1e-6)
        }
      }),
    )
  })
})
