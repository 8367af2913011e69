// Price histories as lines: a value holds until the next one, and never across a period without data.
import { describe, expect, it } from 'vitest'
import type { History, Watch } from '../../web/src/model/watch-api.ts'
import { arrangeWatches, AS_LISTED, type Arrangement } from '../../web/src/shape/arrange-watches.ts'
import { breaksOf, currenciesOf, linesOf, priceSeries, timeLines } from '../../web/src/shape/price-history.ts'
import { periodText } from '../../web/src/shape/time-text.ts'
import { readEvents } from '../../web/src/model/change-feed.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute)).toISOString()
const ms = (minute: number) => Date.parse(at(minute))
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const span = (from: number, to: number, facts: History['spans'][number]['facts']) => ({
  first_seen: at(from),
  last_seen: at(to),
  facts,
})
const history = (spans: History['spans'], gaps: History['gaps'] = []) => ({ spans, gaps, to: at(60) })

describe('lines', () => {
  it('hold a value until the check that saw another', () => {
    const given = history([span(0, 10, { price: eur('2.00') }), span(20, 30, { price: eur('1.50') })])
    const lines = timeLines(priceSeries(given), 'EUR', given.spans, breaksOf(given), [])
    expect(lines.timesMs).toEqual([0, 10, 20, 30].map(ms))
    expect(lines.values).toEqual([[2, 2, 1.5, 1.5]])
  })

  it('break where checks failed, from the last successful one to the next', () => {
    const given = history(
      [span(0, 10, { price: eur('2.00') }), span(40, 50, { price: eur('2.00') })],
      [{ from: at(20), to: at(30), outcome: 'upstream_blocked' }],
    )
    const breaks = breaksOf(given)
    expect(breaks).toEqual([{ fromMs: ms(10), toMs: ms(40), outcome: 'upstream_blocked' }])
    const lines = timeLines(priceSeries(given), 'EUR', given.spans, breaks, [
      { at: at(20), type: 'watch.failing' },
    ])
    expect(lines.timesMs).toEqual([ms(0), ms(10), ms(10) + 1, ms(20), ms(40) - 1, ms(40), ms(50)])
    expect(lines.values).toEqual([[2, 2, null, null, null, 2, 2]])
    expect(lines.notes[3]).toBe('checks failed (upstream_blocked), checks are failing')
  })

  it('break until now where checks still fail', () => {
    const gap = { from: at(20), to: at(30), outcome: 'upstream_failed' }
    const given = history([span(0, 10, { price: eur('2.00') })], [gap])
    const breaks = breaksOf(given)
    expect(breaks).toEqual([{ fromMs: ms(10), toMs: ms(60), outcome: 'upstream_failed' }])
    const series = priceSeries(given)
    const { values } = timeLines(series, 'EUR', given.spans, breaks, [])
    // What was seen last stays in view, as a line of its own.
    expect(linesOf(series, values)).toMatchObject([
      { title: 'Price', values: [2, 2, null, null] },
      { title: 'Price, last known', values: [null, 2, 2, 2], isOld: true },
    ])
  })

  it('of a variant break while it is not listed', () => {
    const sizes = (...names: string[]) => ({
      variants: Object.fromEntries(names.map(name => [name, { price: eur('5.00') }])),
    })
    const given = history([
      span(0, 10, sizes('S', 'M')),
      span(20, 30, sizes('S')),
      span(40, 50, sizes('S', 'M')),
    ])
    const series = priceSeries(given)
    expect(series.map(one => one.title)).toEqual(['S', 'M'])
    expect(timeLines(series, 'EUR', given.spans, [], []).values[1]).toEqual([5, 5, null, null, 5, 5])
  })

  it('break while checks see no price at all', () => {
    const given = history([
      span(0, 10, { price: eur('2.00') }),
      span(20, 30, { price: null, availability: 'out_of_stock' }),
      span(40, 50, { price: eur('1.50') }),
    ])
    const lines = timeLines(priceSeries(given), 'EUR', given.spans, [], [])
    expect(lines.values).toEqual([[2, 2, null, null, 1.5, 1.5]])
    expect(lines.notes[2]).toBe('no price in EUR')
  })

  it('never join two currencies', () => {
    const given = history([
      span(0, 10, { price: eur('2.00') }),
      span(20, 30, { price: { amount: '3.00', currency: 'GBP' } }),
      span(40, 50, { price: eur('2.50') }),
    ])
    const series = priceSeries(given)
    expect(currenciesOf(series)).toEqual(['EUR', 'GBP'])
    expect(timeLines(series, 'EUR', given.spans, [], []).values).toEqual([[2, 2, null, null, 2.5, 2.5]])
    expect(timeLines(series, 'GBP', given.spans, [], []).values).toEqual([[null, null, 3, 3, null, null]])
  })
})

describe('stream of changes', () => {
  it('is read event by event, however it is split into chunks', async () => {
    const text = 'retry: 2000\nid: 7\n\nid: 8\nevent: price.changed\ndata: {"id":"8"}\n\n:\n\nid: 9\nda'
    const bytes = new TextEncoder().encode(`${text}ta: {"name":"Schürze"}\n\n`)
    const body = new ReadableStream<BufferSource>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await Array.fromAsync(readEvents(body))).toEqual([
      { id: '7', data: '' },
      { id: '8', data: '{"id":"8"}' },
      { id: undefined, data: '' },
      { id: '9', data: '{"name":"Schürze"}' },
    ])
  })
})

describe('the list of watches', () => {
  const watch = (id: string, url: string, amount: string, more: Partial<Watch> = {}) =>
    ({
      id,
      name: id,
      url,
      operation: 'general.product',
      params: {},
      tags: [],
      state: 'ok',
      ...more,
      facts: { price: eur(amount) },
      last_check: { at: at(Number(amount)), outcome: 'ok' },
    }) as unknown as Watch
  const all = [
    watch('Oak lamp', 'https://b.example/1', '30'),
    watch('Brass lamp', 'https://a.example/2', '10', { state: 'failing', tags: ['desk'] }),
    watch('Rug', 'https://b.example/3', '20'),
  ]
  it.each<[string, Partial<Arrangement>, [string, string[]][]]>([
    ['as the server lists them', {}, [['', ['Oak lamp', 'Brass lamp', 'Rug']]]],
    ['by name', { sort: 'name' }, [['', ['Brass lamp', 'Oak lamp', 'Rug']]]],
    ['by price', { sort: 'highest' }, [['', ['Oak lamp', 'Rug', 'Brass lamp']]]],
    ['by their last check', { sort: 'checked' }, [['', ['Oak lamp', 'Rug', 'Brass lamp']]]],
    ['with problems first', { sort: 'state' }, [['', ['Brass lamp', 'Oak lamp', 'Rug']]]],
    [
      'by shop',
      { isByShop: true },
      [
        ['a.example', ['Brass lamp']],
        ['b.example', ['Oak lamp', 'Rug']],
      ],
    ],
    ['by words of the name', { words: 'lamp oak' }, [['', ['Oak lamp']]]],
    ['by shop and tag', { words: 'a.example #desk' }, [['', ['Brass lamp']]]],
  ])('%s', (_, arrangement, expected) => {
    const groups = arrangeWatches(all, { ...AS_LISTED, ...arrangement })
    expect(groups.map(({ shop, watches }) => [shop, watches.map(one => one.id)])).toEqual(expected)
  })
})

it('a period within a day shows its hours', () => {
  expect(periodText(Date.UTC(2027, 0, 1), Date.UTC(2027, 0, 3))).toBe('1 Jan to 3 Jan')
  expect(periodText(Date.UTC(2027, 0, 1, 8), Date.UTC(2027, 0, 1, 17, 30))).toMatch(
    /^1 Jan, \d\d:00 to \d\d:30$/,
  )
})
