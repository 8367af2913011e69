// ifToBeHad and ifRecorded: which faults an operation may do without, and which it must report.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode, faultTable } from './fault.ts'
import { ifRecorded, ifToBeHad } from './if-to-be-had.ts'

const CODES = Object.keys(faultTable) as FaultCode[]
const CLOSED = new Set<FaultCode>(['not_found', 'robots_disallowed', 'upstream_changed'])
const unrecorded = new Fault('upstream_unreachable', 'not in the recording', { unrecorded: true })

describe('ifToBeHad', () => {
  it.each(CODES)('%s', async code => {
    const fault = new Fault(code, 'as it happens')
    const loading = ifToBeHad(Promise.reject(fault))
    if (CLOSED.has(code)) expect(await loading).toBeUndefined()
    else await expect(loading).rejects.toBe(fault)
  })

  it('does without what a replay has no recording of', async () => {
    expect(await ifToBeHad(Promise.reject(unrecorded))).toBeUndefined()
  })

  it('gives what came, and hides no mistake of ours', async () => {
    expect(await ifToBeHad(Promise.resolve(7))).toBe(7)
    await expect(ifToBeHad(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
  })
})

describe('ifRecorded', () => {
  it('does without what a replay has no recording of, and without nothing else', async () => {
    expect(await ifRecorded(Promise.reject(unrecorded))).toBeUndefined()
    expect(await ifRecorded(Promise.resolve(7))).toBe(7)
    for (const code of CODES) {
      await expect(ifRecorded(Promise.reject(new Fault(code, 'as it happens')))).rejects.toMatchObject({
        code,
      })
    }
  })
})
