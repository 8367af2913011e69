// The address by which a page is judged, where it was kept without one or without its path.
import { describe, expect, it } from 'vitest'
import { type Product, readProduct } from '../index.ts'

describe('a page that was kept without its path', () => {
  const body = '<h1>Corvane lamp</h1><span class="price">€25.00</span><button>Add to cart</button>'
  const read = (head: string, url: string) =>
    readProduct(
      `<html lang="en"><head><title>Corvane lamp</title>${head}</head><body>${body}</body></html>`,
      url,
    )
  const canonical = '<link rel="canonical" href="https://www.shop.example/p/corvane-lamp-4711">'

  it('is judged by the address that it names', () => {
    const sure = read(canonical, 'https://shop.example/p/corvane-lamp-4711').confidence.is_product
    expect(read(canonical, 'https://shop.example/').confidence.is_product).toBe(sure)
    expect(read(canonical, 'https://unknown.invalid/').confidence.is_product).toBe(sure)
  })

  it('is not judged by the address of another host', () => {
    const foreign = '<link rel="canonical" href="https://other.example/p/corvane-lamp-4711">'
    expect(read(foreign, 'https://shop.example/')).toEqual(read('', 'https://shop.example/'))
  })

  it('is no home page where nobody knows its address', () => {
    const chance = ({ is_product: isProduct, confidence }: Product) =>
      isProduct ? confidence.is_product : 1 - (confidence.is_product ?? 0)
    const atHome = chance(read('', 'https://shop.example/'))
    expect(chance(read('', 'https://unknown.invalid/'))).toBeGreaterThanOrEqual(atHome ?? 1)
  })
})
