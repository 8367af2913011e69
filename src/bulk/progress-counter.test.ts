// What the progress line says.
import { describe as suite, expect, it } from 'vitest'
import { createProgressCounter, describeProgress, describeRate } from './progress-counter.ts'

suite('progress', () => {
  it('shows share, rate, time left and faults, most frequent first', () => {
    let nowMs = 0
    const counter = createProgressCounter(1_000, () => nowMs)
    for (let i = 0; i < 500; i++)
      counter.count(i % 100 === 0 ? 'upstream_busy' : i % 50 === 1 ? 'not_found' : 'ok')
    nowMs = 2_000
    expect(describeProgress(counter, 21_500)).toBe(
      '1,500/21,500  6%  250/s  ETA 1:20  not_found 10  upstream_busy 5',
    )
    expect(describeRate(counter)).toBe('500 done  250/s  not_found 10  upstream_busy 5')
  })

  it('follows a site that slows down', () => {
    let nowMs = 0
    const counter = createProgressCounter(0, () => nowMs)
    for (let second = 1; second <= 60; second++) {
      nowMs = second * 1_000
      for (let i = 0; i < (second <= 30 ? 100 : 2); i++) counter.count('ok')
      describeProgress(counter, 10_000)
    }
    expect(describeProgress(counter, 10_000)).toBe('3,060/10,000  30%  2.0/s  ETA 57:50')
  })

  it('ends without a time left, and makes none up before it knows a rate', () => {
    const counter = createProgressCounter(5, () => 0)
    expect(describeProgress(counter, 5)).toBe('5/5  100%')
    expect(describeProgress(counter, 10)).toBe('5/10  50%')
    expect(
      describeProgress(
        createProgressCounter(0, () => 0),
        0,
      ),
    ).toBe('0/0  100%')
  })
})
