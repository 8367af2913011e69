// everyUnder: all values of a name, in document order, however deep.
import { describe, expect, it } from 'vitest'
import { findByKey } from './find-by-key.ts'

describe('everyUnder', () => {
  it.each([
    ['nothing', undefined, []],
    ['a text', 'product', []],
    ['the top', { product: 1 }, [1]],
    ['a null', { product: null }, [null]],
    ['a list in between', { queries: [{ product: 1 }, { data: { product: 2 } }] }, [1, 2]],
    ['one inside another', { product: { id: 1, product: 2 } }, [{ id: 1, product: 2 }, 2]],
    ['names that only look alike', { products: 1, Product: 2 }, []],
  ])('finds %s', (_, root, expected) => {
    expect(findByKey(root, 'product')).toEqual(expected)
  })

  it('goes as deep as a page does', () => {
    let root: unknown = { product: 'bottom' }
    for (let depth = 0; depth < 200_000; depth++) root = { inner: root }
    expect(findByKey(root, 'product')).toEqual(['bottom'])
  })
})
