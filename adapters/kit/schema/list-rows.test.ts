// Rows: unreadable ones are dropped and counted; more than a fifth means that the page has changed.
import { describe, expect, it } from 'vitest'
import { applyDefaults } from './apply-defaults.ts'
import { Fault, must } from '../fault.ts'
import { readRows, withMissingRows } from './list-rows.ts'
import { t } from './schema.ts'

const list = t.list(t.object({ id: t.text(), image: t.text() }))
const search = t.object({ results: list, total: t.integer() })
const CORE = ['/*/id']

function rowsOf(good: number, bad: number, broken?: unknown): unknown[] {
  const row = (index: number) => ({ id: `${index}`, image: 'x' })
  return [...Array.from({ length: bad }, () => broken), ...Array.from({ length: good }, (_, i) => row(i))]
}

describe('a row', () => {
  it.each([
    ['that is unreadable', undefined],
    ['that is null', null],
    ['without its core field', { id: undefined, image: 'x' }],
    ['with an empty core field', { id: '', image: undefined }],
  ])('%s is dropped and counted, without affecting the others', (_what, broken) => {
    const { value, absent, absentAt, dropped } = applyDefaults(list, rowsOf(4, 1, broken), CORE)
    expect(value).toHaveLength(4)
    expect(absent).toEqual(['/*'])
    expect(absentAt).toEqual([])
    expect(dropped).toEqual({ '/*': 1 })
  })

  it.each([
    [4, 1, true],
    [3, 1, false],
    [8, 2, true],
    [7, 2, false],
    [0, 1, false],
    [0, 0, true],
  ])('%i good and %i bad: up to a fifth is tolerated, more is upstream_changed', (good, bad, isAnswer) => {
    const settle = () => applyDefaults(list, rowsOf(good, bad, { id: undefined, image: 'x' }), CORE)
    if (isAnswer) expect(settle().value).toHaveLength(good)
    else expect(settle).toThrow(expect.objectContaining({ code: 'upstream_changed', field: '/*/id' }))
  })

  it('inside an object is counted under its own pointer', () => {
    const draft = { results: rowsOf(9, 1), total: 10 }
    expect(applyDefaults(search, draft, ['/results/*/id']).dropped).toEqual({ '/results/*': 1 })
  })

  it('of a list without core fields is dropped without a fault, however many there are', () => {
    const product = t.object({ name: t.text(), images: t.list(t.text()) })
    const { value, dropped } = applyDefaults(product, { name: 'a', images: [undefined, 'x'] }, ['/name'])
    expect(value).toEqual({ name: 'a', images: ['x'] })
    expect(dropped).toEqual({ '/images/*': 1 })
  })

  it('is listed with its position in the answer, not in the page', () => {
    const { absentAt } = applyDefaults(
      list,
      [undefined, ...rowsOf(4, 0), { id: '9', image: undefined }],
      CORE,
    )
    expect(absentAt).toEqual(['/4/image'])
  })
})

describe('rows that the page counts but does not show', () => {
  it('are dropped like unreadable ones', () => {
    const draft = withMissingRows(rowsOf(4, 0), { unread: 1 })
    expect(applyDefaults(list, draft, CORE).dropped).toEqual({ '/*': 1 })
    expect(() => applyDefaults(list, withMissingRows(rowsOf(3, 0), { unread: 1 }), CORE)).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field: '/*' }),
    )
  })

  it('are listed, but are not a change, when the page has not loaded them yet', () => {
    const draft = withMissingRows(rowsOf(2, 0), { withoutProduct: 16 })
    expect(applyDefaults(list, draft, CORE)).toMatchObject({ dropped: { '/*': 16 }, absent: ['/*'] })
  })

  it('are never negative', () => {
    const draft = withMissingRows(rowsOf(2, 0), { unread: -3 })
    expect(applyDefaults(list, draft, CORE).dropped).toEqual({})
  })
})

describe('readRows', () => {
  it('drops a row that has changed, and hides no other error', () => {
    const read = (row: string | undefined) => must(row, 'row')
    expect([...readRows(['a', undefined], read)]).toEqual(['a', undefined])
    expect(() => applyDefaults(list, readRows([undefined], read), CORE)).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field: 'row' }),
    )
    expect(() =>
      readRows(['a'], () => {
        throw new Fault('not_found', 'gone')
      }),
    ).toThrow('gone')
    expect(() =>
      readRows(['a'], () => {
        throw new TypeError('ours')
      }),
    ).toThrow('ours')
  })
})
