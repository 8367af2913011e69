// Lists as CSV over HTTP: the same answer, one row for each item.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCells } from '../../src/answer/table/csv.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

const LISTS: readonly [string, Record<string, string>, string | undefined][] = [
  ['storefront.products', { query: 'cotton', limit: '5' }, undefined],
  ['watchmarket.search', { query: 'diver' }, 'results'],
  ['sneakerhub.search', { query: 'court' }, undefined],
  ['sneakerhub.prices', { id: '1044287' }, undefined],
  ['sneakerhub.trends', {}, undefined],
  ['sneakerexchange.search', { query: 'court' }, undefined],
  ['sneakerexchange.trends', {}, undefined],
  ['electronicsretail.search', { query: 'headphones' }, undefined],
  ['general.search', { query: 'runner' }, 'results'],
  ['general.offers', { code: 'PV4272-660' }, 'offers'],
]

describe('CSV', () => {
  it.each(LISTS)('of %s has one row per item, and never JSON in a cell', async (id, query, rows) => {
    const path = wares.registry.byId.get(id)?.path ?? ''
    const json = (await wares.call(path, { query })).json<Record<string, unknown[]> & unknown[]>()
    const reply = await wares.call(path, { query: { ...query, format: 'csv' } })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    const records = splitRecords(reply.bytes.toString())
    const items = rows === undefined ? json : (json[rows] ?? [])
    expect(records).toHaveLength(items.length + 1)
    const cells = records.map(record => parseCells(record))
    expect(new Set(cells.map(one => one?.length)).size).toBe(1)
    for (const cell of cells.flatMap(one => one ?? [])) expect(cell).not.toMatch(/^[[{]"|^[[{][[{]/)
  })

  it('leaves the cell of an absent field empty, and only that', async () => {
    const path = '/api/v1/scraper/sneakerhub/prices'
    const query = { id: '1044287' }
    const rows = (await wares.call(path, { query })).json<PriceRow[]>()
    const reply = await wares.call(path, { query: { ...query, format: 'csv' } })
    expect(reply.headers['wares-absent']).toContain('/*/lastSoldPriceCents/amount')
    const [header = [], ...records] = splitRecords(reply.bytes.toString()).map(one => parseCells(one) ?? [])
    const at = header.indexOf('lastSoldPriceCents.amount')
    const amounts = rows.map(row => row.lastSoldPriceCents.amount)
    expect(records.map(record => record[at])).toEqual(
      amounts.map(amount => (amount === 0 ? '' : String(amount))),
    )
    expect(new Set(amounts.map(amount => amount === 0))).toEqual(new Set([true, false]))
  })

  it.each([
    ['search', { query: 'runner~busy', sites: 'sneakerhub,storefront' }],
    ['offers', { code: 'PV4272-660~busy', sites: 'sneakerhub,storefront' }],
  ])('of %s names the shops that failed', async (name, query) => {
    const reply = await wares.call(`/api/v2/${name}`, { query: { ...query, format: 'csv' } })
    const [header = [], ...records] = splitRecords(reply.bytes.toString()).map(one => parseCells(one) ?? [])
    const named = records.map(record => [record[header.indexOf('site')], record[header.indexOf('error')]])
    expect(Object.fromEntries(named)).toEqual({ sneakerhub: 'upstream_busy', storefront: 'upstream_busy' })
    expect(named).toHaveLength(2)
  })

  it('is negotiated, and has a separate ETag', async () => {
    const path = '/api/v1/scraper/sneakerhub/trends'
    const types = ['text/csv', 'application/json', 'text/csv;q=0.5, application/json', '*/*']
    const found = []
    for (const accept of types) found.push((await wares.call(path, { headers: { accept } })).headers)
    expect(found.map(headers => headers['content-type']?.split(';')[0])).toEqual([
      'text/csv',
      'application/json',
      'application/json',
      'application/json',
    ])
    expect(found[0]?.etag).not.toBe(found[1]?.etag)
    expect(found[1]?.vary).toMatch(/\bAccept,/)
    const again = await wares.call(path, {
      headers: { accept: 'text/csv', 'if-none-match': found[0]?.etag ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('is refused in any other format, and for a single product', async () => {
    const list = await wares.call('/api/v1/scraper/sneakerhub/trends', { query: { format: 'xml' } })
    expect(list.json()).toMatchObject({
      status: 400,
      errors: [{ name: 'format', accepted: ['json', 'csv', 'csv-excel', 'parquet'] }],
    })
    const one = await wares.call('/api/v1/scraper/sneakerhub/product', {
      query: { id: '1044287', format: 'csv' },
    })
    expect(one.json()).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      detail: 'format=csv is only for lists; sneakerhub.product returns one product',
    })
  })
})

interface PriceRow {
  readonly lastSoldPriceCents: { readonly amount: number }
}

/** Records end in CR LF; inside quotes that is text. */
function splitRecords(text: string): string[] {
  return text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])+(?=\r\n)/g) ?? []
}
