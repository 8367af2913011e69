// Which results of a search are shown, and in which order. Pure.
import type { Found } from '../model/general.ts'

export type FoundOrder = 'best' | 'cheap' | 'dear' | 'name'

export interface FoundChoice {
  readonly words: string
  /** Empty for all. */
  readonly site: string
  readonly order: FoundOrder
}

type Result = Found['results'][number]

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Amounts of one currency stand together, the most frequent first; results without a price come last. */
export function chooseFound(results: readonly Result[], { words, site, order }: FoundChoice): Result[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = results.filter(one => {
    const text = [one.name, one.brand, one.site].join(' ').toLowerCase()
    return (site === '' || one.site === site) && wanted.every(word => text.includes(word))
  })
  if (order === 'best') return found
  if (order === 'name') return found.toSorted((a, b) => collator.compare(a.name, b.name))
  const counts = Map.groupBy(found, one => one.price?.currency)
  const direction = order === 'cheap' ? 1 : -1
  return found.toSorted((a, b) => {
    if (!a.price || !b.price) return Number(!a.price) - Number(!b.price)
    if (a.price.currency !== b.price.currency) {
      const [one, other] = [a, b].map(({ price }) => counts.get(price?.currency)?.length ?? 0)
      return (other ?? 0) - (one ?? 0) || collator.compare(a.price.currency, b.price.currency)
    }
    return (Number(a.price.amount) - Number(b.price.amount)) * direction
  })
}
