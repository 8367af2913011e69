// The rate limiter: exact at its limit, and correct over time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryRateLimiter } from './admission.ts'

const rate = { ratePerS: 20, burst: 40 }

describe('the rate limiter', () => {
  it('allows a burst, then one request per 50 ms', () => {
    const limiter = createMemoryRateLimiter()
    const atOnce = Array.from({ length: 41 }, () => limiter.take('a', rate, 1_000))
    expect(atOnce.filter(taken => taken.allowed)).toHaveLength(40)
    expect(atOnce[0]).toMatchObject({ remaining: 39 })
    expect(atOnce[40]).toMatchObject({ allowed: false, remaining: 0, retryAfterMs: 50 })
    expect(limiter.take('a', rate, 1_049).allowed).toBe(false)
    expect(limiter.take('a', rate, 1_050).allowed).toBe(true)
  })

  it('counts callers separately, and counts nothing for a peek', () => {
    const limiter = createMemoryRateLimiter()
    for (let count = 0; count < 40; count++) limiter.take('a', rate, 0)
    expect(limiter.peek('a', rate, 0).remaining).toBe(0)
    expect(limiter.peek('b', rate, 0).remaining).toBe(40)
    expect(limiter.take('b', rate, 0).remaining).toBe(39)
  })

  it('never forgets a caller who still has to wait, no matter how many calls there are', () => {
    const limiter = createMemoryRateLimiter()
    for (let count = 0; count < 40; count++) limiter.take('a', rate, 0)
    for (let count = 0; count < 20_000; count++) limiter.take(`caller ${count}`, rate, 0)
    expect(limiter.take('a', rate, 0)).toMatchObject({ allowed: false, remaining: 0 })
  })

  it('forgets a caller whose bucket is full again, after many calls', () => {
    const limiter = createMemoryRateLimiter()
    for (let count = 0; count < 40; count++) limiter.take('a', rate, 0)
    for (let count = 0; count < 20_000; count++) limiter.take('b', rate, 2_000)
    // What was remembered would still count at an earlier time.
    expect(limiter.peek('a', rate, 0).remaining).toBe(40)
  })

  it('never allows more than burst + rate × time, and the announced wait is sufficient', () => {
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
