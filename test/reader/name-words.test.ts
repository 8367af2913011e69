// A word of the product's name in its address is no article number, unless the page says so.
import { describe, expect, it } from 'vitest'
import { readProduct } from '#reader'

function skuOf(name: string, path: string, body = '', head = '') {
  const html = `<html lang="en"><head><title>${name}</title><link rel="canonical" href="https://shop.example${path}">${head}</head><body><main><h1>${name}</h1><p class="price">€15.00</p>${body}<button type="submit" name="add">Add to cart</button></main></body></html>`
  return readProduct(html, `https://shop.example${path}`).sku
}

describe('a word of the name and the address', () => {
  it.each([
    ['Oak plan2', '/products/plan2'],
    ['Oak plan2', '/products/oak-plan2'],
    ['Chair model30', '/p/chair-model30.html'],
    ['Chair Model30', '/p/chair-model30.html'],
  ])('%s at %s is no number', (name, path) => {
    expect(skuOf(name, path)).toBeNull()
  })

  it('is one with a label', () => {
    expect(skuOf('Oak plan2', '/products/plan2', '<p>SKU: plan2</p>')).toBe('plan2')
  })

  it('is one in data', () => {
    const data = { '@type': 'Product', name: 'Oak plan2', sku: 'plan2' }
    const head = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    expect(skuOf('Oak plan2', '/products/plan2', '', head)).toBe('plan2')
  })
})
