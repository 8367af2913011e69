// Placeholders: which values mean "not available", and that each is treated exactly like a missing one.
import { describe, expect, it } from 'vitest'
import { applyDefaults } from './apply-defaults.ts'
import { isPlaceholder, placeholdersIn, withPlaceholders } from './placeholders.ts'
import { type PlainSchema, t } from './schema.ts'

const rows = withPlaceholders(
  t.list(
    t.object({
      price: t.integer({ description: 'In cents' }),
      ask: t.orNull(t.number()),
      amount: t.statedByAbsence(t.integer()),
      former: t.text(),
      count: t.integer(),
    }),
  ),
  {
    '/*/price': { value: 0, when: 'nobody sells it' },
    '/*/ask': { value: 0, when: 'nobody asks' },
    '/*/amount': { value: 0, when: 'there is none' },
    '/*/former': { value: '0.00', when: 'there was none' },
  },
)

describe('a table of placeholders', () => {
  it('makes its values absent and leaves other zeros unchanged', () => {
    const draft = [
      { price: 0, ask: 0, amount: 0, former: '0.00', count: 0 },
      { price: 1, ask: 1, amount: 1, former: '0.01', count: 0 },
    ]
    const { value, absent, absentAt } = applyDefaults(rows, draft, [])
    expect(value).toEqual([{ price: 0, ask: null, former: '', count: 0 }, draft[1]])
    expect(absent).toEqual(['/*/price', '/*/ask', '/*/former'])
    expect(absentAt).toEqual(['/0/price', '/0/ask', '/0/former'])
  })

  it('appears in the descriptions', () => {
    const { properties } = (rows as PlainSchema).items ?? {}
    expect(properties?.price?.description).toBe('In cents; 0 when nobody sells it')
    expect(properties?.ask?.description).toBe('null when nobody asks')
    expect(properties?.former?.description).toBe('empty when there was none')
    expect(placeholdersIn(rows).map(one => one.pointer)).toEqual([
      '/*/price',
      '/*/ask',
      '/*/amount',
      '/*/former',
    ])
  })

  it('rejects a field that does not exist', () => {
    expect(() => withPlaceholders(t.object({ a: t.text() }), { '/b': { value: 0, when: 'never' } })).toThrow(
      '/b',
    )
  })

  it('makes a placeholder in a core field a fault', () => {
    expect(() => applyDefaults(rows, [{ price: 0, former: '', count: 1 }], ['/*/price'])).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field: '/*/price' }),
    )
  })
})

describe('texts', () => {
  it.each(['N/A', 'n/a', ' N/A ', '#N/A', 'null', 'NULL', 'undefined', 'NaN', '[object Object]'])(
    '%j is a placeholder',
    value => {
      expect(isPlaceholder(t.text(), value)).toBe(true)
      expect(isPlaceholder(t.orNull(t.text()), value)).toBe(true)
      expect(isPlaceholder(t.words(), value)).toBe(false)
    },
  )

  it.each(['', 'NA', 'Null', 'nan', 'N/A-1', 'nullable', '0', '-', '1970-01-01'])('%j is data', value => {
    expect(isPlaceholder(t.text(), value)).toBe(false)
  })
})

describe('dates', () => {
  it.each([
    '1970-01-01',
    '1970-01-01T00:00:00Z',
    '1970-01-01T23:59:59.999Z',
    '1969-12-31T16:00:00-08:00',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00',
    '9999-12-31',
  ])('%s is a placeholder', value => {
    expect(isPlaceholder(t.date(), value)).toBe(true)
    expect(isPlaceholder(t.timestamp(), value)).toBe(true)
  })

  it.each(['1969-12-31', '1970-01-02', '1970-01-02T00:00:00Z', '9999-12-30', '2026-01-01', ''])(
    '%j is not a placeholder',
    value => {
      expect(isPlaceholder(t.date(), value)).toBe(false)
    },
  )
})
