// What the pages of the sandbox state is in the general answer, for products of every site and market.
import { describe, expect, it } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { findLeftovers } from './find-leftovers.ts'
import { isOtherThan, reasonFor } from './leftover-reasons.ts'
import { readSandboxProducts } from './sandbox-products.ts'

const PRODUCTS = 4

describe('products of the sandbox', () => {
  it.each(sites.filter(site => site.product).map(site => site.name))(
    'of %s have what their documents state',
    async site => {
      for (const { url, product, documents } of await readSandboxProducts(site, PRODUCTS)) {
        expect(documents, url).not.toEqual([])
        expect(product.disputed, url).toEqual([])
        const left = findLeftovers(product, documents, isOtherThan(product)).filter(
          leftover => reasonFor(site, leftover) === undefined,
        )
        expect({ url, left }).toEqual({ url, left: [] })
      }
    },
  )
})
