// Operation 22: one product of any shop, in the general shape.
import type { SiteAdapter } from '#kit/define/define'
import { generalProduct } from '#kit/product/general-product'
import * as param from '#kit/params/param-specs'
import type { Params } from '#kit/params/param-specs'
import type { CompositeOperation } from './composite.ts'
import { invalidParams, urlNotListed } from './invalid-params.ts'
import { productCall } from './site-product.ts'
import { STATED_NULLS } from '../../extract/merge/complete-shape.ts'

const params = {
  url: param.productUrl('URL of a product page, on the host of a site or on a host listed in `reader.hosts`'),
  country: param.anyCountry('Country of the offer, for shops that serve several countries'),
  language: param.language('Language of the texts, for shops that offer several'),
  include: param.anyOf('Optional parts to add to the answer', ['sources', 'absent']),
}

export const PRODUCT_OPERATION = 'general.product'

/** `exampleUrl`: a product page that exists in the sandbox. */
export function createProductOperation(
  sites: readonly SiteAdapter[],
  exampleUrl: string,
): CompositeOperation {
  return {
    id: PRODUCT_OPERATION,
    number: 22,
    summary: 'One product of any shop, in one shape',
    path: '/api/v2/product',
    params,
    lookup: ['url'],
    result: generalProduct,
    core: ['/url', '/site', '/name'],
    statedNulls: STATED_NULLS,
    // An answer is cached at most as long as the site's own, from which it is made.
    freshForS: 900,
    example: { url: exampleUrl },

    resolve(values, shops) {
      const { country, language, include = [] } = values as Params<typeof params>
      const shopPage = shops.shopOf(String(values.url))
      if (!shopPage) throw urlNotListed()
      const { shop, url } = shopPage
      const resolved = { ...values, url }
      const site = sites.find(one => one.name === shop.adapter)
      if (site)
        return { params: resolved, siteCall: productCall(site, { url, country, language }, { include }) }
      if (country ?? language)
        throw invalidParams('url', 'a shop without an adapter takes no country or language')
      return { params: resolved, listed: { shop, url, include } }
    },
  }
}
