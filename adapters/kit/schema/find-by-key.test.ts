// findByKey: all values under a name, in document order, at any depth.
import { describe, expect, it } from 'vitest'
import { findByKey } from './find-by-key.ts'

describe('findByKey', () => {
  it.each([
    ['nothing', undefined, []],
    ['a text', 'product', []],
    ['the top', { product: 1 }, [1]],
    ['a null', { product: null }, [null]],
    ['values inside a list', { queries: [{ product: 1 }, { data: { product: 2 } }] }, [1, 2]],
    ['a value inside another', { product: { id: 1, product: 2 } }, [{ id: 1, product: 2 }, 2]],
    ['nothing under similar names', { products: 1, Product: 2 }, []],
  ])('finds %s', (_, root, expected) => {
    expect(findByKey(root, 'product')).toEqual(expected)
  })

  it('handles deeply nested data', () => {
    let root: unknown = { product: 'bottom' }
    for (let depth = 0; depth < 200_000; depth++) root = { inner: root }
    expect(findByKey(root, 'product')).toEqual(['bottom'])
  })
})
