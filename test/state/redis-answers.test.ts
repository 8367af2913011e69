// Answers shared through Redis: bytes are unchanged, one replica fetches what many want, and a lease ends with its owner.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openRedis, type SharedRedis } from '../../src/store/redis/redis.ts'
import {
  createSharedAnswers,
  LEASE_MS,
  type LookupResult,
  type SharedAnswers,
} from '../../src/store/redis/redis-answers.ts'
import { redisServer, createTestRedis } from '../services.ts'

describe.skipIf(redisServer === undefined)('answers in Redis', () => {
  let server: Awaited<ReturnType<typeof createTestRedis>>
  let links: SharedRedis[]
  let here: SharedAnswers
  let there: SharedAnswers
  beforeAll(async () => {
    server = await createTestRedis()
    links = [
      await openRedis({ ...server, timeoutMs: 5_000 }),
      await openRedis({ ...server, timeoutMs: 5_000 }),
    ]
    const [one, two] = links.map(createSharedAnswers)
    if (!one || !two) throw new Error('no connection')
    ;[here, there] = [one, two]
    // Both subscriptions must be ready before the first message.
    await vi.waitFor(() => expect(links.every(link => link.listening())).toBe(true))
  })
  afterAll(async () => {
    await Promise.all(links.map(link => link.close()))
    await server.drop()
  })

  const leaseOf = (look: LookupResult) => {
    if (look.kind !== 'make' || !look.lease) throw new Error(`no lease, but ${look.kind}`)
    return look.lease
  }
  const failureOf = (look: LookupResult) => {
    if (look.kind !== 'wait') throw new Error(`nothing to wait for, but ${look.kind}`)
    return look.failure
  }
  const answer = (bytes: Buffer, freshForMs = 60_000) => ({ bytes, madeAtMs: Date.now(), freshForMs })

  it('are unchanged byte for byte on every replica', async () => {
    const bytes = randomBytes(100_000)
    await leaseOf(await here.findOrLease('bytes', 0)).release(answer(bytes))
    for (const one of [here, there]) {
      const found = await one.findOrLease('bytes', 0)
      expect(found.kind === 'found' && found.bytes.equals(bytes)).toBe(true)
      expect((await one.peek('bytes', 0))?.equals(bytes)).toBe(true)
    }
  })

  it('are not returned when they are too old or expired', async () => {
    await leaseOf(await here.findOrLease('old', 0)).release(answer(Buffer.from('x'), 300))
    expect(await there.peek('old', Date.now() + 1_000)).toBeUndefined()
    expect(await there.peek('old', 0)).toBeDefined()
    await expect.poll(() => there.peek('old', 0), { timeout: 20_000 }).toBeUndefined()
  })

  it('are made by one replica and awaited by the others', async () => {
    const lease = leaseOf(await here.findOrLease('one', 0))
    const looks = await Promise.all([
      here.findOrLease('one', 0),
      there.findOrLease('one', 0),
      there.findOrLease('one', 0),
    ])
    const failure = Promise.all(looks.map(failureOf))
    await lease.release(answer(Buffer.from('made')))
    expect(await failure).toEqual([undefined, undefined, undefined])
    expect((await there.findOrLease('one', 0)).kind).toBe('found')
  })

  it('that could not be made are reported, and made by the next caller', async () => {
    const lease = leaseOf(await here.findOrLease('fault', 0))
    const failure = failureOf(await there.findOrLease('fault', 0))
    await lease.release(undefined, 'not today')
    expect(await failure).toBe('not today')
    await leaseOf(await there.findOrLease('fault', 0)).release(undefined)
  })

  it('may take long to make: the lease is renewed', async () => {
    const lease = leaseOf(await here.findOrLease('long', 0))
    await sleep(LEASE_MS + 500)
    expect((await there.findOrLease('long', 0)).kind).toBe('wait')
    await lease.release(answer(Buffer.from('late')))
    expect((await there.findOrLease('long', 0)).kind).toBe('found')
  })

  it('can be made by another replica when their maker has died', async () => {
    const dying = await openRedis({ ...server, timeoutMs: 5_000 })
    leaseOf(await createSharedAnswers(dying).findOrLease('dead', 0))
    await dying.close()
    const from = performance.now()
    expect(await failureOf(await there.findOrLease('dead', 0))).toBeUndefined()
    expect(performance.now() - from).toBeLessThan(LEASE_MS * 3)
    await leaseOf(await there.findOrLease('dead', 0)).release(undefined)
  })

  it('are made without a lease when Redis is down', async () => {
    const away = await openRedis({ url: 'redis://127.0.0.1:1', prefix: 'x:', timeoutMs: 100 })
    expect(away.unavailableReason()).toMatch(/^Redis: /)
    expect(await createSharedAnswers(away).findOrLease('any', 0)).toEqual({ kind: 'make', lease: undefined })
    expect(away.roundTrips()).toBe(0)
    await away.close()
  })
})
