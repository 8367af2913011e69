// What a watch may ask for: every field, its bounds, and one sentence for what is wrong.
import { describe, expect, it } from 'vitest'
import { readFields } from '../fields.ts'
import { mergeRules, ruleFields, watchFields } from './rule-fields.ts'
import { readVariant } from './variant.ts'

function read(input: Readonly<Record<string, unknown>>) {
  const { values, errors } = readFields(ruleFields, input)
  return { rules: mergeRules(values), errors }
}

describe('rules', () => {
  it.each([
    [{ every: '15m' }, { everyS: 900, isAuto: false }],
    [{ every: 'auto' }, { isAuto: true }],
    [{ every: 60 }, { everyS: 60, isAuto: false }],
    [{ when: null }, { when: null }],
    [{ when: ' price < 100 ' }, { when: 'price < 100' }],
    [{ when: ['price < 100', 'back in stock'] }, { when: 'price < 100 or back in stock' }],
    [{ confirm: 1 }, { confirm: 1 }],
    [{ confirm: 5 }, { confirm: 5 }],
    [{ cooldown: null }, { cooldownS: 0 }],
    [{ cooldown: '6h' }, { cooldownS: 21_600 }],
    [{ cooldown: '30d' }, { cooldownS: 2_592_000 }],
    [{ active: null }, { active: null }],
    [{ active: 'Mon 08:00-09:00' }, { active: 'Mon 08:00-09:00' }],
    [{ tags: 'shoes, gifts shoes' }, { tags: ['shoes', 'gifts'] }],
    [{ tags: [] }, { tags: [] }],
    [{ tags: '' }, { tags: [] }],
    [{ name: ' Boots ' }, { name: 'Boots' }],
    [{ keep_days: null }, { keepDays: null }],
    [{ keep_days: 3_650 }, { keepDays: 3_650 }],
    [{}, {}],
  ])('%j mean %j', (input, rules) => {
    expect(read(input)).toEqual({ rules, errors: [] })
  })

  it.each([
    [{ every: '59s' }, 'every'],
    [{ every: true }, 'every'],
    [{ every: '31d' }, 'every'],
    [{ when: '' }, 'when'],
    [{ when: [] }, 'when'],
    [{ when: ['price < 100', 5] }, 'when'],
    [{ when: 'price falls' }, 'when'],
    [{ confirm: 0 }, 'confirm'],
    [{ confirm: 6 }, 'confirm'],
    [{ confirm: '2' }, 'confirm'],
    [{ confirm: 1.5 }, 'confirm'],
    [{ cooldown: '31d' }, 'cooldown'],
    [{ cooldown: 'soon' }, 'cooldown'],
    [{ active: 'always' }, 'active'],
    [{ active: 8 }, 'active'],
    [{ tags: Array.from({ length: 21 }, (_, n) => `tag${n}`) }, 'tags'],
    [{ tags: ['two words'] }, 'tags'],
    [{ tags: ['x'.repeat(41)] }, 'tags'],
    [{ tags: [1] }, 'tags'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ keep_days: 0 }, 'keep_days'],
    [{ keep_days: 3_651 }, 'keep_days'],
  ])('%j are refused', (input, name) => {
    const { rules, errors } = read(input)
    expect(rules).toEqual({})
    expect(errors.map(error => error.name)).toEqual([name])
    expect(errors[0]?.message.startsWith(`${name}: `)).toBe(true)
  })

  it('report all that is wrong', () => {
    const { errors } = read({ every: 1, confirm: 9, name: '' })
    expect(errors.map(error => error.name)).toEqual(['every', 'confirm', 'name'])
  })
})

describe('a variant', () => {
  const variantOf = (value: unknown) => {
    const read = readVariant(value)
    return 'value' in read ? { variant: read.value, count: 0 } : { variant: null, count: 1 }
  }

  it.each([
    [{ size: '9' }, { size: '9' }],
    [
      { size: 9, color: ' Forest ' },
      { size: '9', color: 'Forest' },
    ],
    ['size=9, color=Forest', { size: '9', color: 'Forest' }],
    ['size=a=b', { size: 'a=b' }],
    [{ size: '9', color: null }, { size: '9' }],
  ])('%j is %j', (value, variant) => {
    expect(variantOf(value)).toEqual({ variant, count: 0 })
  })

  it('has one order of fields, so that the same variant is the same watch', () => {
    const texts = [{ color: 'Forest', size: '9' }, 'color=Forest,size=9', { size: '9', color: 'Forest' }]
    expect(new Set(texts.map(one => JSON.stringify(variantOf(one).variant))).size).toBe(1)
  })

  it.each([null, ''])('%j is none', value => {
    expect(variantOf(value)).toEqual({ variant: null, count: 0 })
  })

  it.each([{}, 'nine', { width: '9' }, { size: '' }, { size: true }, { size: 'x'.repeat(101) }, 7, ['9']])(
    '%j is refused',
    value => {
      expect(variantOf(value)).toEqual({ variant: null, count: 1 })
    },
  )
})

it.each(['confirm', 'keep_days', 'catalog'] as const)('%s refuses values that have no text', name => {
  for (const value of [{ toString: 'x' }, Object.create(null), [], true])
    expect(watchFields[name].read(value, name)).toHaveProperty('error')
})
