// Tables: flat columns, one row per item, and cells that are neither JSON nor formulas.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlainSchema, t } from '../kit/schema.ts'
import { cellText } from './cell.ts'
import { parseCells } from './csv.ts'
import { createTable, writeCsv } from './table.ts'

const schema = t.list(
  t.object({
    name: t.text(),
    price: t.orNull(t.object({ amount: t.text(), currency: t.text() })),
    images: t.list(t.text()),
    variants: t.list(t.object({ size: t.text(), stock: t.orNull(t.integer()) })),
    flags: t.map(t.flag()),
  }),
) as PlainSchema

describe('a table', () => {
  const table = createTable(schema)
  const rows = [
    {
      name: 'Coat, "long"',
      price: { amount: '129.00', currency: 'EUR' },
      images: ['a', 'b'],
      variants: [
        { size: 'S', stock: 0 },
        { size: 'M|L', stock: null },
      ],
      flags: { isNew: true },
    },
    { name: 'Hat', price: null, images: [], variants: [], flags: {} },
  ]

  it('has dotted columns, the same for every answer', () => {
    const header = 'name,price.amount,price.currency,images,variants.size,variants.stock,flags'
    expect(writeCsv(table, [])).toBe(`${header}\r\n`)
    expect(writeCsv(table, rows)).toBe(
      `${header}\r\n"Coat, ""long""",129.00,EUR,a|b,S|M\\|L,0|,isNew=true\r\nHat,,,,,,\r\n`,
    )
  })

  it('takes its rows out of a named list', () => {
    const whole = t.object({ total: t.integer(), results: t.list(t.object({ id: t.text() })) }) as PlainSchema
    expect(writeCsv(createTable(whole, 'results'), { total: 2, results: [{ id: 'a' }, { id: 'b' }] })).toBe(
      'id\r\na\r\nb\r\n',
    )
  })
})

describe('a cell', () => {
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '=HYPERLINK("http://x")'])(
    'is no formula: %j',
    text => expect(cellText([text])).toBe(`'${text}`),
  )

  it.each(['-5', '+44', '-0.50', 'plain', 'a=b', ''])('leaves %j alone', text =>
    expect(cellText([text])).toBe(text),
  )

  it('never begins as a formula, and reads back as one cell of a record', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), fc.string(), (values, name) => {
        const cell = cellText(values)
        if (!/^[+-]?\d+(?:\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
        const table = createTable(t.list(t.object({ a: t.text(), b: t.text() })))
        const record = writeCsv(table, [{ a: name, b: 'end' }]).slice('a,b\r\n'.length, -2)
        expect(parseCells(record)?.[1]).toBe('end')
      }),
    )
  })
})
