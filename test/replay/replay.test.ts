// Replays every recorded case and compares it field by field with the reviewed expectation.
import { jsonLeaves } from '#kit/schema/json-leaves'
import { describe, expect, it } from 'vitest'
import { createRegistry, isComposite } from '../../src/answer/request/registry.ts'
import { sites } from '../../adapters/sites/index.ts'
import { findCases } from './find-cases.ts'
import { runCase } from './run-case.ts'

const cases = findCases()

describe.each(cases)('$name', one => {
  const { expected } = one

  const { draft } = expected
  if (draft !== undefined) it('was reviewed by a person', () => expect.fail(draft))

  if (expected.fault) {
    it(`ends in ${expected.fault.code}`, async () => {
      const outcome = await runCase(one)
      expect(outcome).toMatchObject({ fault: expected.fault })
    })
    return
  }

  it('gives every field as expected, and names the absent ones', async () => {
    const outcome = await runCase(one)
    if ('fault' in outcome) expect.fail(`${outcome.fault.code}: ${outcome.fault.detail}`)
    const wanted = leaves(expected.result)
    const found = leaves(outcome.result)
    for (const [pointer, value] of wanted)
      expect.soft(found.get(pointer), `${one.name} ${pointer}`).toEqual(value)
    expect([...found.keys()].filter(pointer => !wanted.has(pointer))).toEqual([])
    expect(outcome.absent.toSorted()).toEqual((expected.absent ?? []).toSorted())
  })
})

describe('every operation', () => {
  const { entries } = createRegistry(sites)
  it.each(
    entries
      // Composite operations are covered by the cases of their parts.
      .filter(entry => !isComposite(entry) && entry.operation.id !== 'watchmarket.filters')
      .map(entry => entry.operation.id),
  )('%s has the cases happy, gone, changed and blocked', id => {
    const names = cases
      .filter(one => one.expected.operation === id)
      .map(one => one.name.split('/').at(-1) ?? '')
    for (const needed of ['happy', 'gone', 'changed', 'blocked']) {
      expect(
        names.some(name => name.startsWith(needed)),
        `${id} has no case ${needed}`,
      ).toBe(true)
    }
  })
})

function leaves(root: unknown): Map<string, unknown> {
  return new Map(Array.from(jsonLeaves(root), ({ pointer, value }) => [pointer, value]))
}
