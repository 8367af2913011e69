// What one reader found out about the product, before the readers' findings are weighed.
import type { Crumb } from '../tidy/breadcrumbs.ts'

export type Availability = 'InStock' | 'OutOfStock'

export type Variant = {
  name?: string | undefined
  sku?: string | undefined
  price?: string | undefined
  currency?: string | undefined
  availability?: Availability | undefined
}

export type ProductRating = { value: number; best?: number | undefined; count?: number | undefined }

export type Facts = {
  name?: string | undefined
  brand?: string | undefined
  sku?: string | undefined
  mpn?: string | undefined
  gtin?: string | undefined
  /** Exact decimal. */
  price?: string | undefined
  /** ISO code. */
  currency?: string | undefined
  originalPrice?: string | undefined
  availability?: Availability | undefined
  images?: string[] | undefined
  description?: string | undefined
  breadcrumbs?: Crumb[] | undefined
  rating?: ProductRating | undefined
  variants?: Variant[] | undefined
}

export type Source = 'json-ld' | 'microdata' | 'open-graph' | 'embedded' | 'label' | 'page' | 'url' | 'domain'

const GONE =
  /out.?of.?stock|sold.?out|discontinued|back.?order|unavailable|not.?available|^(?:oos|0|no|false)$/i
const THERE =
  /in.?stock|limited|online.?only|in.?store.?only|pre.?order|pre.?sale|available|^(?:instock|1|yes|true)$/i

/** schema.org's states and their usual misspellings, in the two that can be acted on: may be bought, or not. */
export function parseAvailability(value: unknown): Availability | undefined {
  if (typeof value !== 'string') return undefined
  const state = value.trim().replace(/^.*[/#]/, '')
  if (GONE.test(state)) return 'OutOfStock'
  return THERE.test(state) ? 'InStock' : undefined
}
