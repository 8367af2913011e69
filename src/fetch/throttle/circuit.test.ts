// The state machine of a circuit: opening, probing and closing.
import { describe, expect, it } from 'vitest'
import { createCircuit, type Health } from './breaker.ts'

const OPEN_MS = 30_000

function createTestCircuit(failures: number, minCallers: number) {
  let nowMs = 0
  const changes: string[] = []
  const circuit = createCircuit({
    failures,
    openMs: OPEN_MS,
    minCallers,
    onChange: state => changes.push(state),
    now: () => nowMs,
  })
  return {
    circuit,
    changes,
    pass: (ms: number) => void (nowMs += ms),
    /** Whether the circuit admitted the request. */
    send: (caller: string, health: Health): boolean => {
      const entry = circuit.enter(caller)
      if (!('settle' in entry)) return false
      entry.settle(health)
      return true
    },
  }
}

describe('a circuit for all callers', () => {
  it('opens at once for a decisive failure, but not for another failure of one caller', () => {
    const { circuit } = createTestCircuit(8, 2)
    const fail = (isDecisive: boolean) => {
      const entry = circuit.enter('canaries')
      if ('settle' in entry) entry.settle('failing', isDecisive)
    }
    fail(false)
    expect(circuit.state()).toBe('closed')
    fail(true)
    expect(circuit.state()).toBe('open')
    expect(circuit.enter('anyone')).toHaveProperty('waitMs')
  })

  it('stays closed no matter how often one caller fails', () => {
    const { send, circuit } = createTestCircuit(8, 2)
    for (let round = 0; round < 100; round++) expect(send('greedy', 'failing')).toBe(true)
    expect([circuit.state(), circuit.failures()]).toEqual(['closed', 4])
  })

  it('opens when one caller has half of the failures and others have the rest', () => {
    const { send, circuit } = createTestCircuit(8, 2)
    for (let round = 0; round < 50; round++) send('greedy', 'failing')
    for (const caller of ['a', 'b', 'a']) send(caller, 'failing')
    expect(circuit.state()).toBe('closed')
    send('b', 'failing')
    expect(circuit.state()).toBe('open')
  })

  it('requires several callers even if the limit is one failure', () => {
    const { send, circuit } = createTestCircuit(1, 2)
    send('a', 'failing')
    expect(circuit.state()).toBe('closed')
    send('b', 'failing')
    expect(circuit.state()).toBe('open')
  })

  it('counts consecutive failures: a success resets the count, an unknown outcome does not', () => {
    const { send, circuit } = createTestCircuit(4, 2)
    for (const caller of ['a', 'a', 'b']) send(caller, 'failing')
    send('c', 'alive')
    for (const caller of ['a', 'a', 'b']) send(caller, 'failing')
    send('c', 'unknown')
    expect(circuit.state()).toBe('closed')
    send('b', 'failing')
    expect(circuit.state()).toBe('open')
  })

  it('admits one probe after the open time, and closes when it succeeds', () => {
    const { send, circuit, pass, changes } = createTestCircuit(2, 2)
    send('a', 'failing')
    send('b', 'failing')
    pass(OPEN_MS - 1)
    expect(circuit.enter('c')).toEqual({ waitMs: 1 })
    pass(1)
    const probe = circuit.enter('c')
    expect(circuit.enter('d')).toHaveProperty('waitMs')
    if ('settle' in probe) probe.settle('alive')
    expect(circuit.failures()).toBe(0)
    expect(changes).toEqual(['open', 'half-open', 'closed'])
  })

  it.each(['failing', 'unknown'] as const)('opens again after a probe that is %s', health => {
    const { send, circuit, pass } = createTestCircuit(2, 2)
    send('a', 'failing')
    send('b', 'failing')
    pass(OPEN_MS)
    expect(send('c', health)).toBe(true)
    expect(circuit.state()).toBe('open')
  })

  it('cannot be kept open by one caller whose probes fail: the next probe is another caller’s', () => {
    const { send, circuit, pass } = createTestCircuit(2, 2)
    send('a', 'failing')
    send('b', 'failing')
    pass(OPEN_MS)
    expect(send('a', 'failing')).toBe(true)
    pass(OPEN_MS)
    expect(send('a', 'failing')).toBe(false)
    expect(send('b', 'alive')).toBe(true)
    expect(circuit.state()).toBe('closed')
  })

  it('lets the last prober try again if no one else came for another open time', () => {
    const { send, pass } = createTestCircuit(2, 2)
    send('a', 'failing')
    send('b', 'failing')
    pass(OPEN_MS)
    send('a', 'failing')
    pass(2 * OPEN_MS - 1)
    expect(send('a', 'alive')).toBe(false)
    pass(1)
    expect(send('a', 'alive')).toBe(true)
  })

  it('ignores requests that were in flight when it opened', () => {
    const { send, circuit } = createTestCircuit(2, 2)
    const early = circuit.enter('c')
    send('a', 'failing')
    send('b', 'failing')
    if ('settle' in early) early.settle('alive')
    expect(circuit.state()).toBe('open')
  })
})

describe('the circuit of one caller', () => {
  it('opens after that caller’s own failures, and that caller may probe it', () => {
    const { send, circuit, pass } = createTestCircuit(3, 1)
    for (let round = 0; round < 3; round++) expect(send('a', 'failing')).toBe(true)
    expect(send('a', 'alive')).toBe(false)
    pass(OPEN_MS)
    expect(send('a', 'failing')).toBe(true)
    pass(OPEN_MS)
    expect(send('a', 'alive')).toBe(true)
    expect(circuit.state()).toBe('closed')
  })
})
