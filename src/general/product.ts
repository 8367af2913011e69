// Operation 22: one product of any shop, in the general shape.
import type { Site } from '../kit/define.ts'
import { generalProduct, type GeneralProduct } from '../kit/general/general-product.ts'
import * as param from '../kit/param-specs.ts'
import type { Params } from '../kit/param-specs.ts'
import { findAbsent } from '../kit/general/find-absent.ts'
import type { Composed, CompositeOperation, Subrequests } from './composite.ts'
import { invalidParams, urlNotListed } from './invalid-params.ts'
import { askForProduct } from './native-product.ts'
import { toReaderProduct } from './reader-product.ts'

const params = {
  url: param.productUrl('URL of a product page, on the host of a site or on a host listed in `reader.hosts`'),
  country: param.anyCountry('Country of the offer, for shops that serve several countries'),
  language: param.language('Language of the texts, for shops that offer several'),
  include: param.anyOf('Optional parts to add to the answer', ['sources', 'absent']),
}

/** No adapter, variants that all cost the same, and the parts that `include` adds. */
const STATED_NULLS = ['/operation', '/price_max', '/sources', '/absent']

/** `exampleUrl`: a product page that exists in the sandbox. */
export function createProductOperation(sites: readonly Site[], exampleUrl: string): CompositeOperation {
  return {
    id: 'general.product',
    number: 22,
    summary: 'One product of any shop, in one shape',
    path: '/api/v2/product',
    params,
    lookup: ['url'],
    result: generalProduct,
    core: ['/url', '/site', '/name'],
    statedNulls: STATED_NULLS,
    // At most as long as the site's own answer, which is the one that is cached.
    freshForS: 900,
    example: { url: exampleUrl },

    resolve(values, reach) {
      const destination = reach.destinationOf(String(values.url))
      if (!destination) throw urlNotListed()
      return { ...values, url: destination.url }
    },

    async compose(values, subrequests) {
      const { url, country, language, include = [] } = values as Params<typeof params>
      const destination = subrequests.reach.destinationOf(String(url))
      if (destination?.kind === 'reader') {
        if (country ?? language)
          throw invalidParams('url', 'a shop without an adapter takes no country or language')
        return readShopPage(destination, include, subrequests)
      }
      const site = destination?.kind === 'site' && sites.find(one => one.name === destination.site)
      if (!site) throw urlNotListed()
      const { product, answers } = await askForProduct(site, { url, country, language }, subrequests, {
        withSources: include.includes('sources'),
      })
      return {
        value: withAbsent(product, include),
        source: answers[0]?.source ?? '',
        alternate: answers[0]?.address ?? '',
        madeAtMs: Math.min(...answers.map(answer => answer.madeAtMs)),
        freshUntilMs: Math.min(...answers.map(answer => answer.freshUntilMs)),
      }
    },
  }
}

const READ_FRESH_FOR_MS = 900_000

async function readShopPage(
  { shop, url }: { readonly shop: string; readonly url: string },
  include: readonly string[],
  subrequests: Subrequests,
): Promise<Composed> {
  const page = await subrequests.readProductPage(url)
  const madeAtMs = subrequests.nowMs()
  const read = { read: page.product, url: page.url, shop, fetchedAtMs: madeAtMs }
  const product = toReaderProduct(read, include.includes('sources'))
  return {
    value: withAbsent(product, include),
    source: page.url,
    alternate: '',
    madeAtMs,
    freshUntilMs: madeAtMs + READ_FRESH_FOR_MS,
  }
}

function withAbsent(product: GeneralProduct, include: readonly string[]): GeneralProduct {
  return include.includes('absent')
    ? { ...product, absent: findAbsent({ statedNulls: STATED_NULLS }, product) }
    : product
}
