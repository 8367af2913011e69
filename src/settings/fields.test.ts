// Fields of a request: what is missing, unknown or wrong is reported together, each in one sentence.
import { describe, expect, it } from 'vitest'
import { f, field, givenByText, readFields, required, schemasOf } from './fields.ts'
import { Type } from '#kit/schema/json-schema'

const fields = {
  url: required(f.text('Its URL', { max: 5 })),
  limit: f.integer('How many', 1, 10, 3),
  order: f.choice('In which order', ['oldest', 'newest']),
  day: f.day('When'),
  isOpen: f.flag('Whether'),
}

describe('fields', () => {
  it('have their values and defaults', () => {
    expect(readFields(fields, { url: 'abc', limit: '7', day: '2027-01-31' })).toEqual({
      values: { url: 'abc', limit: 7, order: 'oldest', day: '2027-01-31' },
      errors: [],
    })
  })

  it('report all that is wrong', () => {
    const given = { limit: '11', order: 'up', day: 'soon', isOpen: 1, more: true }
    expect(readFields(fields, given, 'query').errors.map(({ name, message }) => [name, message])).toEqual([
      ['more', 'more is not a parameter here'],
      ['url', 'url must be a text of at most 5 characters'],
      ['limit', 'limit must be a whole number from 1 to 10'],
      ['order', 'order must be oldest or newest'],
      ['day', 'day must be a day such as 2027-01-31'],
      ['isOpen', 'isOpen must be true or false'],
    ])
  })

  it.each(['constructor', '__proto__', 'toString'])('know no %s', name => {
    const { errors } = readFields(fields, { url: 'abc', ...(JSON.parse(`{"${name}":1}`) as object) })
    expect(errors.map(error => error.name)).toEqual([name])
  })

  it.each([
    [Type.Integer(), 7],
    [Type.Union([Type.Integer(), Type.Null()]), 7],
    [Type.Union([Type.String(), Type.Integer()]), '7'],
    [Type.String(), '7'],
  ])('of %j read a text as %j', (schema, value) => {
    expect(
      givenByText(
        field(schema, given => ({ value: given })),
        '7',
      ),
    ).toBe(value)
  })

  it.each([
    ['2026-02-28', Date.UTC(2026, 1, 28)],
    ['2026-02-28T08:00', Date.UTC(2026, 1, 28, 8)],
    ['2026-02-28t08:00:30.5+02:00', Date.UTC(2026, 1, 28, 6, 0, 30, 500)],
  ])('read the time %s', (text, ms) => {
    expect(readFields({ from: f.time('Start') }, { from: text })).toEqual({
      values: { from: ms },
      errors: [],
    })
  })

  it.each(['2026-02-30', '2026-02-30T08:00:00Z', '2026-04-31T00:00', '2026-02-28 (noon)', '2026', 'soon'])(
    'refuse %s as a time',
    text => {
      const message = 'from must be a time such as 2027-01-31 or 2027-01-31T08:00:00Z'
      expect(readFields({ from: f.time('Start') }, { from: text }).errors).toMatchObject([{ message }])
    },
  )

  it('publish which are required', () => {
    expect(Type.Object(schemasOf(fields))).toMatchObject({ required: ['url'] })
  })
})
