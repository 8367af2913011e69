// Optional pages and fallbacks: which faults are tolerated and which are reported.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode, faultTable } from '../fault.ts'
import { firstFound, ifAvailable, ifFound, mayUseFallback, unlessRefused } from './optional-page.ts'

const CODES = Object.keys(faultTable) as FaultCode[]
const UNAVAILABLE_CODES = new Set<FaultCode>(['not_found', 'robots_disallowed', 'upstream_changed'])
const isUnrequested = new Fault('upstream_unreachable', 'not in the recording', { isUnrequested: true })

describe('ifAvailable', () => {
  it.each(CODES)('%s', async code => {
    const fault = new Fault(code, 'as it happens')
    const loading = ifAvailable(Promise.reject(fault))
    if (UNAVAILABLE_CODES.has(code)) expect(await loading).toBeUndefined()
    else await expect(loading).rejects.toBe(fault)
  })

  it('tolerates a page that the replay has no recording of', async () => {
    expect(await ifAvailable(Promise.reject(isUnrequested))).toBeUndefined()
  })

  it('returns what was loaded, and does not hide bugs', async () => {
    expect(await ifAvailable(Promise.resolve(7))).toBe(7)
    await expect(ifAvailable(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
  })
})

describe('firstFound', () => {
  const gone = new Fault('not_found', 'gone')
  const isUnrequested = new Fault('upstream_unreachable', 'not recorded', { isUnrequested: true })

  it('tries the other URL only when the first is not found', async () => {
    expect(await firstFound(Promise.resolve(7), () => Promise.reject(isUnrequested))).toBe(7)
    expect(await firstFound(Promise.reject(gone), () => Promise.resolve(8))).toBe(8)
    await expect(firstFound(Promise.reject(isUnrequested), () => Promise.resolve(8))).rejects.toBe(
      isUnrequested,
    )
    await expect(firstFound(Promise.reject(gone), () => Promise.reject(isUnrequested))).rejects.toBe(gone)
  })
})

describe('ifFound', () => {
  it('is undefined only for not_found', async () => {
    expect(await ifFound(Promise.reject(new Fault('not_found', 'no')))).toBeUndefined()
    expect(await ifFound(Promise.resolve(7))).toBe(7)
    await expect(ifFound(Promise.reject(new Fault('robots_disallowed', 'no')))).rejects.toThrow('no')
    await expect(ifFound(Promise.reject(new Fault('upstream_failed', 'no')))).rejects.toThrow('no')
  })
})

describe('unlessRefused', () => {
  const REFUSED = new Set<FaultCode>(['upstream_blocked', 'url_not_allowed', 'site_disabled'])

  it.each(CODES)('%s', async code => {
    const fault = new Fault(code, 'as it happens')
    const loading = unlessRefused(Promise.reject(fault))
    if (UNAVAILABLE_CODES.has(code) || REFUSED.has(code)) expect(await loading).toBeUndefined()
    else await expect(loading).rejects.toBe(fault)
  })
})

describe('mayTryOtherWay', () => {
  it.each(CODES)('%s', code => {
    const isFollowed = [
      'upstream_blocked',
      'robots_disallowed',
      'upstream_changed',
      'upstream_failed',
      'upstream_unreachable',
      'upstream_busy',
    ].includes(code)
    expect(mayUseFallback(new Fault(code, 'as it happens'))).toBe(isFollowed)
  })
})
