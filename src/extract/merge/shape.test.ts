// The two ends of a mapping: neutral values are removed, nulls are filled in.
import { describe, expect, it } from 'vitest'
import { generalProduct, searchResult } from '#kit/product/general-product'
import { applyDefaults } from '#kit/schema/apply-defaults'
import { type PlainSchema, t } from '#kit/schema/schema'
import { absencesOf, findAbsent } from '#kit/schema/find-absent'
import { completeShape } from './complete-shape.ts'
import { dropNeutral } from '#kit/schema/drop-neutral'
import { joinPositions, traceReads } from './trace-pages.ts'

describe('dropNeutral', () => {
  it('removes exactly the listed fields', () => {
    const native = { a: '', b: { c: 0, d: 0 }, 'x/y': true, rows: [{ price: 0 }, { price: 0 }] }
    expect(dropNeutral(native, ['/a', '/b/c', '/x~1y', '/rows/1/price'])).toEqual({
      b: { d: 0 },
      rows: [{ price: 0 }, {}],
    })
    expect(native.a).toBe('')
  })

  it('ignores pointers to missing fields', () => {
    expect(dropNeutral({ a: 1 }, ['/b/c', '/a/x', '/rows/0'])).toEqual({ a: 1 })
  })
})

describe('addresses', () => {
  const good = 'https://shop.example/a'
  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
  ])('%j is given nowhere', bad => {
    const product = completeShape(generalProduct as PlainSchema, {
      url: good,
      site: 'shop',
      name: 'Lamp',
      fetched_at: '2026-01-15T00:00:00Z',
      images: [bad, good, '//cdn.example/a.jpg'],
      breadcrumbs: [{ name: 'Lamps', url: bad }],
      variants: [{ sku: 'A', url: bad }],
    })
    expect(product).toMatchObject({
      images: [good, '//cdn.example/a.jpg'],
      breadcrumbs: [{ name: 'Lamps', url: null }],
      variants: [{ sku: 'A', url: null }],
    })
    const found = completeShape(searchResult as PlainSchema, {
      site: 'shop',
      name: 'Lamp',
      url: bad,
      image: bad,
    })
    expect(found).toMatchObject({ url: null, image: null })
    const schema = t.object({ url: t.url(), images: t.list(t.url()), link: t.orNull(t.url()) })
    expect(
      applyDefaults(schema as PlainSchema, { url: bad, images: [bad, good], link: bad }, []),
    ).toMatchObject({
      value: { url: '', images: [good], link: null },
      absent: ['/url', '/images/*', '/link'],
    })
  })
})

describe('completeShape', () => {
  const bare = {
    url: 'https://shop.example/p',
    site: 'shop',
    name: ' Lamp ',
    fetched_at: '2026-01-15T00:00:00Z',
  }
  const complete = completeShape(generalProduct as PlainSchema, {
    ...bare,
    brand: '',
    images: ['a', '', undefined],
    rating: { count: 3 },
    breadcrumbs: [{ url: 'x' }, { name: 'Lamps' }],
    variants: [{ sku: 'A' }],
  }) as Record<string, unknown>

  it('fills in null for missing values and empty strings', () => {
    expect(complete).toMatchObject({ name: 'Lamp', brand: null, price: null, images: ['a'], rating: null })
    expect(complete.breadcrumbs).toEqual([{ name: 'Lamps', url: null }])
    expect(complete).not.toHaveProperty('sources')
  })

  it('returns undefined without a name', () => {
    expect(completeShape(generalProduct as PlainSchema, { ...bare, name: ' ' })).toBeUndefined()
  })

  it('lists every null and every empty list by its pointer', () => {
    const absent = findAbsent({}, complete)
    expect(absent).toContain('/variants/0/price')
    expect(absent).toContain('/attributes')
    expect(absent).not.toContain('/name')
  })
})

describe('absent fields', () => {
  const value = { operation: null, price: null, list: [{ a: null, b: 1 }, { a: null }, { a: 2 }], other: [] }

  it('leave out a null that states something', () => {
    expect(findAbsent({ statedNulls: ['/operation'] }, value)).toEqual([
      '/price',
      '/list/0/a',
      '/list/1/a',
      '/other',
    ])
  })

  it('of an answer with rows are those of its rows', () => {
    const absentAt = ['/list/0/a', '/list/1/a']
    expect(absencesOf({ rows: 'list' }, value)).toEqual({ absent: ['/list/*/a'], absentAt })
    expect(absencesOf({ rows: 'list' }, { list: [], product: null })).toEqual({ absent: [], absentAt: [] })
    expect(absencesOf({}, value).absent).toEqual(['/operation', '/price', '/list/*/a', '/other'])
  })
})

describe('traceReads', () => {
  it('reports which plain values were read', () => {
    const read = new Set<string>()
    const traced = traceReads({ a: { b: 1, c: 2 }, list: [{ d: 'x' }, { d: 'y' }] }, pointer =>
      read.add(pointer),
    )
    expect([traced.a.b, traced.list.map(({ d }) => d).join('')]).toEqual([1, 'xy'])
    expect([...read]).toEqual(['/a/b', '/list/0/d', '/list/1/d'])
    expect(joinPositions(read)).toEqual(['/a/b', '/list/*/d'])
    expect(joinPositions(['/list/0/x/1', '/list/0/x/2', '/list/0/y'])).toEqual(['/list/0/x/*', '/list/0/y'])
  })
})
