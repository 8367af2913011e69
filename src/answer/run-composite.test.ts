// A composite operation with fake calls: their results, what ends a call, and the composed answer.
import { describe, expect, it, vi } from 'vitest'
import type { ComposedAnswer, CompositeOperation, Subrequests } from './operations/composite.ts'
import { Fault } from '#kit/fault'
import { type Answer } from './cache/answer.ts'
import { tagOf } from '../extract/read-result.ts'
import type { CompositeEntry } from './request/registry.ts'
import { type CompositeContext, runComposite } from './run-composite.ts'

const answer = {
  body: Buffer.from('{"a":1}'),
  absentAt: ['/b'],
  source: 'https://shop.example/p',
  madeAtMs: 1_000,
  freshForMs: 500,
} as unknown as Answer
const composed: ComposedAnswer = {
  value: { x: 1 },
  source: 'https://shop.example/p',
  madeAtMs: 1_000,
  freshUntilMs: 1_700,
}

function run(
  compose: (subrequests: Subrequests) => Promise<ComposedAnswer>,
  changes: Partial<CompositeContext> = {},
) {
  const entry = {
    operation: {
      id: 'general.product',
      freshForS: 1,
      compose: (_: unknown, subrequests: Subrequests) => compose(subrequests),
    } as CompositeOperation,
    check: (value: unknown) => value !== 'wrong',
    explain: () => 'why',
  } as unknown as CompositeEntry
  return runComposite(
    entry,
    { params: {} },
    {
      shops: {} as never,
      run: async () => answer,
      searchListedShop: async () => expect.unreachable(),
      catalog: () => expect.unreachable(),
      knownPages: () => [],
      signal: new AbortController().signal,
      deadlineMs: performance.now() + 10_000,
      ...changes,
    },
  )
}

describe('an answer', () => {
  it('is the composed value, with its freshness', async () => {
    const body = Buffer.from('{"x":1}')
    const made = await run(async () => composed)
    expect(made).toEqual({
      body,
      tag: tagOf(body),
      absent: '',
      absentPointers: [],
      absentAt: [],
      dropped: {},
      source: composed.source,
      alternate: '',
      madeAtMs: 1_000,
      freshForMs: 700,
      encoded: new Map([['identity', body]]),
    })
    const expired = await run(async () => ({ ...composed, freshUntilMs: 900 }))
    expect(expired.freshForMs).toBe(0)
    const late = await run(async () => ({ ...composed, freshUntilMs: 2_001 }))
    expect(late.freshForMs).toBe(1_000)
  })

  it('that does not fit its schema is contract_broken', async () => {
    const wrong = run(async () => ({ ...composed, value: 'wrong' }))
    await expect(wrong).rejects.toMatchObject({ code: 'contract_broken', cause: 'why' })
  })
})

/** Runs `use` with the subrequests of a run, and returns its result. */
async function using<T>(
  use: (subrequests: Subrequests) => Promise<T> | T,
  changes: Partial<CompositeContext> = {},
) {
  let given: T | undefined
  await run(async subrequests => {
    given = await use(subrequests)
    return composed
  }, changes)
  return given
}

describe('a call', () => {
  it('gives the answer that any caller would get', async () => {
    const calls: unknown[] = []
    const run: CompositeContext['run'] = async call => {
      calls.push(call)
      return answer
    }
    const reading = { query: { code: 'a' }, include: [] }
    const asked = using(requests => requests.call('shop.search', { q: 'hat' }, { reading }), { run })
    expect(await asked).toEqual({
      value: { a: 1 },
      absent: ['/b'],
      source: answer.source,
      madeAtMs: 1_000,
      freshUntilMs: 1_500,
    })
    expect(calls).toEqual([{ operation: 'shop.search', params: { q: 'hat' }, reading }])
  })

  const hang: CompositeContext['run'] = (_call, signal) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('the caller has left'))),
    )

  it('ends at its own timeout, or with the whole run', async () => {
    const limited = using(requests => requests.call('shop.search', {}, { timeoutMs: 10.4 }), { run: hang })
    await expect(limited).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: 'no answer within 10 ms',
    })
    const caller = new AbortController()
    const whole = using(requests => requests.call('shop.search', {}), { run: hang, signal: caller.signal })
    const left = new Fault('internal', 'left')
    caller.abort(left)
    await expect(whole).rejects.toBe(left)
  })

  it('that fails on its own reports the reason', async () => {
    const failure = new Fault('not_found', 'gone')
    const failed = using(requests => requests.call('shop.search', {}, { timeoutMs: 60_000 }), {
      run: () => Promise.reject(failure),
    })
    await expect(failed).rejects.toBe(failure)
  })

  it('that has ended leaves no timer', async () => {
    vi.useFakeTimers()
    await using(requests => requests.call('shop.search', {}, { timeoutMs: 60_000 }))
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})

it('a run has the time and the remaining time', async () => {
  const known = await using(requests => ({
    left: requests.timeLeftMs(),
    now: requests.nowMs(),
  }))
  expect(known?.left).toBeGreaterThan(0)
  expect(known?.left).toBeLessThanOrEqual(10_000)
  expect(Math.abs((known?.now ?? 0) - Date.now())).toBeLessThan(60_000)
})
