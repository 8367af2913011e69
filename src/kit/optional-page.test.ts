// ifAvailable, ifOpen and orElse: which faults an operation may do without, and which it must report.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode, faultTable } from './fault.ts'
import { ifAvailable, ifOpen, ifPossible, mayTryOtherWay, orElse } from './optional-page.ts'

const CODES = Object.keys(faultTable) as FaultCode[]
const UNAVAILABLE_CODES = new Set<FaultCode>(['not_found', 'robots_disallowed', 'upstream_changed'])
const unasked = new Fault('upstream_unreachable', 'not in the recording', { unasked: true })

describe('ifToBeHad', () => {
  it.each(CODES)('%s', async code => {
    const fault = new Fault(code, 'as it happens')
    const loading = ifAvailable(Promise.reject(fault))
    if (UNAVAILABLE_CODES.has(code)) expect(await loading).toBeUndefined()
    else await expect(loading).rejects.toBe(fault)
  })

  it('does without what a replay has no recording of', async () => {
    expect(await ifAvailable(Promise.reject(unasked))).toBeUndefined()
  })

  it('gives what came, and hides no mistake of ours', async () => {
    expect(await ifAvailable(Promise.resolve(7))).toBe(7)
    await expect(ifAvailable(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
  })
})

describe('ifOpen', () => {
  it('does without what we may not ask for, and without nothing else', async () => {
    expect(await ifOpen(Promise.reject(unasked))).toBeUndefined()
    expect(await ifOpen(Promise.reject(new Fault('robots_disallowed', 'no')))).toBeUndefined()
    expect(await ifOpen(Promise.resolve(7))).toBe(7)
    for (const code of CODES.filter(one => one !== 'robots_disallowed')) {
      await expect(ifOpen(Promise.reject(new Fault(code, 'as it happens')))).rejects.toMatchObject({ code })
    }
  })
})

describe('orElse', () => {
  const gone = new Fault('not_found', 'gone')

  it('takes the first page, or the other where that is not available', async () => {
    const other = async () => 8
    expect(await orElse(Promise.resolve(7), other)).toBe(7)
    expect(await orElse(Promise.reject(gone), other)).toBe(8)
    expect(await orElse(Promise.reject(unasked), other)).toBe(8)
    await expect(orElse(Promise.reject(new Fault('upstream_blocked', 'no')), other)).rejects.toThrow('no')
  })

  it('reports the fault of the other page, unless that was never asked for', async () => {
    const blocked = new Fault('upstream_blocked', 'no')
    await expect(orElse(Promise.reject(gone), () => Promise.reject(blocked))).rejects.toBe(blocked)
    const forbidden = new Fault('robots_disallowed', 'no')
    await expect(orElse(Promise.reject(gone), () => Promise.reject(forbidden))).rejects.toBe(forbidden)
    await expect(orElse(Promise.reject(gone), () => Promise.reject(unasked))).rejects.toBe(gone)
  })
})

describe('a second answer without core fields', () => {
  const PASSING = new Set<FaultCode>(['upstream_failed', 'upstream_unreachable', 'upstream_busy'])

  it.each(CODES)('%s', async code => {
    let heard = 0
    const fault = new Fault(code, 'as it happens')
    const loading = ifPossible(Promise.reject(fault), () => {
      heard++
    })
    if (UNAVAILABLE_CODES.has(code) || code === 'upstream_blocked' || PASSING.has(code)) {
      expect(await loading).toBeUndefined()
    } else await expect(loading).rejects.toBe(fault)
    expect(heard).toBe(PASSING.has(code) ? 1 : 0)
  })
})

describe('the other way', () => {
  it.each(CODES)('%s', code => {
    const isFollowed = [
      'upstream_blocked',
      'robots_disallowed',
      'upstream_changed',
      'upstream_failed',
      'upstream_unreachable',
      'upstream_busy',
    ].includes(code)
    expect(mayTryOtherWay(new Fault(code, 'as it happens'))).toBe(isFollowed)
  })
})
