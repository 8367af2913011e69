// Operation 14: one product, joined from the catalogue's description and the shop's variants in one country.
import { asText, defineOperation, Fault, type Page, param, type ParamValues, withPlaceholders } from '#kit'
import { placeholders } from './placeholders.ts'
import { loadCatalogue, readCatalogue } from './catalogue.ts'
import { type CommercePages, loadCommerce, readCommerce } from './commerce-api.ts'
import { product as result } from './product.schema.ts'
import { loadVariants, mustBeOffered, readVariants } from './variants.ts'

export const product = defineOperation({
  id: 'fastfashion2.product',
  number: 14,
  summary: 'One product with price and stock of every colour and size',
  params: {
    id: param.identifier('Id of the product: the six digits at the end of its URL'),
    url: param.productUrl(undefined, {
      path: /\d{6}\.html|\/products?\/[^/?#]/i,
      form: '/<country>/<language>/product/<slug>-<6 digits>.html',
    }),
    country: param.country('Country of the prices and stock; defaults to the country in the URL, or UK', [
      'UK',
      'FR',
    ]),
  },
  lookup: ['url', 'id'],
  result: withPlaceholders(result, placeholders),
  core: ['/id', '/name'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/variants/*/pricing/sale' }, { amount: '/variants/*/pricing/standard' }],
  freshForS: 900,
  example: { id: '400005', country: 'UK' },

  way: 'interface',
  load(params, get, site): Promise<Loaded> {
    const wanted = requested(params)
    if (site.origins.commerce) return loadCommerce(wanted, get)
    const variants = loadVariants(wanted, get, site)
    // If the variants URL is missing or closed to us, the product page has the same map.
    const offered = wanted.page === undefined ? get.optional(() => variants) : mustBeOffered(variants)
    return joined(offered, loadCatalogue(wanted.id, variants, get, site))
  },
  otherWay: {
    name: 'catalogue and page',
    when: (params, { origins }) => origins.commerce !== undefined || requested(params).page !== undefined,
    load(params, get, site) {
      const wanted = requested(params)
      const variants = wanted.page === undefined ? loadVariants(wanted, get, site) : get(wanted.page)
      return joined(
        get.optional(() => variants),
        loadCatalogue(wanted.id, variants, get, site),
      )
    },
  },

  extract(pages, params) {
    if ('detail' in pages) return readCommerce(pages)
    return {
      ...readCatalogue(pages.catalogue, requestedId(params)),
      variants: pages.variants && readVariants(pages.variants),
    }
  },
})

export interface CataloguePages {
  readonly variants: Page | undefined
  readonly catalogue: Page
}

export type Loaded = CommercePages | CataloguePages

interface Requested {
  readonly id: string
  readonly country: 'UK' | 'FR'
  /** URL of the product page, if it has the variants of that country. */
  readonly page: string | undefined
}

function requested({ id, url, country }: ParamValues): Requested {
  const address = asText(url)
  const own = countryFromUrl(address) ?? 'UK'
  const wanted = country === 'FR' || country === 'UK' ? country : own
  return {
    id: requestedId({ id, url }),
    country: wanted,
    page: address !== undefined && own === wanted ? address : undefined,
  }
}

export function requestedId({ id, url }: ParamValues): string {
  return asText(id) ?? idFromUrl(String(url))
}

/** Variants contain no core field, and the catalogue decides whether the product exists. */
async function joined(
  loadingVariants: Promise<Page | undefined>,
  loadingCatalogue: Promise<Page>,
): Promise<Loaded> {
  const [variants, catalogue] = await Promise.all([loadingVariants, loadingCatalogue])
  return { variants, catalogue }
}

/** The last six digits before `.html`; newer URLs have `/products/<id>`. */
function idFromUrl(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  const id = /(\d{6})\.html$/.exec(path)?.[1] ?? /\/products\/([\w-]+)/.exec(path)?.[1]
  if (id === undefined) throw new Fault('not_found', 'the URL names no product')
  return id
}

/** `/uk/en/product/…` */
function countryFromUrl(url: string | undefined): 'UK' | 'FR' | undefined {
  const country = /\/(uk|gb|fr)\/[a-z]{2}\/products?\//i.exec(url ?? '')?.[1]?.toLowerCase()
  return country === undefined ? undefined : country === 'fr' ? 'FR' : 'UK'
}
