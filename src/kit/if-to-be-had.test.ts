// ifToBeHad: which faults an operation may do without, and which it must report.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode, faultTable } from './fault.ts'
import { ifToBeHad } from './if-to-be-had.ts'

const CLOSED = new Set(['not_found', 'robots_disallowed', 'upstream_changed', 'upstream_unreachable'])

describe('ifToBeHad', () => {
  it.each(Object.keys(faultTable) as FaultCode[])('%s', async code => {
    const fault = new Fault(code, 'as it happens')
    const loading = ifToBeHad(Promise.reject(fault))
    if (CLOSED.has(code)) expect(await loading).toBeUndefined()
    else await expect(loading).rejects.toBe(fault)
  })

  it('gives what came, and hides no mistake of ours', async () => {
    expect(await ifToBeHad(Promise.resolve(7))).toBe(7)
    await expect(ifToBeHad(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
  })
})
