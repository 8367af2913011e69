// Knows which pages of listed shops had a price, so that a price that is no longer read is told from one that never was.
import { LRUCache } from 'lru-cache'
import { driftKey, isPurchasable, type ShopProduct } from '../../extract/listed-shop.ts'
import { PRODUCT_OPERATION } from '../../answer/operations/product-operation.ts'
import type { OperationState } from './drift-rule.ts'

/** How many pages a process remembers. For a forgotten one, the other pages of its shop decide. */
const PAGES_MAX = 50_000

const PRICE_RULE = {
  /** Pages of the shop after which a page that was never read is expected to have a price. */
  minPages: 3,
  /** The share of the shop's pages with a price from then on. */
  minShare: 0.9,
  /** Below this share, the shop's pages do without prices, and a page that loses its price is one of them. */
  minShareForKnownPage: 0.5,
} as const

/** `stateOf`: the stored statistics of the shop's fields; undefined if there are none yet. */
export function createPriceMemory(stateOf: (key: string) => OperationState | undefined) {
  const hadPrice = new LRUCache<string, true>({ maxSize: PAGES_MAX, sizeCalculation: () => 1 })
  return {
    /** Whether a page without a price should have one. Also remembers the page. */
    expectsPrice({ shop, url, hasPrice, isUnpriced, availability }: ShopProduct): boolean {
      if (hasPrice) {
        hadPrice.set(url, true)
        return false
      }
      if (isUnpriced || !isPurchasable(availability)) return false
      const { pages, share } = priceShare(stateOf(driftKey(PRODUCT_OPERATION, shop)))
      if (hadPrice.has(url)) return share >= PRICE_RULE.minShareForKnownPage
      return availability !== null && pages >= PRICE_RULE.minPages && share >= PRICE_RULE.minShare
    },
  }
}

/** Share of pages with a price in the baseline; while the price drifts, the share of before. */
function priceShare(state: OperationState | undefined): { readonly pages: number; readonly share: number } {
  const price = state?.fields['/price']
  if (!price) return { pages: state?.answers ?? 0, share: 1 }
  return { pages: price.n, share: price.n === 0 ? 1 : 1 - price.absent / price.n }
}
