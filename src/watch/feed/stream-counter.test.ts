// How many streams of changes may be open: per key, and in all.
import { expect, it } from 'vitest'
import { createStreamCounter } from './stream-counter.ts'

it('counts the streams of each key, and gives back what ended', () => {
  const streams = createStreamCounter(2)
  const [end] = [streams.begin('a'), streams.begin('a')]
  expect(() => streams.begin('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfterMs: 5_000 }),
  )
  streams.begin('b')
  end()
  streams.begin('a')
  expect(() => streams.begin('a')).toThrow(/this key has 2 open streams/)
})

it('has at most 200 streams for all keys', () => {
  const streams = createStreamCounter(5)
  const ends = Array.from({ length: 200 }, (_, n) => streams.begin(`key ${n}`))
  expect(() => streams.begin('one more')).toThrow(expect.objectContaining({ code: 'overloaded' }))
  ends[0]?.()
  streams.begin('one more')
  expect(() => streams.begin('another')).toThrow(expect.objectContaining({ code: 'overloaded' }))
})
