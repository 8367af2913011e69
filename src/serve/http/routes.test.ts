// Routes and formats: finding a route, allowed methods, CSV, the curl command of an example, reference pages.
import { describe, expect, it } from 'vitest'
import { type Answer } from '../../answer/cache/answer.ts'
import { tagOf } from '../../extract/read-result.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import type { RawParam } from '#kit/params/param-specs'
import { t } from '#kit'
import { acceptsCsv, createTableAnswers, hasTable, takeFormat } from './answer/csv-answer.ts'
import { curlLine } from './pages/curl-line.ts'
import { hasLeft } from './exchange.ts'
import { playExchange } from './exchange-fixture.ts'
import { parseQueryParams } from './answer/operation-handler.ts'
import { createReferenceCheck } from './system-handler.ts'
import { admitAndHandle, allowedMethods, createRouteFinder, preflightHeaders, type Route } from './route.ts'

const routeOf = (path: string, methods: Route['methods'] = ['GET', 'HEAD']): Route => ({
  path,
  methods,
  handle: () => {},
})

describe('a route', () => {
  const [list, one, part, exact] = ['/things', '/things/:id', '/things/:id/parts', '/things/all'].map(path =>
    routeOf(path),
  )
  const find = createRouteFinder([list, one, part, exact].filter(route => route !== undefined))

  it.each([
    ['/things', list],
    ['/things/7', one],
    ['/things/all', exact],
    ['/things/7/parts', part],
    ['/things/', undefined],
    ['/things/7/', undefined],
    ['/things/7/other', undefined],
    ['/other/7', undefined],
    ['/things/7/parts/8', undefined],
  ])('is found by %s', (path, route) => {
    expect(find(path)).toBe(route)
  })

  it('lists its methods in the usual order, and the headers that a page may send', () => {
    const route = routeOf('/things', ['QUERY', 'DELETE', 'PATCH', 'HEAD', 'POST', 'GET', 'PUT'])
    expect(allowedMethods(route)).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY')
    const headers = preflightHeaders(routeOf('/things'))
    expect(headers).toEqual([
      'allow',
      'GET, HEAD, OPTIONS',
      'access-control-allow-methods',
      'GET, HEAD, OPTIONS',
      'access-control-allow-headers',
      'x-api-key, content-type',
      'access-control-max-age',
      '86400',
    ])
    expect(preflightHeaders({ ...routeOf('/things'), requestHeaders: 'x-a' })[5]).toBe('x-a')
  })

  it('admits before it handles', async () => {
    const steps: string[] = []
    const handle = () => void steps.push('handle')
    const { exchange } = playExchange()
    void admitAndHandle({ ...routeOf('/'), handle }, exchange)
    expect(steps.splice(0)).toEqual(['handle'])
    void admitAndHandle({ ...routeOf('/'), admit: () => void steps.push('admit'), handle }, exchange)
    expect(steps.splice(0)).toEqual(['admit', 'handle'])
    const admit = async () => {
      await Promise.resolve()
      steps.push('admit')
    }
    await admitAndHandle({ ...routeOf('/'), admit, handle }, exchange)
    expect(steps).toEqual(['admit', 'handle'])
  })

  it.each([
    [true, false, true],
    [true, true, false],
    [false, false, false],
  ])('has a disconnected caller (destroyed %s, finished %s): %s', (destroyed, writableFinished, left) => {
    const { exchange } = playExchange()
    Object.assign(exchange.response, { destroyed, writableFinished })
    expect(hasLeft(exchange)).toBe(left)
  })
})

it('a query is parsed into names and values, in order', () => {
  expect(parseQueryParams('/p')).toEqual([])
  expect(parseQueryParams('/p?a=1&a=%20&b')).toEqual([
    { name: 'a', value: '1', in: 'query' },
    { name: 'a', value: ' ', in: 'query' },
    { name: 'b', value: '', in: 'query' },
  ])
})

const entryOf = (operation: object, more: object = {}) =>
  ({ operation, path: '/p', example: {}, ...more }) as unknown as RegisteredOperation

describe('a table', () => {
  const result = t.list(t.object({ a: t.text() }))

  it('is available for lists', () => {
    expect(hasTable(entryOf({ result }))).toBe(true)
    expect(hasTable(entryOf({ result: t.object({ rows: result }), rows: '/rows' }))).toBe(true)
    expect(hasTable(entryOf({ result: t.object({ a: t.text() }) }))).toBe(false)
  })

  it('has its own tag', () => {
    const answers = createTableAnswers()
    const entry = entryOf({ id: 'shop.list', result })
    const body = Buffer.from('[{"a":"b"}]')
    const answer = { body, tag: 'x', source: 's', absentPointers: [], absentAt: [] } as unknown as Answer
    const csv = answers(entry, answer, 'csv')
    expect(csv).toMatchObject({
      contentType: 'text/csv; charset=utf-8; header=present',
      source: 's',
    })
    expect(csv.body.toString().split(/\r?\n/)).toEqual(['a', 'b', ''])
    expect(csv.tag).toBe(tagOf(csv.body))
    expect(csv.encoded).toEqual(new Map([['identity', csv.body]]))
    const excel = answers(entry, answer, 'csv-excel')
    expect(excel.body).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), csv.body]))
    const parquet = answers(entry, answer, 'parquet')
    expect([parquet.contentType, parquet.body.subarray(0, 4).toString()]).toEqual([
      'application/vnd.apache.parquet',
      'PAR1',
    ])
  })

  it.each([
    [undefined, false],
    ['text/html', false],
    ['text/csv', true],
    ['application/json, text/csv', false],
    ['application/json;q=0.5, text/csv;q=0.9', true],
    ['application/json; q=0.9, text/csv; q=0.5', false],
    ['text/csv;q=0.1', true],
    ['text/csv;q=0', false],
  ])('is selected by Accept: %s', (accept, isWanted) => {
    expect(acceptsCsv(accept)).toBe(isWanted)
  })

  it('is selected by the parameter `format`, which is removed', () => {
    const param = (name: string, value: unknown): RawParam => ({ name, value, in: 'query' })
    const other = param('a', '1')
    expect(takeFormat([other])).toEqual({ rawParams: [other], format: undefined })
    expect(takeFormat([other, param('format', 'csv')])).toEqual({ rawParams: [other], format: 'csv' })
    expect(takeFormat([param('format', 'json')])).toEqual({ rawParams: [], format: 'json' })
    for (const wrong of [[param('format', 'xml')], [param('format', 'csv'), param('format', 'csv')]])
      expect(() => takeFormat(wrong)).toThrow(
        expect.objectContaining({
          code: 'invalid_parameter',
          errors: [
            {
              name: 'format',
              in: 'query',
              message: 'format must be one of json, csv, csv-excel, parquet',
              accepted: ['json', 'csv', 'csv-excel', 'parquet'],
            },
          ],
        }) as Error,
      )
  })
})

it('the curl command of an example can be pasted into a shell', () => {
  const example = { q: 'a b', of: ['x', 'y'] }
  expect(curlLine(entryOf({}, { example }), 'http://h')).toBe(
    'curl -H "x-api-key: $WARES_KEY" "http://h/p?q=a+b&of=x&of=y"',
  )
  expect(curlLine(entryOf({ open: true }), 'http://h', 'k')).toBe('curl "http://h/p"')
  expect(curlLine(entryOf({}), 'http://h', 'k')).toBe('curl -H "x-api-key: k" "http://h/p"')
})

it('the reference has a page per operation of the document, which is read once', () => {
  let reads = 0
  const check = createReferenceCheck(() => {
    reads++
    return { paths: { '/a': { servers: {}, get: { operationId: 'shop.product' } }, '/b': { post: {} } } }
  })
  expect(reads).toBe(0)
  check('shop.product')
  expect(() => check('shop.produkt')).toThrow('the nearest is /docs/shop.product')
  expect(() => check('zzz')).toThrow('see /docs')
  expect(reads).toBe(1)
})
