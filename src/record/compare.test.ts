// Comparing two outcomes of the same request field by field.
import { describe, expect, it } from 'vitest'
import { compareOutcomes } from './compare.ts'

const answered = (answer: unknown, absent: string[] = []) => ({ answer, absent })
const failed = (code: string, field?: string) => ({ fault: { code, field }, absent: [] })

describe('a comparison', () => {
  it('finds no difference between equal answers, whatever the key order', () => {
    expect(compareOutcomes(answered({ a: 1, b: [1, {}] }), answered({ b: [1, {}], a: 1 }))).toEqual([])
  })

  it('lists each field that differs, is missing or is new', () => {
    const was = answered({ name: 'A', price: 1, sizes: ['S', 'M'], more: {} })
    const is = answered({ name: 'A', price: '1', sizes: ['S'], extra: null })
    expect(compareOutcomes(was, is)).toEqual([
      { pointer: '/price', was: 1, is: '1' },
      { pointer: '/sizes/1', was: 'M', is: undefined },
      { pointer: '/more', was: {}, is: undefined },
      { pointer: '/extra', was: undefined, is: null },
    ])
  })

  it('distinguishes an empty list from none, and a list from its first entry', () => {
    expect(compareOutcomes(answered({ a: [] }), answered({}))).toMatchObject([
      { pointer: '/a', was: [] },
      { pointer: '', is: {} },
    ])
    expect(compareOutcomes(answered({ a: [] }), answered({ a: [1] })).map(one => one.pointer)).toEqual([
      '/a',
      '/a/0',
    ])
  })

  it('ignores the fetch time, but no similarly named field', () => {
    expect(compareOutcomes(answered({ fetched_at: 1 }), answered({ fetched_at: 2 }))).toEqual([])
    expect(compareOutcomes(answered({ was_fetched_at: 1 }), answered({ was_fetched_at: 2 }))).toHaveLength(1)
  })

  it('compares absent fields', () => {
    expect(compareOutcomes(answered({}, ['/a', '/b']), answered({}, ['/b', '/c']))).toEqual([
      { pointer: '/a', was: 'absent', is: undefined },
      { pointer: '/c', was: undefined, is: 'absent' },
    ])
  })

  it('compares faults by code and field', () => {
    expect(compareOutcomes(failed('not_found'), failed('not_found'))).toEqual([])
    expect(compareOutcomes(failed('upstream_changed', 'price'), failed('upstream_changed', 'name'))).toEqual([
      { pointer: '', was: 'upstream_changed (price)', is: 'upstream_changed (name)' },
    ])
    expect(compareOutcomes(failed('not_found'), answered({}))).toEqual([
      { pointer: '', was: 'not_found', is: 'ok' },
    ])
  })
})
