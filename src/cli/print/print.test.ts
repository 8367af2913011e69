// Tables are aligned and no wider than the terminal.
import { describe, expect, it } from 'vitest'
import { tableLines } from './print.ts'

const columns = ['id', 'name', 'about']
const rows = [
  ['1', 'short', 'a'],
  ['22', 'much longer', 'what it is about'],
]

describe('tableLines', () => {
  it.each<[string, number | undefined, string[]]>([
    [
      'aligns columns',
      undefined,
      ['id  name         about', '1   short        a', '22  much longer  what it is about'],
    ],
    [
      'cuts the widest columns to fit the terminal',
      25,
      ['id  name       about', '1   short      a', '22  much lon…  what it i…'],
    ],
    [
      'cuts only the widest one where that is enough',
      28,
      ['id  name         about', '1   short        a', '22  much longer  what it is…'],
    ],
    ['cuts lines where no column can give way any more', 9, ['id  name…', '1   shor…', '22  much…']],
  ])('%s', (_, width, wanted) => {
    expect(tableLines(columns, rows, width)).toEqual(wanted)
  })

  it('keeps the ends of cells that look the same without them', () => {
    const shops = [['shop.example/north'], ['shop.example/south'], ['a']]
    expect(tableLines(['shop'], shops, 10)).toEqual(['shop', '…ple/north', '…ple/south', 'a'])
    expect(tableLines(['shop'], [['north.example/shop'], ['south.example/shop']], 10)).toEqual([
      'shop',
      'north.exa…',
      'south.exa…',
    ])
    expect(tableLines(['can'], [['product, search'], ['product, offers']], 10)).toEqual([
      'can',
      'product,…',
      'product,…',
    ])
  })

  it('has a header even without rows', () => {
    expect(tableLines(columns, [], 80)).toEqual(['id  name  about'])
  })
})
