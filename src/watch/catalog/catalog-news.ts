// What a change of a catalogue says: how many products, a few of them, and where to read all. Pure.
import type { ChangedFacts } from '../changes.ts'

export interface CatalogNews {
  readonly run: number
  readonly count: number
  readonly sample: readonly {
    readonly url: string
    readonly name: string | null
    readonly image: string | null
  }[]
}

export const COUNT_SERIES = 'product_count'
/** Beside the facts of a change, as JSON. */
export const CATALOG_SERIES = '@catalog'
/** A message has room for so many. */
export const SAMPLE_ROWS = 10

export function newsOfChange({ after }: { readonly after: ChangedFacts }): CatalogNews | undefined {
  const text = after[CATALOG_SERIES]
  return typeof text === 'string' ? (JSON.parse(text) as CatalogNews) : undefined
}

export function withoutNews(facts: ChangedFacts): ChangedFacts {
  const { [CATALOG_SERIES]: _, ...rest } = facts
  return rest
}
