// The operations that return one shape for every shop, numbers 22 to 25.
import type { SiteAdapter } from '#kit/define/define'
import { createCatalogOperation } from './catalog-operation.ts'
import type { CompositeOperation } from './composite.ts'
import { createOffersOperation } from './offers-operation.ts'
import { createProductOperation } from './product-operation.ts'
import { createSearchOperation } from './search-operation.ts'

/** Takes the place of a site in scopes, documents and usage. */
export const generalSite: SiteAdapter = {
  name: 'general',
  about: 'Every shop in one shape',
  operations: [],
}

export interface GeneralExamples {
  /** A product page of one of the sites. */
  readonly productUrl: string
  /** A shop with a catalog. */
  readonly shop: string
}

export function createGeneralOperations(
  sites: readonly SiteAdapter[],
  examples: GeneralExamples,
): readonly CompositeOperation[] {
  return [
    createProductOperation(sites, examples.productUrl),
    createSearchOperation(sites),
    createOffersOperation(sites),
    createCatalogOperation(sites, examples.shop),
  ]
}
