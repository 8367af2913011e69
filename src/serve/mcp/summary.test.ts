// The few lines that stand for an answer in a host that shows text.
import { expect, it } from 'vitest'
import { summarise } from './summary.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Coat ${n}` }))

it('a row is what it has of name, price, stock, size, condition, variants, id, site and URL', () => {
  const row = {
    title: 'Coat',
    price: { amount: '5', currency: 'EUR', note: 1 },
    availability: 'in_stock',
    size: 'M',
    condition: 'new',
    variants: [1, 2],
    id: 7,
    site: 'sneakerhub',
    url: 'https://shop.example/coat',
  }
  const line = 'Coat, 5 EUR, in_stock, size M, new, 2 variants, 7, sneakerhub, https://shop.example/coat'
  expect(summarise({}, row)).toBe(line)
  expect(summarise({}, { ...row, name: 'Jacket', variants: [], size: 42 })).toBe(
    'Jacket, 5 EUR, in_stock, new, 7, sneakerhub, https://shop.example/coat',
  )
})

it('a price may also be a number or a text, and other values say nothing', () => {
  expect(summarise({}, { name: 'Coat', price: 5 })).toBe('Coat, 5')
  expect(summarise({}, { name: 'Coat', price: null, id: true })).toBe('Coat')
})

it('ten rows are shown, and the number of all where there are more', () => {
  expect(summarise({ rows: 'list' }, { list: rows(10) }).split('\n')).toHaveLength(10)
  const lines = summarise({ rows: 'list' }, { list: rows(11) }).split('\n')
  expect(lines.slice(9)).toEqual(['Coat 9', '… 11 rows in the structured content.'])
})

it('rows without any of these are counted too', () => {
  expect(summarise({ rows: 'list' }, { list: [{ name: 'Coat' }, { other: 1 }] })).toBe(
    'Coat\n… 2 rows in the structured content.',
  )
})

it('an empty list, plain values and an answer with nothing to show', () => {
  expect(summarise({ rows: 'list' }, { list: [] })).toBe('No rows.')
  expect(summarise({}, ['red', 7])).toBe('red\n7')
  expect(summarise({}, { other: 1 })).toBe('See the structured content.')
})

it('a name has at most 80 characters, and never half of one', () => {
  expect(summarise({}, { name: 'x'.repeat(81) })).toBe('x'.repeat(80))
  expect(summarise({}, { name: `${'x'.repeat(79)}👟` })).toBe(`${'x'.repeat(79)}\u{FFFD}`)
})
