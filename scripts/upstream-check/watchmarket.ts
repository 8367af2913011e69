// The recorded samples of watchmarket: whole pages, so only their URLs are restored.
import type { ReadSample, Sample } from './sample.ts'

const SITE = 'https://watchmarket.example'

export function samples(read: ReadSample): Sample[] {
  return [...searches(read), ...listings(read)]
}

interface Listing {
  readonly id: string
  readonly badge: string | null
  readonly price: { readonly amount: number; readonly currency: string; readonly symbol: string }
  readonly images: readonly string[]
  readonly location: string
  readonly shipping: string
}

interface Search {
  readonly stats: unknown
  readonly results: readonly Listing[]
}

function searches(read: ReadSample): Sample[] {
  const address = `${SITE}/search/index.htm?dosearch=true&query=words&sortorder=5&pageSize=60&currencyId=USD`
  return [
    {
      name: 'search-1.html',
      operation: 'watchmarket.search',
      params: { query: 'words' },
      responses: { [address]: read('search-1.html') },
      summarize: result => {
        const { stats, results } = result as Search
        return {
          stats,
          cards: results.length,
          badges: countValues(results.map(one => String(one.badge))),
          locations: countValues(results.map(one => one.location)),
          shipping: countValues(results.map(one => one.shipping.replace(/\d+/g, 'N'))),
          images: countValues(results.map(one => String(one.images.length))),
          first: results[0],
          last: results.at(-1),
        }
      },
    },
  ]
}

function listings(read: ReadSample): Sample[] {
  const page = read('product-1.html')
  const address = `${SITE}/brand/some-watch--id1.htm`
  return [
    {
      name: 'product-1.html',
      operation: 'watchmarket.product',
      params: { url: address },
      responses: { [address]: page },
      summarize: result => result,
    },
  ]
}

function countValues(values: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
