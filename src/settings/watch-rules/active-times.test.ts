// When a watch is checked: what is accepted, and the first active time from a moment on, over midnights and clock changes.
import { describe, expect, it } from 'vitest'
import { nextActiveMs, parseActive } from './active-times.ts'

const at = (text: string) => Date.parse(text)
const next = (active: string, from: string) => new Date(nextActiveMs(active, at(from))).toISOString()

describe('active times', () => {
  it.each([
    ['Mon-Fri 08:00-20:00 Europe/Berlin', 'Mon-Fri 08:00-20:00 Europe/Berlin'],
    ['  mon,wed   8:00-9:30  UTC ', 'mon,wed 8:00-9:30 UTC'],
    ['08:00-20:00', '08:00-20:00'],
    ['Sat-Mon 22:00-06:00 America/New_York', 'Sat-Mon 22:00-06:00 America/New_York'],
    ['00:00-24:00 Asia/Kathmandu', '00:00-24:00 Asia/Kathmandu'],
  ])('accept %j', (text, active) => {
    expect(parseActive(text)).toEqual({ active })
  })

  it.each([
    '',
    'always',
    'Mon-Fri',
    'Mon-Fri 08:00',
    'Mon-Fri 08:00-08:00',
    'Mon-Fri 08:60-20:00',
    'Mon-Fri 08:00-24:01',
    'Workdays 08:00-20:00',
    'Mon-Wed-Fri 08:00-20:00',
    'Mon Fri 08:00-20:00',
    '08:00-20:00 Europe/Atlantis',
    '08:00-20:00 Europe/Berlin please',
  ])('refuse %j with a sentence', text => {
    const parsed = parseActive(text)
    if (!('error' in parsed)) throw new Error(`accepted: ${text}`)
    expect(parsed.error.length).toBeGreaterThan(20)
  })

  it('are the moment itself while it is active', () => {
    expect(next('08:00-20:00', '2026-03-02T08:00:00.000Z')).toBe('2026-03-02T08:00:00.000Z')
    expect(next('08:00-20:00', '2026-03-02T19:59:59.999Z')).toBe('2026-03-02T19:59:59.999Z')
  })

  it('begin at their first minute, and end before their last', () => {
    expect(next('08:00-20:00', '2026-03-02T07:59:59.999Z')).toBe('2026-03-02T08:00:00.000Z')
    expect(next('08:00-20:00', '2026-03-02T20:00:00.000Z')).toBe('2026-03-03T08:00:00.000Z')
    expect(next('08:07-20:00', '2026-03-02T03:00:00.000Z')).toBe('2026-03-02T08:07:00.000Z')
  })

  it('skip other days', () => {
    // A Friday evening.
    expect(next('Mon-Fri 08:00-20:00', '2026-03-06T20:00:00.000Z')).toBe('2026-03-09T08:00:00.000Z')
    expect(next('Tue 08:00-20:00', '2026-03-03T20:00:00.000Z')).toBe('2026-03-10T08:00:00.000Z')
  })

  it('may go over midnight, and then belong to the day on which they begin', () => {
    expect(next('Fri 22:00-06:00', '2026-03-07T05:59:00.000Z')).toBe('2026-03-07T05:59:00.000Z')
    expect(next('Fri 22:00-06:00', '2026-03-07T06:00:00.000Z')).toBe('2026-03-13T22:00:00.000Z')
    expect(next('Fri 22:00-06:00', '2026-03-06T05:00:00.000Z')).toBe('2026-03-06T22:00:00.000Z')
  })

  it('follow the clock of their time zone', () => {
    // Before and after the clocks go forward on 29 March 2026.
    expect(next('08:00-09:00 Europe/Berlin', '2026-03-28T00:00:00.000Z')).toBe('2026-03-28T07:00:00.000Z')
    expect(next('08:00-09:00 Europe/Berlin', '2026-03-29T00:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
    expect(next('08:00-09:00 Asia/Kathmandu', '2026-03-28T00:00:00.000Z')).toBe('2026-03-28T02:15:00.000Z')
  })
})
