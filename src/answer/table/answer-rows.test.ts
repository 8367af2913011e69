// Tables: flat columns, one row per item, and cells that are neither JSON nor formulas.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ABSENT_AT_MAX } from '#kit/schema/apply-defaults'
import { type PlainSchema, t } from '#kit/schema/schema'
import { cellText } from './cell.ts'
import { parseCells } from './csv.ts'
import { createTable, writeCsv } from './answer-rows.ts'

/** Nothing is absent. */
const WHOLE = { absent: [], absentAt: [] }

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
  const table = createTable({ result: schema })
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
    expect(writeCsv(table, [], WHOLE)).toBe(`${header}\r\n`)
    expect(writeCsv(table, rows, WHOLE)).toBe(
      `${header}\r\n"Coat, ""long""",129.00,EUR,a|b,S|M\\|L,0|,isNew=true\r\nHat,,,,,,\r\n`,
    )
  })

  it('takes its rows from a named list', () => {
    const whole = t.object({ total: t.integer(), results: t.list(t.object({ id: t.text() })) }) as PlainSchema
    const value = { total: 2, results: [{ id: 'a' }, { id: 'b' }] }
    expect(writeCsv(createTable({ result: whole, rows: 'results' }), value, WHOLE)).toBe('id\r\na\r\nb\r\n')
  })

  it('leaves the cell of an absent field empty, and writes a real 0', () => {
    const list = t.list(t.object({ price: t.integer(), isNew: t.flag(), sold: t.integer() }))
    const csv = writeCsv(
      createTable({ result: list }),
      [
        { price: 0, isNew: false, sold: 0 },
        { price: 0, isNew: false, sold: 3 },
      ],
      { absent: ['/*/price', '/*/isNew'], absentAt: ['/0/price', '/1/isNew'] },
    )
    expect(csv).toBe('price,isNew,sold\r\n,false,0\r\n0,,3\r\n')
  })

  it('leaves every empty value of an absent field empty when the list of positions is truncated', () => {
    const list = t.list(t.object({ price: t.integer(), sold: t.integer() }))
    const items = Array.from({ length: ABSENT_AT_MAX + 1 }, () => ({ price: 0, sold: 0 }))
    const csv = writeCsv(createTable({ result: list }), items, {
      absent: ['/*/price'],
      absentAt: items.slice(1).map((_, row) => `/${row}/price`),
    })
    expect(csv.trimEnd().split('\r\n').slice(-2)).toEqual([',0', ',0'])
  })

  it('adds a row for every site that failed', () => {
    const offers = t.list(t.object({ site: t.text(), price: t.integer() }))
    const result = t.object({ offers, sites: t.list(t.object({ site: t.text(), outcome: t.text() })) })
    const table = createTable({ result, rows: 'offers', siteOutcomes: 'sites' })
    const sites = [
      { site: 'hats', outcome: 'ok' },
      { site: 'shoes', outcome: 'upstream_timeout' },
    ]
    expect(writeCsv(table, { offers: [{ site: 'hats', price: 5 }], sites }, WHOLE)).toBe(
      'site,price,error\r\nhats,5,\r\nshoes,,upstream_timeout\r\n',
    )
    expect(writeCsv(table, { offers: [], sites: sites.slice(0, 1) }, WHOLE)).toBe('site,price,error\r\n')
  })
})

describe('a cell', () => {
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '=HYPERLINK("http://x")'])(
    'is not a formula: %j',
    text => expect(cellText([text])).toBe(`'${text}`),
  )

  it.each(['-5', '+44', '-0.50', 'plain', 'a=b', ''])('does not change %j', text =>
    expect(cellText([text])).toBe(text),
  )

  it('never starts like a formula, and reads back as one cell of a record', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), fc.string(), (values, name) => {
        const cell = cellText(values)
        if (!/^[+-]?\d+(?:\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
        const table = createTable({ result: t.list(t.object({ a: t.text(), b: t.text() })) })
        const record = writeCsv(table, [{ a: name, b: 'end' }], WHOLE).slice('a,b\r\n'.length, -2)
        expect(parseCells(record)?.[1]).toBe('end')
      }),
    )
  })
})
