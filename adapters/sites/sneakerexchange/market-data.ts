// Reads bids, asks and sales of a product or of one size, in the three formats that the site has used.
import { asLooseNumber, asList, asObject, valueAt, type JsonObject, mustAgree } from '#kit'

/**
 * From the product itself, or from the second response if the product has no market data.
 *
 * A null ("no asks") has no number, and the contract allows no null here: it stays undefined, so the answer has the neutral
 * 0 and `Wares-Absent` names the field. A price is never taken from elsewhere.
 */
export function readMarketData(own: unknown, second: unknown) {
  const market = marketOf(own, second)
  if (!market) return undefined
  return {
    bids: {
      lowest_ask: amountOf(bidOf(market, 'lowestAsk')),
      highest_bid: amountOf(bidOf(market, 'highestBid')),
      number_asks: asLooseNumber(bidOf(market, 'numberOfAsks')),
      number_bids: asLooseNumber(bidOf(market, 'numberOfBids')),
    },
    sales: {
      last_sale: asLooseNumber(valueAt(market, 'salesInformation', 'lastSale')),
      sales_last_72h: asLooseNumber(valueAt(market, 'salesInformation', 'salesLast72Hours')),
    },
  }
}

/** One of the two as a whole: figures from different times are never mixed. */
export function marketOf(own: unknown, second: unknown): JsonObject | undefined {
  return asObject(hasBids(own) ? own : (second ?? own))
}

/** Checks that a product's lowest ask equals the lowest of its sizes, so that both are in the same units. */
export function checkLowestAsk(whole: Market, sizes: readonly { readonly market: Market }[]): void {
  const asks = sizes.map(size => size.market?.bids.lowest_ask).filter(ask => ask !== undefined && ask > 0)
  const lowest = asks.toSorted((one, other) => Number(one) - Number(other))[0]
  mustAgree(whole?.bids.lowest_ask, lowest, '/market/bids/lowest_ask')
}

type Market = ReturnType<typeof readMarketData>

/** Whether this is market data at all; an ask of null counts. */
function hasBids(market: unknown): boolean {
  return bidOf(market, 'lowestAsk') !== undefined
}

/** Whether the product or any of its sizes lacks market data. */
export function lacksMarketData(product: JsonObject): boolean {
  const all = [product, ...(asList(product.variants, variant => variant) ?? [])]
  return all.some(one => !hasBids(valueAt(one, 'market')))
}

// Both objects may exist, `state` with other contents: the key decides, not the object.
export function bidOf(market: unknown, key: string): unknown {
  const older = valueAt(market, 'bidAskData', key)
  return older === undefined ? valueAt(market, 'state', key) : older
}

/** Whole units of the currency: a number (2023-05), or an object with an amount (since 2023-12). */
export function amountOf(value: unknown): number | undefined {
  return asLooseNumber(value) ?? asLooseNumber(valueAt(value, 'amount'))
}
