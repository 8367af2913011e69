// The reader on classes of pages that it once misread on hosts nobody had seen.
import { describe, expect, it } from 'vitest'
import { type Product, readProduct } from '#reader'
import { CLASSES, makeClassTraps } from './class-traps.ts'

const traps = makeClassTraps()
const AMOUNTS = new Set(['price', 'list_price'])

function failuresOf(kind: string): string[] {
  return traps
    .filter(trap => trap.kind === kind)
    .flatMap(({ id, html, url, wanted }) => {
      const product = readProduct(html, url)
      const all = { is_product: true, ...wanted }
      return (Object.keys(all) as (keyof Product)[])
        .filter(field => !isSame(field, product[field], all[field]))
        .map(
          field => `${id}: ${field} is ${JSON.stringify(product[field])}, not ${JSON.stringify(all[field])}`,
        )
    })
}

function isSame(field: string, got: unknown, wanted: unknown): boolean {
  if (got === wanted) return true
  return AMOUNTS.has(field) && got !== null && wanted !== null && Number(got) === Number(wanted)
}

describe('classes of misread pages', () => {
  it('come in three languages and three kinds of markup, each page different', () => {
    expect(traps.length).toBe(Object.keys(CLASSES).length * 9)
    expect(new Set(traps.map(({ html }) => html)).size).toBe(traps.length)
  })

  it.each(Object.keys(CLASSES))('%s', kind => {
    expect(failuresOf(kind)).toEqual([])
  })
})
