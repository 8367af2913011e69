// The shared cache with a fake store: answers that are found, awaited, or made here.
import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import type { LookupResult, SharedAnswers } from '../../store/redis/redis-answers.ts'
import { type Answer, makeAnswer } from './answer.ts'
import { DEFAULT_FRESHNESS } from './answer-cache.ts'
import { serialiseResult } from '../../extract/read-result.ts'
import { serialiseAnswer, serialiseFault } from './shared-answer-format.ts'
import { createReadOnlySharedCache, createSharedCache } from './shared-cache.ts'

const answer: Answer = makeAnswer(
  serialiseResult({ value: { a: 'b' }, absent: [], absentAt: [], dropped: {} }),
  'https://shop.example/p',
  60,
  Date.now(),
)
const bytes = await serialiseAnswer(answer)
const config = { sites: {} }

let replies: LookupResult[]
let peeked: Buffer | undefined
const asked: { name: string; oldestMs: number }[] = []
const released: unknown[] = []
const lease = { release: async (...made: unknown[]) => void released.push(made) }
const store: SharedAnswers = {
  async findOrLease(name, oldestMs) {
    asked.push({ name, oldestMs })
    return replies.shift() ?? { kind: 'make', lease }
  },
  async peek(name, oldestMs) {
    asked.push({ name, oldestMs })
    return peeked
  },
}
beforeEach(() => {
  replies = []
  peeked = undefined
  for (const list of [asked, released]) list.length = 0
})

const leaving = new AbortController()
function get(
  make: () => Promise<Answer> = () => expect.unreachable(),
  { maxAgeMs = Number.POSITIVE_INFINITY, abandoned = leaving.signal, aborted = leaving.signal } = {},
) {
  const freshness = { ...DEFAULT_FRESHNESS, maxAgeMs }
  return createSharedCache(store, config).getOrCreate('name', freshness, { abandoned, aborted }, make)
}
const made = async () => answer

describe('an answer', () => {
  it('that is found is a hit; one that was awaited is shared', async () => {
    replies = [{ kind: 'found', bytes }]
    expect(await get()).toMatchObject({ cache: 'hit', answer: { tag: answer.tag } })
    replies = [
      { kind: 'wait', failure: Promise.resolve(undefined) },
      { kind: 'found', bytes },
    ]
    expect(await get()).toMatchObject({ cache: 'shared' })
  })

  it('that is missing is made and stored', async () => {
    expect(await get(made)).toEqual({ cache: 'miss', answer })
    await expect
      .poll(() => released)
      .toEqual([[{ bytes, madeAtMs: answer.madeAtMs, freshForMs: answer.freshForMs }]])
  })

  it('that is too old by the clock of this replica is made without sharing', async () => {
    replies = [{ kind: 'found', bytes: await serialiseAnswer({ ...answer, madeAtMs: 1 }) }]
    expect(await get(made)).toMatchObject({ cache: 'miss' })
    expect(released).toEqual([])
  })

  it('may be as old as the caller allows', async () => {
    for (const maxAgeMs of [Number.POSITIVE_INFINITY, 5_000, 0, -1]) await get(made, { maxAgeMs })
    const [any, five, now, none] = asked.map(({ oldestMs }) => oldestMs)
    expect(any).toBe(0)
    const since = Date.now()
    for (const oldest of [five === undefined ? 0 : five + 5_000, now, none]) {
      expect(oldest).toBeLessThanOrEqual(since)
      expect(oldest).toBeGreaterThan(since - 60_000)
    }
  })
})

describe('a failure', () => {
  const fault = new Fault('upstream_busy', 'busy', { retryAfterMs: 7 })

  it('of another replica is rethrown here', async () => {
    replies = [{ kind: 'wait', failure: Promise.resolve(serialiseFault(fault)) }]
    await expect(get()).rejects.toMatchObject({ code: 'upstream_busy', retryAfterMs: 7 })
  })

  it('in this process is shared, unless it concerns only our callers', async () => {
    await expect(get(() => Promise.reject(fault))).rejects.toBe(fault)
    const slip = new Error('a slip')
    await expect(get(() => Promise.reject(slip))).rejects.toBe(slip)
    const left = { abandoned: AbortSignal.abort() }
    await expect(get(() => Promise.reject(fault), left)).rejects.toBe(fault)
    expect(released).toEqual([
      [undefined, serialiseFault(fault)],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('by an abort ends the wait', async () => {
    replies = [{ kind: 'wait', failure: new Promise(() => {}) }]
    await expect(get(made, { aborted: AbortSignal.abort(fault) })).rejects.toBe(fault)
  })
})

describe('a read-only look-up', () => {
  const cache = createReadOnlySharedCache(store, config)
  const until = { abandoned: leaving.signal, aborted: leaving.signal }

  it('returns the answer or nothing', async () => {
    expect(await cache.find('name', DEFAULT_FRESHNESS)).toBeUndefined()
    peeked = bytes
    expect(await cache.find('name', DEFAULT_FRESHNESS)).toMatchObject({ tag: answer.tag })
  })

  it('stores nothing', async () => {
    expect(await cache.getOrCreate('name', DEFAULT_FRESHNESS, until, made)).toEqual({ cache: 'miss', answer })
    peeked = bytes
    expect(await cache.getOrCreate('name', DEFAULT_FRESHNESS, until, made)).toMatchObject({ cache: 'hit' })
    expect(released).toEqual([])
  })
})

it('answers of other origins or settings have other keys', async () => {
  const nameWith = async (sites: object) => {
    await createSharedCache(store, { sites } as never).find('name', DEFAULT_FRESHNESS)
    return asked.at(-1)?.name
  }
  const shop = { origins: { main: 'https://a.example' }, settings: {} }
  const names = [
    await nameWith({ shop }),
    await nameWith({ shop: { ...shop, origins: {} } }),
    await nameWith({ shop: { ...shop, settings: { key: 'x' } } }),
    await nameWith({ other: shop }),
  ]
  expect(new Set(names).size).toBe(4)
  expect(await nameWith({ shop })).toBe(names[0])
})
