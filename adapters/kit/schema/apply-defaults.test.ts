// Defaults: an absent field becomes neutral and is listed; an absent core field becomes a fault.
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { Fault } from '../fault.ts'
import { type PlainSchema, t } from './schema.ts'
import { applyDefaults } from './apply-defaults.ts'

const schema = t.object({
  id: t.text(),
  price: t.object({ amount: t.number(), currency: t.text() }),
  badge: t.orNull(t.text()),
  amount: t.statedByAbsence(t.integer()),
  dial: t.optional(t.text()),
  images: t.list(t.text()),
  sizes: t.list(t.object({ label: t.text(), stock: t.integer() })),
})
const plain = schema as PlainSchema
const whole = {
  id: '1',
  price: { amount: 2, currency: 'EUR' },
  badge: 'New',
  amount: 3,
  dial: 'Blue',
  images: ['a'],
  sizes: [{ label: 'M', stock: 1 }],
}
const core = ['/id', '/price/amount']

describe('applyDefaults', () => {
  it('leaves a complete draft unchanged', () => {
    expect(applyDefaults(plain, whole, core)).toEqual({ value: whole, absent: [], absentAt: [], dropped: {} })
  })

  it.each([
    [
      'a missing text',
      { price: { ...whole.price, currency: undefined } },
      { price: { amount: 2, currency: '' } },
      ['/price/currency'],
    ],
    ['a missing nullable', { badge: undefined }, { badge: null }, ['/badge']],
    ['null as a statement', { badge: null }, { badge: null }, []],
    ['null where none is allowed', { images: null }, { images: [] }, ['/images']],
    ['a key whose absence is a statement', { amount: undefined }, { amount: undefined }, []],
    ['an optional key', { dial: undefined }, { dial: undefined }, ['/dial']],
    ['an unreadable element', { images: ['a', undefined, 'b'] }, { images: ['a', 'b'] }, ['/images/*']],
    [
      'a field of an element',
      {
        sizes: [
          { label: 'M', stock: undefined },
          { label: 'L', stock: 2 },
        ],
      },
      {
        sizes: [
          { label: 'M', stock: 0 },
          { label: 'L', stock: 2 },
        ],
      },
      ['/sizes/*/stock'],
    ],
  ])('completes %s', (_what, change, expected, absent) => {
    const completed = applyDefaults(plain, { ...whole, ...change }, core)
    expect(completed).toMatchObject({ value: JSON.parse(JSON.stringify({ ...whole, ...expected })), absent })
  })

  it.each([
    ['a missing core field', { id: undefined }, '/id'],
    ['an empty core field', { id: '' }, '/id'],
    ['a missing parent of a core field', { price: undefined }, '/price/amount'],
  ])('throws for %s', (_what, change, field) => {
    expect(() => applyDefaults(plain, { ...whole, ...change }, core)).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field }),
    )
  })

  it('throws for an absent draft', () => {
    expect(() => applyDefaults(plain, undefined, [])).toThrow(Fault)
  })

  it('always returns a contract-valid value and lists exactly the omitted fields', () => {
    const check = Compile(schema)
    const keys = ['badge', 'amount', 'dial', 'images', 'sizes'] as const
    fc.assert(
      fc.property(fc.subarray([...keys]), left => {
        const draft = { ...whole, ...Object.fromEntries(left.map(key => [key, undefined])) }
        const { value, absent } = applyDefaults(plain, draft, core)
        expect(check.Check(value)).toBe(true)
        expect(absent.toSorted()).toEqual(
          left
            .filter(key => key !== 'amount')
            .map(key => `/${key}`)
            .toSorted(),
        )
      }),
    )
  })

  it.each([
    ['a fraction where an integer belongs', { sizes: [{ label: 'M', stock: 1.234 }] }, '/sizes/*/stock'],
    ['a list where a text belongs', { dial: ['Blue'] }, '/dial'],
    ['a text where an object belongs', { badge: { text: 'New' } }, '/badge'],
    ['a number that is not finite', { amount: Number.NaN }, '/amount'],
    ['a number among texts', { images: ['a', 7] }, '/images/*'],
  ])('notes %s, which does not fit, as absent', (_, more, pointer) => {
    const { value, absent } = applyDefaults(plain, { ...whole, ...more }, core)
    expect(absent).toEqual([pointer])
    expect(Compile(schema).Check(value)).toBe(true)
  })

  it('takes a core field that does not fit for a missing one', () => {
    expect(() => applyDefaults(plain, { ...whole, id: 7 }, core)).toThrow(/core field \/id is missing/)
  })

  it('makes a result that fits the contract out of any draft, or a fault', () => {
    const fields = fc.record(
      Object.fromEntries(Object.keys(whole).map(name => [name, fc.jsonValue({ maxDepth: 2 })])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fields, draft => {
        try {
          const { value } = applyDefaults(plain, { ...whole, ...draft }, core)
          expect(Compile(schema).Check(value)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
        }
      }),
    )
  })
})
