// Conformance suite of rate limits and quotas, run by the test of each implementation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Admission } from '../../src/store/keys/admission.ts'
import type { KeyRecord } from '../../src/store/keys/key-record.ts'

export interface AdmissionUnderTest {
  readonly admission: Admission
  /** Ends the call of this key. */
  ended(admitted: Awaited<ReturnType<Admission['admit']>>, key: KeyRecord, counts: boolean): void
  close(): Promise<void>
}

let made = 0
const keyWith = (monthlyQuota: number | null): KeyRecord => ({
  id: `key_${process.pid}_${made++}`,
  name: '',
  hash: '',
  scopes: [],
  ratePerS: null,
  burst: null,
  monthlyQuota,
  createdAt: '',
  expiresAt: null,
  revokedAt: null,
})
const HIGH_RATE = { ratePerS: 1e5, burst: 1e5 }

/** `open` returns one replica; several of them count together. */
export function admissionConformance(open: () => Promise<AdmissionUnderTest>, replicas: number): void {
  let all: AdmissionUnderTest[]
  const turn = (count: number) => {
    const one = all[count % all.length]
    if (!one) throw new Error('no replica')
    return one
  }
  beforeAll(async () => {
    all = await Promise.all(Array.from({ length: replicas }, open))
  })
  afterAll(() => Promise.all(all.map(one => one.close())))

  describe('rate limits', () => {
    it.each([
      { ratePerS: 0.001, burst: 1 },
      { ratePerS: 0.001, burst: 40 },
      { ratePerS: 0.003, burst: 3 },
      { ratePerS: 0.007, burst: 7 },
    ])('admit exactly the burst at once: %o', async rate => {
      const key = keyWith(null)
      const taken = []
      for (let count = 0; count < rate.burst + 3; count++) {
        taken.push((await turn(count).admission.admit(key.id, rate, key, Date.now())).rateLimit)
      }
      expect(taken.map(one => one.allowed)).toEqual(taken.map((_, place) => place < rate.burst))
      expect(taken.slice(0, rate.burst).map(one => one.remaining)).toEqual(
        Array.from({ length: rate.burst }, (_, place) => rate.burst - place - 1),
      )
      const refused = taken.at(-1)
      expect(refused?.remaining).toBe(0)
      expect(Math.abs((refused?.retryAfterMs ?? 0) - 1000 / rate.ratePerS)).toBeLessThan(5_000)
    })

    it('admit the next request when Retry-After has passed', async () => {
      const rate = { ratePerS: 10, burst: 1 }
      const key = keyWith(null)
      const ask = async (count: number) =>
        (await turn(count).admission.admit(key.id, rate, key, Date.now())).rateLimit
      expect((await ask(0)).allowed).toBe(true)
      const refused = await ask(1)
      expect(refused.allowed).toBe(false)
      expect(refused.retryAfterMs).toBeLessThanOrEqual(100)
      await new Promise(resolve => setTimeout(resolve, refused.retryAfterMs + 2))
      expect((await ask(2)).allowed).toBe(true)
    })

    it('are separate per caller', async () => {
      const rate = { ratePerS: 0.001, burst: 1 }
      const taken = []
      for (const caller of ['a', 'b', 'a']) {
        taken.push(
          await turn(taken.length).admission.admit(`${caller} ${process.pid}`, rate, undefined, Date.now()),
        )
      }
      expect(taken.map(one => one.rateLimit.allowed)).toEqual([true, true, false])
      expect(taken[0]?.quota).toBeUndefined()
    })

    it('are not exceeded by concurrent requests', async () => {
      const rate = { ratePerS: 0.001, burst: 50 }
      const key = keyWith(null)
      const taken = await Promise.all(
        Array.from({ length: 200 }, async (_, count) =>
          turn(count).admission.admit(key.id, rate, key, Date.now()),
        ),
      )
      expect(taken.filter(one => one.rateLimit.allowed)).toHaveLength(50)
    })
  })

  describe('quotas', () => {
    it('admit exactly their number of concurrent requests', async () => {
      const key = keyWith(25)
      // The first request of each replica may load the month; from then on all count together.
      const first = await turn(0).admission.admit(key.id, HIGH_RATE, key, Date.now())
      const rest = await Promise.all(
        Array.from({ length: 99 }, async (_, count) =>
          turn(count).admission.admit(key.id, HIGH_RATE, key, Date.now()),
        ),
      )
      expect(first.quota).toMatchObject({ allowed: true, limit: 25, remaining: 24 })
      expect([first, ...rest].filter(one => one.quota?.allowed)).toHaveLength(25)
      expect(rest.at(-1)?.quota).toMatchObject({ allowed: false, remaining: 0 })
      expect(rest.at(-1)?.quota?.resetMs).toBeLessThanOrEqual(31 * 86_400_000)
    })

    it('get back requests that did not count', async () => {
      const key = keyWith(2)
      const ask = (count: number) => turn(count).admission.admit(key.id, HIGH_RATE, key, Date.now())
      const [one, two, three] = [await ask(0), await ask(1), await ask(2)]
      expect([one, two, three].map(asked => asked.quota?.allowed)).toEqual([true, true, false])
      turn(0).ended(one, key, true)
      turn(1).ended(two, key, false)
      await expect.poll(async () => (await ask(1)).quota?.allowed, { interval: 10 }).toBe(true)
      expect((await ask(2)).quota?.allowed).toBe(false)
    })

    it('do not limit a key without one', async () => {
      const key = keyWith(null)
      expect((await turn(0).admission.admit(key.id, HIGH_RATE, key, Date.now())).quota).toBeUndefined()
    })
  })
}
