// An export cannot run as a formula in a spreadsheet, and still imports to the same watches.
import { expect, it } from 'vitest'
import { EXPORT_HEAD, exportRows, parseImport } from './watch-csv.ts'
import { readVariant } from '../settings/watch-rules/variant.ts'
import type { Watch } from '../../client/src/api.ts'

const WATCH = {
  operation: 'general.product',
  every_s: 3600,
  auto: false,
  when: 'price < 100',
  keep_days: null,
  variant: null,
  confirm: 1,
  cooldown_s: 0,
  active: null,
  tags: [],
  notify: null,
}

it.each([
  '=HYPERLINK("https://evil.example")',
  '+1+1',
  '-2',
  '@SUM(A1)',
  "'=quoted",
  "''=twice",
  "it's",
  '"',
  'Boot',
])('the name %j survives', async name => {
  const url = 'https://shop.example/1'
  const watch = { ...WATCH, name, params: { url } } as unknown as Watch
  const csv = EXPORT_HEAD + exportRows([watch])
  const [, row = ''] = csv.split('\n')
  for (const cell of row.split(','))
    expect(cell.replace(/^"/, '')).not.toMatch(/^(?:[=@]|[+-](?!\d+(?:\.\d+)?$))/)
  expect(await Array.fromAsync(parseImport(csv.split('\n')))).toMatchObject([
    { line: 2, input: { url, every: '1h', when: 'price < 100', name } },
  ])
})

it.each([{ size: '9' }, { size: '9, wide', color: "'Forest" }, { sku: '=1+1' }])(
  'the variant %j survives',
  async variant => {
    const url = 'https://shop.example/1'
    const watch = { ...WATCH, name: '', params: { url }, when: null, variant } as unknown as Watch
    const [line] = await Array.fromAsync(parseImport([EXPORT_HEAD, exportRows([watch])]))
    const { variant: cell } = (line && 'input' in line ? line.input : {}) as { variant?: unknown }
    expect(readVariant(cell)).toEqual({ value: variant })
  },
)

it('a cell may have line breaks, and is no watch', async () => {
  const file =
    'url,note,every\nhttps://shop.example/1,"see\nhttps://shop.example/9\n\nthere",1h\n\nhttps://shop.example/2,,2h'
  expect(await Array.fromAsync(parseImport(file.split('\n')))).toMatchObject([
    { line: 2, input: { url: 'https://shop.example/1', every: '1h' } },
    { line: 7, input: { url: 'https://shop.example/2', every: '2h' } },
  ])
})

it.each([
  ['url;every\nhttps://shop.example/1;1h', 'the columns are separated by ";"; save the file with commas'],
  ['url\tevery\nhttps://shop.example/1\t1h', 'the columns are separated by tabs; save the file with commas'],
  ['url,every,URL\nhttps://shop.example/1,1h,', 'there are two columns "url"'],
  ['\uFFFD\uFFFDu\0r\0l\0,\0e\0\n\0h\0', 'the file is encoded in UTF-16; save it as UTF-8'],
])('the head %j is refused, and nothing is read', async (file, error) => {
  expect(await Array.fromAsync(parseImport(file.split('\n')))).toEqual([{ line: 1, error }])
})

it.each(['https://shop.example/1;a', '"https://shop.example/1;a"', '{"url":"https://shop.example/1;a"}'])(
  'a separator in the address %s is none',
  async line => {
    const url = 'https://shop.example/1;a'
    expect(await Array.fromAsync(parseImport([line]))).toMatchObject([{ line: 1, input: { url } }])
  },
)

it('a quote that is never closed spoils its own line only', async () => {
  const lines = ['url,note', 'https://shop.example/1,"a', 'https://shop.example/2,b']
  expect(await Array.fromAsync(parseImport(lines))).toMatchObject([
    { line: 2, error: 'a quoted cell is not closed' },
    { line: 3, input: { url: 'https://shop.example/2' } },
  ])
})

it.each([
  'url,name,brand,price.amount,price.currency,availability,variants,updated_at,source\nhttps://shop.example/1,Lamp,Halvik,49.90,EUR,in_stock,2,,platform',
  '{"url":"https://shop.example/1","name":"Lamp","price":{"amount":"49.90","currency":"EUR"},"variants":2,"source":"platform"}',
])('a row of a catalog is a watch of its address, with the price to choose by', async file => {
  const [line] = await Array.fromAsync(parseImport(file.split('\n')))
  expect(line).toMatchObject({ input: { url: 'https://shop.example/1' }, cells: { 'price.amount': '49.90' } })
  expect(line && 'input' in line ? Object.keys(line.input) : []).toEqual(['url'])
})
