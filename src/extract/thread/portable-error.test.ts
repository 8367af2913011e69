// Errors between threads, answers between replicas, cache directives, and the limit of requests in flight.
import { describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { makeAnswer } from '../../answer/cache/answer.ts'
import { tagOf } from '../read-result.ts'
import { createConcurrencyLimiter } from '../../answer/cache/in-flight-requests.ts'
import { parseCacheControl } from '../../answer/cache/answer-cache.ts'
import { fromPortable, toPortable } from './portable-error.ts'
import {
  deserialiseAnswer,
  deserialiseFault,
  serialiseAnswer,
  serialiseFault,
} from '../../answer/cache/shared-answer-format.ts'

describe('an error', () => {
  const carried = (error: unknown) => fromPortable(structuredClone(toPortable(error)))

  it('that is a fault arrives as the same fault', () => {
    const errors = [{ name: 'id', in: 'query' as const, message: 'no' }]
    const fault = new Fault('upstream_busy', 'busy', {
      field: '/a',
      retryAfterMs: 7,
      errors,
      isUnrequested: true,
      cause: 'x',
    })
    const same = carried(fault)
    expect(same).toBeInstanceOf(Fault)
    expect(same).toMatchObject({
      code: 'upstream_busy',
      field: '/a',
      retryAfterMs: 7,
      errors,
      isUnrequested: true,
      cause: 'x',
    })
    const plain = carried(new Fault('not_found', 'gone')) as Fault
    expect([plain.field, plain.retryAfterMs, plain.errors, plain.cause, plain.isUnrequested]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      false,
    ])
  })

  it('that is not a fault keeps its name, its stack and up to five causes', () => {
    const error = new TypeError('wrong', { cause: new RangeError('far', { cause: { a: 1 } }) })
    const same = carried(error)
    expect(same).not.toBeInstanceOf(Fault)
    expect(same).toMatchObject({ name: 'TypeError', message: 'wrong', stack: error.stack })
    expect(same.cause).toMatchObject({ name: 'RangeError', cause: '{"a":1}' })
    const circle = new Error('round')
    circle.cause = circle
    let depth = 0
    for (let one: unknown = carried(circle); one instanceof Error; one = one.cause) depth++
    expect(depth).toBe(5)
    expect(carried('text').message).toBe('text')
  })
})

describe('a shared answer', () => {
  const NOW = 1_000_000
  const answerOf = (text: string) => {
    const body = Buffer.from(text)
    const read = {
      body,
      tag: tagOf(body),
      absent: ['/a'],
      absentAt: ['/a'],
      dropped: {},
      measures: undefined,
    }
    return makeAnswer(read as unknown as Parameters<typeof makeAnswer>[0], 'https://shop.example/', 60, NOW)
  }

  it.each(['{"a":1}', JSON.stringify('long '.repeat(500))])('is read back unchanged', async text => {
    const read = await deserialiseAnswer(await serialiseAnswer(answerOf(text)), NOW)
    expect(read?.body.toString()).toBe(text)
    expect(read).toMatchObject({
      absent: '/a',
      absentPointers: ['/a'],
      source: 'https://shop.example/',
      madeAtMs: NOW,
    })
  })

  it('that is a fault has only its public fields', () => {
    const fault = new Fault('upstream_busy', 'busy', { field: '/a', retryAfterMs: 7, cause: 'secret' })
    const read = deserialiseFault(serialiseFault(fault))
    expect(read).toMatchObject({ code: 'upstream_busy', message: 'busy', field: '/a', retryAfterMs: 7 })
    expect(read.cause).toBeUndefined()
  })
})

it.each([
  [undefined, Number.POSITIVE_INFINITY, false, true],
  ['max-age=5', 5_000, false, true],
  ['Max-Age="5"', 5_000, false, true],
  ['max-age=x', Number.POSITIVE_INFINITY, false, true],
  ['no-cache', -1, false, true],
  ['no-store', -1, false, false],
  ['only-if-cached, max-age=1', 1_000, true, true],
])('Cache-Control: %s', (header, maxAgeMs, onlyIfCached, store) => {
  expect(parseCacheControl(header)).toEqual({ maxAgeMs, onlyIfCached, store })
})

it('one site may have at most half of the requests in flight', () => {
  const limiter = createConcurrencyLimiter(4)
  const leave = limiter.enter('a')
  limiter.enter('a')
  expect(() => limiter.enter('a')).toThrow('too many requests are in flight')
  limiter.enter('b')
  limiter.enter('b')
  expect(() => limiter.enter('c')).toThrow('too many requests are in flight')
  leave()
  expect(limiter.bySite.get('a')).toBe(1)
  limiter.enter('c')
  expect(Object.fromEntries(limiter.bySite)).toEqual({ a: 1, b: 2, c: 1 })
})
