// References in JSON-LD: followed where they describe a product, without ever going round in a circle.
import { describe, expect, it } from 'vitest'
import { followReferences } from './json-ld.ts'

describe('references', () => {
  it('are replaced by the item that they name, in any block and at any depth', () => {
    const product = {
      '@id': '#p',
      '@type': 'Product',
      offers: [{ '@id': '#o' }],
      brand: { '@id': '#b', '@type': 'Brand' },
    }
    const blocks = [
      { '@graph': [product, { '@id': '#o', price: 5, seller: { '@id': '#s' } }] },
      { '@id': '#b', '@type': 'Brand', name: 'Lumen' },
      { '@id': '#s', name: 'Traders' },
    ]
    const [graph] = followReferences(blocks) as [{ '@graph': unknown[] }]
    expect(graph['@graph'][0]).toEqual({
      '@id': '#p',
      '@type': 'Product',
      offers: [{ '@id': '#o', price: 5, seller: { '@id': '#s', name: 'Traders' } }],
      brand: { '@id': '#b', '@type': 'Brand', name: 'Lumen' },
    })
  })

  it('that lead back to an item around them stay as they are', () => {
    const blocks = [
      { '@id': '#p', name: 'Lamp', offers: { '@id': '#o' } },
      { '@id': '#o', price: 5, itemOffered: { '@id': '#p' } },
    ]
    expect(followReferences(blocks)[0]).toEqual({
      '@id': '#p',
      name: 'Lamp',
      offers: { '@id': '#o', price: 5, itemOffered: { '@id': '#p' } },
    })
  })

  it('of a page to its product, and to items that are not there, are left alone', () => {
    const blocks = [
      { '@id': '#page', mainEntity: { '@id': '#p' } },
      { '@id': '#p', name: 'Lamp', brand: { '@id': '#nowhere' } },
    ]
    expect(followReferences(blocks)).toEqual(blocks)
  })

  it('are not read where there are none', () => {
    const blocks = [{ '@id': '#p', name: 'Lamp', offers: { price: 5 } }]
    expect(followReferences(blocks)).toBe(blocks)
  })

  it('that multiply are followed a limited number of times', () => {
    const blocks = Array.from({ length: 30 }, (_, place) => ({
      '@id': `#${place}`,
      name: 'Lamp',
      offers: [{ '@id': `#${place + 1}` }, { '@id': `#${place + 1}` }],
    }))
    expect(JSON.stringify(followReferences(blocks)).length).toBeLessThan(2_000_000)
  })
})
