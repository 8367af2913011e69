// Which rows of a file an import takes.
import { expect, it } from 'vitest'
import { parseRowFilter } from './import-filter.ts'
import { parseImport } from '../../watch/watch-csv.ts'

const ROW = { url: 'https://shop.example/shoes/p-1', name: 'Winter Boots', updated_at: '2027-02-03' }

it.each([
  ['name contains boots', true],
  ['NAME contains winter boots', true],
  ['name lacks boots', false],
  ['url contains /shoes/', true],
  ['name is Winter Boots', true],
  ['name is boots', false],
  ['updated_at after 2027-01-31', true],
  ['updated_at before 2027-01-31', false],
  ['image after 2027-01-31', false],
  ['image before 2027-01-31', false],
  ['image contains x', false],
])('%s: %s', (text, expected) => {
  const filter = parseRowFilter(text)
  if ('error' in filter) throw new Error(filter.error)
  expect(filter.matches(ROW)).toBe(expected)
})

it.each([
  'name',
  'name like boots',
  'name constructor x',
  'updated_at after soon',
  'updated_at after 31.01.2027',
  'updated_at after 01/02/2027',
  'updated_at after 7',
  'updated_at after 2027-02-30',
  '',
])('"%s" is refused with an example', text => {
  expect(parseRowFilter(text)).toMatchObject({ error: expect.stringMatching(/2027|contains/) as string })
})

const CSV = `url,name,image,updated_at,source
https://shop.example/p/1,"Boots, red",https://shop.example/1.jpg,2027-01-02,sitemap
https://shop.example/p/2,Lamp,,,sitemap
`
const NDJSON = `{"url":"https://shop.example/p/1","Name":"Boots, red","image":null,"updated_at":"2027-01-02","source":"platform"}
{"url":"https://shop.example/p/2","name":null,"image":null,"updated_at":null,"source":"platform"}
{"url":
`

it('a catalog, as CSV and as lines of JSON, is a list of pages with columns to filter by', async () => {
  const rows = await Array.fromAsync(parseImport(CSV.split('\n')))
  expect(rows.map(one => 'input' in one && one.input)).toEqual([
    { url: 'https://shop.example/p/1' },
    { url: 'https://shop.example/p/2' },
  ])
  expect(rows[0]).toMatchObject({ cells: { name: 'Boots, red', updated_at: '2027-01-02' } })
  expect(await Array.fromAsync(parseImport(NDJSON.split('\n')))).toMatchObject([
    { line: 1, input: { url: 'https://shop.example/p/1' }, cells: { name: 'Boots, red' } },
    { line: 2, input: { url: 'https://shop.example/p/2' } },
    { line: 3, error: 'this is not valid JSON' },
  ])
})

it.each([
  ['price under 50', { 'price.amount': '49.99' }, true],
  ['price under 50', { 'price.amount': '50.00' }, false],
  ['price < 50', { 'price.amount': '49.99' }, true],
  ['price <= 50', { 'price.amount': '50.00' }, true],
  ['price at least 50', { 'price.amount': '49.99' }, false],
  ['price above 50', { 'price.amount': '50.01' }, true],
  ['price under 50 EUR', { 'price.amount': '49.99', 'price.currency': 'EUR' }, true],
  ['price under 50 EUR', { 'price.amount': '49.99', 'price.currency': 'USD' }, false],
  ['price under 50 EUR', { 'price.amount': '49.99' }, false],
  ['name is over easy', { name: 'over easy' }, true],
  ['price over 50', { 'price.amount': '50.01' }, true],
  ['price over 50', { 'price.amount': '50' }, false],
  ['price under 50', { 'price.amount': '' }, false],
  ['variants over 2', { variants: '3' }, true],
  ['price is 23', { 'price.amount': '23.00' }, true],
  ['price is 23.50', { 'price.amount': '23.5' }, true],
  ['price is 23', { 'price.amount': '230' }, false],
  ['sku is 7', { sku: '007' }, false],
  ['gtin is 90071992547409930', { gtin: '90071992547409931' }, false],
  ['updated_at after 2027-01-31', { updated_at: '2027-02-03T10:00:00+01:00' }, true],
  ['updated_at after 2027-01-31', { updated_at: 'March 3, 2027' }, false],
])('%s of %j is %s', (text, row, expected) => {
  const filter = parseRowFilter(text)
  expect('matches' in filter && filter.matches(row as Readonly<Record<string, string>>)).toBe(expected)
})

it('an amount that is none is an error', () => {
  expect(parseRowFilter('price is under 100')).toMatchObject({
    error: '"is" compares with one value; write "price under 100"',
  })
  expect(parseRowFilter('price under cheap')).toMatchObject({ error: expect.stringMatching(/not an amount/) })
})

it.each([
  ['price under 50', ['url', 'price.amount'], true],
  ['Name is x', ['url', 'name'], true],
  ['nmae is x', ['url', 'name'], false],
  ['constructor is x', ['url', 'name'], false],
])('%s: of a file with %j it is known: %s', (text, columns, expected) => {
  const filter = parseRowFilter(text)
  expect('column' in filter && filter.isIn(new Set(columns))).toBe(expected)
})
