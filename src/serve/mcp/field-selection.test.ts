// `fields`: names, paths and pointers, checked against the schema.
import { describe, expect, it } from 'vitest'
import { ERRORS_MAX } from '../../answer/request/read-params.ts'
import { Fault } from '#kit/fault'
import { type PlainSchema, t } from '#kit/schema/schema'
import { parseFieldSelection } from './field-selection.ts'

const product = t.object({
  name: t.text(),
  price: t.orNull(t.object({ amount: t.number(), currency: t.text() })),
  variants: t.list(t.object({ size: t.text(), stock: t.integer() })),
  facts: t.map(t.text()),
})
const value = {
  name: 'Coat',
  price: { amount: 5, currency: 'EUR' },
  variants: [
    { size: 'S', stock: 1 },
    { size: 'M', stock: 2 },
  ],
  facts: { wool: 'yes', lining: 'no' },
}
const schema = product as PlainSchema
const list = t.list(product) as PlainSchema

describe('parseFieldSelection', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing said: everything', undefined, value],
    ['an empty list: everything', [], value],
    ['names', ['name'], { name: 'Coat' }],
    ['names in one text', 'name, price', { name: 'Coat', price: value.price }],
    ['a path', ['price.amount'], { price: { amount: 5 } }],
    ['a pointer through a list', ['/variants/*/size'], { variants: [{ size: 'S' }, { size: 'M' }] }],
    ['list positions left out', ['variants.stock'], { variants: [{ stock: 1 }, { stock: 2 }] }],
    ['a key of a map', ['facts.wool'], { facts: { wool: 'yes' } }],
    ['a part and its whole', ['price.amount', 'price'], { price: value.price }],
  ])('%s', (_, fields, wanted) => {
    expect(parseFieldSelection(schema, fields).pick(value)).toEqual(wanted)
    expect(parseFieldSelection(list, fields).pick([value])).toEqual([wanted])
  })

  it('keeps null for a nullable object', () => {
    expect(parseFieldSelection(schema, ['price.amount']).pick({ ...value, price: null })).toEqual({
      price: null,
    })
  })

  it.each([[['colour']], [['price.sum']], [['name', 'variants/*/colour']], [7], [[7]]])(
    'rejects %j and names the available fields',
    fields => {
      expect(() => parseFieldSelection(schema, fields)).toThrow(Fault)
    },
  )

  it('says which field is unknown, where, and what there is', () => {
    const messageOf = (fields: unknown) => {
      try {
        parseFieldSelection(schema, fields)
      } catch (error) {
        return (error as Fault).message
      }
      return ''
    }
    expect(messageOf(['colour'])).toBe(
      'the answer has no field "colour"; there are name, price, variants, facts',
    )
    expect(messageOf(['variants.colour', 'price.sum'])).toBe(
      'the answer has no field "variants.colour"; in /variants/* there are size, stock; the answer has no field "price.sum"; in /price there are amount, currency',
    )
    expect(messageOf([7])).toBe('fields must be a list of names')
  })

  it('names at most as many unknown fields as the API does', () => {
    const wrong = Array.from({ length: ERRORS_MAX + 1 }, (_, place) => `wrong${place}`)
    try {
      parseFieldSelection(schema, wrong)
      expect.unreachable()
    } catch (error) {
      expect((error as Fault).errors).toHaveLength(ERRORS_MAX)
      expect((error as Fault).errors?.[0]?.accepted).toEqual(['name', 'price', 'variants', 'facts'])
    }
  })

  it('covers only the absent fields within the selection', () => {
    const { covers } = parseFieldSelection(list, ['price', 'variants.size'])
    const pointers = [
      '/*/price/amount',
      '/*/variants',
      '/*/variants/*/size',
      '/*/variants/*/stock',
      '/*/name',
    ]
    expect(pointers.map(pointer => covers(pointer))).toEqual([true, true, true, false, false])
  })

  it.each(['__proto__', 'constructor', 'toString', 'price.__proto__'])(
    'rejects %s, although every object inherits it',
    name => {
      expect(() => parseFieldSelection(schema, name)).toThrow(Fault)
    },
  )
})
