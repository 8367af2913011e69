// In-flight requests: shared by all identical ones, cancelled when the last caller leaves.
import { describe, expect, it } from 'vitest'
import { createInFlightRequests } from './in-flight-requests.ts'

const never = () => new AbortController().signal

describe('flights', () => {
  it('start once for a thousand who ask at once', async () => {
    const flights = createInFlightRequests<number>()
    let started = 0
    const start = async () => {
      started++
      await new Promise(resolve => setTimeout(resolve, 20))
      return 42
    }
    const joined = Array.from({ length: 1_000 }, () => flights.join('a', never(), start))
    expect(await Promise.all(joined.map(one => one.result))).toEqual(Array.from({ length: 1_000 }, () => 42))
    expect(started).toBe(1)
    expect(joined.filter(one => !one.shared)).toHaveLength(1)
    expect(flights.count()).toBe(0)
  })

  it('go on when one caller leaves, and are called off when the last does', async () => {
    const flights = createInFlightRequests<string>()
    const callers = [new AbortController(), new AbortController()]
    let calledOff = false
    const start = (signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          calledOff = true
          reject(signal.reason as Error)
        })
      })
    const results = callers.map(caller => flights.join('a', caller.signal, start).result)
    const outcomes = Promise.allSettled(results)
    callers[0]?.abort(new Error('gone'))
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(calledOff).toBe(false)
    callers[1]?.abort(new Error('gone too'))
    expect((await outcomes).map(outcome => outcome.status)).toEqual(['rejected', 'rejected'])
    expect(calledOff).toBe(true)
    expect(flights.count()).toBe(0)
  })

  it('give a newcomer a flight of its own after one was called off', async () => {
    const flights = createInFlightRequests<string>()
    const first = new AbortController()
    const left = flights.join('a', first.signal, () => new Promise(() => {})).result
    first.abort(new Error('gone'))
    await expect(left).rejects.toThrow('the caller has left')
    const second = flights.join('a', never(), async () => 'fresh')
    expect(second.shared).toBe(false)
    expect(await second.result).toBe('fresh')
  })

  it('share a failure too, and forget it', async () => {
    const flights = createInFlightRequests<string>()
    const fail = async () => {
      throw new Error('broken')
    }
    const both = [flights.join('a', never(), fail), flights.join('a', never(), fail)]
    const outcomes = await Promise.allSettled(both.map(one => one.result))
    expect(outcomes.map(outcome => outcome.status)).toEqual(['rejected', 'rejected'])
    expect(await flights.join('a', never(), async () => 'again').result).toBe('again')
  })
})
