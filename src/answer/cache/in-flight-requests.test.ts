// Request coalescing: identical requests in flight share one run, which is cancelled when the last caller leaves.
import { describe, expect, it } from 'vitest'
import { createInFlightRequests } from './in-flight-requests.ts'

const never = () => new AbortController().signal

describe('in-flight requests', () => {
  it('run once for a thousand simultaneous callers', async () => {
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

  it('continue when one caller leaves, and are cancelled when the last one does', async () => {
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

  it('start again for a caller who arrives after a cancellation', async () => {
    const flights = createInFlightRequests<string>()
    const first = new AbortController()
    const left = flights.join('a', first.signal, () => new Promise(() => {})).result
    first.abort(new Error('gone'))
    await expect(left).rejects.toThrow('the caller has left')
    const second = flights.join('a', never(), async () => 'fresh')
    expect(second.shared).toBe(false)
    expect(await second.result).toBe('fresh')
  })

  it('share a failure, and do not keep it', async () => {
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
