// The format that replicas share.
import { describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { type Answer, makeAnswer } from './answer.ts'
import { serialiseResult } from '../../extract/read-result.ts'
import {
  deserialiseAnswer,
  deserialiseFault,
  MAX_CLOCK_SKEW_MS,
  serialiseAnswer,
  serialiseFault,
} from './shared-answer-format.ts'

const NOW = 1_700_000_000_000

function answerOf(text: string): Answer {
  const complete = { value: { text }, absent: ['/*', '/a'], absentAt: ['/0'], dropped: { '/*': 2 } }
  return makeAnswer(serialiseResult(complete), 'https://shop.example/p', 60, NOW)
}
const large = answerOf('x'.repeat(600))
const small = answerOf('x')

describe('an answer', () => {
  it.each([
    ['compressed', large, 'br'],
    ['as it is where it is small', small, 'identity'],
  ])('is written %s and read back unchanged', async (_, answer, encoding) => {
    const bytes = await serialiseAnswer(answer)
    expect(bytes.toString()).toContain(`"encoding":"${encoding}"`)
    const back = await deserialiseAnswer(bytes, NOW)
    const { encoded, measures: _own, currency: _none, ...rest } = answer
    expect(back).toMatchObject({ ...rest, body: expect.anything() as unknown })
    expect(back?.body.toString()).toBe(answer.body.toString())
    expect(back?.absent).toBe('/*;dropped=2, /a')
    expect(back?.encoded.get('identity')?.toString()).toBe(answer.body.toString())
    expect(back?.encoded.get('br')).toEqual(encoded.get('br'))
  })

  it('is valid until it expires, even from a clock that is slightly ahead', async () => {
    const bytes = await serialiseAnswer(large)
    expect(await deserialiseAnswer(bytes, NOW + 59_999)).toBeDefined()
    expect(await deserialiseAnswer(bytes, NOW + 60_000)).toBeUndefined()
    expect(await deserialiseAnswer(bytes, NOW - MAX_CLOCK_SKEW_MS)).toBeDefined()
    expect(await deserialiseAnswer(bytes, NOW - MAX_CLOCK_SKEW_MS - 1)).toBeUndefined()
  })
})

describe('a fault', () => {
  it.each([
    new Fault('upstream_busy', 'busy', { retryAfterMs: 7 }),
    new Fault('upstream_changed', 'no name', { field: '/name' }),
    new Fault('not_found', 'gone', { cause: 'inside' }),
  ])('is read back with its public fields: $code', fault => {
    const { code, message, field, retryAfterMs } = fault
    const back = deserialiseFault(serialiseFault(fault))
    expect(back).toBeInstanceOf(Fault)
    expect(back).toMatchObject({ code, message })
    expect([back?.field, back?.retryAfterMs, back?.cause]).toEqual([field, retryAfterMs, undefined])
  })
})
