// Tables of content negotiation: encodings, entity tags, HTML and CSV.
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { acceptsCsv, takeFormat } from './answer/csv-answer.ts'
import { etagFor, matchesEtag, negotiateEncoding, prefersHtml } from './answer/respond.ts'

describe('the encoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=1, gzip;q=1', 'br'],
    ['br;q=0.5, gzip;q=0.6', 'gzip'],
    ['br; q=0.6, gzip; q=0.5', 'br'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['*, br;q=0', 'gzip'],
    ['gzip;x=1;q=0', 'identity'],
    ['deflate', 'identity'],
  ])('of %j is %s', (accept, encoding) => {
    expect(negotiateEncoding(accept)).toBe(encoding)
  })
})

describe('an entity tag', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['*', true],
    [' * ', true],
    ['"t"', true],
    ['W/"t"', true],
    ['"t-gzip"', true],
    ['"t-br"', true],
    ['"other", "t"', true],
    ['"other"', false],
    ['"tt"', false],
    ['"t-zstd"', false],
  ])('in %j matches: %s', (header, matches) => {
    expect(matchesEtag(header, 't')).toBe(matches)
  })

  it('includes the encoding of the bytes, if any', () => {
    expect(etagFor('t', 'identity')).toBe('"t"')
    expect(etagFor('t', 'br')).toBe('"t-br"')
  })
})

it('a browser is answered with HTML', () => {
  const prefers = (accept?: string) => prefersHtml({ headers: { accept } } as unknown as IncomingMessage)
  expect([prefers('text/html,*/*'), prefers('*/*'), prefers()]).toEqual([true, false, false])
})

describe('CSV', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['text/csv', true],
    ['text/csv, application/json', false],
    ['text/csv, application/json;q=0.9', true],
    ['text/csv;q=0.5, application/json;q=0.5', false],
    ['text/csv; q=0.85, application/json; q=0.8', true],
    ['text/csv;q=0', false],
    ['application/json;q=0.1,text/csv', true],
  ])('by Accept: %j is %s', (accept, accepts) => {
    expect(acceptsCsv(accept)).toBe(accepts)
  })

  it('is selected by `format`, which is not a parameter of an operation', () => {
    const id = { name: 'id', value: '1', in: 'query' as const }
    const format = (value: string) => ({ name: 'format', value, in: 'query' as const })
    expect(takeFormat([id])).toEqual({ rawParams: [id], format: undefined })
    expect(takeFormat([id, format('csv')])).toEqual({ rawParams: [id], format: 'csv' })
    expect(takeFormat([format('json')])).toEqual({ rawParams: [], format: 'json' })
    expect(() => takeFormat([format('xml')])).toThrow(/format must be one of json, csv, csv-excel, parquet/)
    expect(() => takeFormat([format('csv'), format('csv')])).toThrow(
      /format must be one of json, csv, csv-excel, parquet/,
    )
  })
})
