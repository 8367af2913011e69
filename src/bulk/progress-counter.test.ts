// The text of the progress line and bar.
import { afterEach, describe as suite, expect, it, vi } from 'vitest'
import { createProgressCounter, describeProgress, describeRate, showProgress } from './progress-counter.ts'

suite('progress', () => {
  it('shows percentage, rate, remaining time and faults, most frequent first', () => {
    let nowMs = 0
    const counter = createProgressCounter(
      new Map([
        ['ok', 998],
        ['upstream_busy', 2],
      ]),
      () => nowMs,
    )
    for (let i = 0; i < 500; i++)
      counter.count(i % 100 === 0 ? 'upstream_busy' : i % 50 === 1 ? 'not_found' : 'ok')
    nowMs = 2_000
    expect(describeProgress(counter, 21_500)).toBe(
      '1,500/21,500  6%  250/s  ETA 1:20  not_found 10  upstream_busy 7',
    )
    expect(describeRate(counter)).toBe('1,500 done  250/s  not_found 10  upstream_busy 7')
  })

  it('follows a site that slows down', () => {
    let nowMs = 0
    const counter = createProgressCounter(new Map(), () => nowMs)
    for (let second = 1; second <= 60; second++) {
      nowMs = second * 1_000
      for (let i = 0; i < (second <= 30 ? 100 : 2); i++) counter.count('ok')
      describeProgress(counter, 10_000)
    }
    expect(describeProgress(counter, 10_000)).toBe('3,060/10,000  30%  2.0/s  ETA 57:50')
  })

  it('shows no remaining time at the end or before the rate is known', () => {
    const counter = createProgressCounter(new Map([['ok', 5]]), () => 0)
    expect(describeProgress(counter, 5)).toBe('5/5  100%')
    expect(describeProgress(counter, 10)).toBe('5/10  50%')
    expect(
      describeProgress(
        createProgressCounter(new Map(), () => 0),
        0,
      ),
    ).toBe('0/0  100%')
  })
})

suite('a rate', () => {
  it('is known after 0.1 seconds and covers the last 15 seconds', () => {
    let nowMs = 0
    const counter = createProgressCounter(new Map(), () => nowMs)
    for (let i = 0; i < 100; i++) counter.count('ok')
    nowMs = 99
    expect(counter.rate()).toBeUndefined()
    nowMs = 100
    expect(counter.rate()).toBe(1000)
    nowMs = 10_000
    expect(counter.rate()).toBe(10)
    nowMs = 24_999
    counter.count('ok')
    // Results before the latest sample that is older than 15 seconds no longer count.
    expect(counter.rate()).toBeCloseTo(1 / 24.9, 5)
    nowMs = 25_001
    expect(counter.rate()).toBeCloseTo(1 / 15.001, 5)
  })

  it.each([
    [1, 59, '1.0/s  ETA 0:59'],
    [9.9, 594, '9.9/s  ETA 1:00'],
    [10, 36_000, '10/s  ETA 1:00:00'],
    [10, 7_499_990, '10/s  ETA 208:19:59'],
  ])('of %s with %s left is shown as %s', (perSecond, left, text) => {
    let nowMs = 0
    const counter = createProgressCounter(new Map(), () => nowMs)
    for (let i = 0; i < perSecond * 10; i++) counter.count('ok')
    nowMs = 10_000
    expect(describeProgress(counter, counter.done() + left)).toMatch(text)
  })
})

suite('shown progress', () => {
  afterEach(() => void vi.useRealTimers())
  function show(stream: { isTTY: boolean; columns?: number }, done: number, total?: number) {
    vi.useFakeTimers()
    const written: string[] = []
    const counter = createProgressCounter(new Map(), () => 0)
    const target = { ...stream, write: (text: string) => written.push(text) }
    const progress = showProgress(counter, total, target as unknown as NodeJS.WriteStream)
    for (let i = 0; i < done; i++) counter.count('ok')
    return { written, progress }
  }
  /** Returns to the start of the line and clears it. */
  const CLEAR = '\r\u001B[2K'

  it('is a bar on a terminal, drawn five times a second and again at the end', () => {
    const { written, progress } = show({ isTTY: true, columns: 100 }, 6, 12)
    vi.advanceTimersByTime(399)
    const bar = `[${'#'.repeat(12)}${'.'.repeat(12)}] 6/12  50%`
    expect(written).toEqual([`${CLEAR}${bar}`])
    progress.end()
    vi.advanceTimersByTime(10_000)
    expect(written).toEqual([`${CLEAR}${bar}`, `${CLEAR}${bar}\n`])
  })

  it('fits the terminal: 80 columns if the width is unknown, at least 20', () => {
    const widthAt = (columns: number) => {
      const { written, progress } = show({ isTTY: true, columns }, 1, 10 ** 50)
      progress.end()
      return written.at(-1)?.slice(CLEAR.length, -1).length
    }
    expect([0, 60, 5].map(widthAt)).toEqual([79, 59, 20])
  })

  it('is a full bar if there is nothing to do, and never more than full', () => {
    for (const [done, total] of [[0, 0] as const, [5, 4] as const]) {
      const { written, progress } = show({ isTTY: true, columns: 100 }, done, total)
      progress.end()
      expect(written[0]).toContain(`[${'#'.repeat(24)}] ${done}/${total}`)
    }
  })

  it('is a line every five seconds elsewhere, and none at the end', () => {
    const { written, progress } = show({ isTTY: false }, 6, 12)
    vi.advanceTimersByTime(10_000)
    progress.end()
    expect(written).toEqual(['6/12  50%\n', '6/12  50%\n'])
  })

  it('shows the number done if the total is unknown', () => {
    const { written, progress } = show({ isTTY: true, columns: 100 }, 6)
    progress.end()
    expect(written).toEqual([`${CLEAR}6 done\n`])
  })
})
