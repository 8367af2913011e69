// Operation 14: one product, joined from the catalogue's description and the shop's variants of one country.
import { defineOperation, Fault, ifOpen, param, withPlaceholders } from '#kit'
import { placeholders } from './placeholders.ts'
import { loadCatalogue, readCatalogue } from './catalogue.ts'
import { loadCommerce, readCommerce } from './commerce-api.ts'
import { product as result } from './product.schema.ts'
import { loadVariants, readVariants } from './variants.ts'

export const product = defineOperation({
  id: 'fastfashion2.product',
  number: 14,
  summary: 'One product with price and stock of every colour and size',
  params: {
    id: param.identifier('Id of the product: the six digits in which its address ends'),
    url: param.productUrl(),
    country: param.country("Country whose prices and stock are wanted; the address's own or else UK", [
      'UK',
      'FR',
    ]),
  },
  lookup: ['url', 'id'],
  result: withPlaceholders(result, placeholders),
  core: ['/id', '/name'],
  prices: [{ amount: '/variants/*/pricing/sale' }, { amount: '/variants/*/pricing/standard' }],
  freshForS: 900,
  example: { id: '400005', country: 'UK' },

  async load({ id, url, country }, get, site) {
    const wanted = {
      id: id === undefined ? idFromUrl(url) : id,
      country: country ?? countryFromUrl(url) ?? 'UK',
    }
    if (site.origins.commerce) return loadCommerce(wanted, get)
    // The page holds the variants of its own country only.
    const page = url !== undefined && (countryFromUrl(url) ?? 'UK') === wanted.country ? url : undefined
    const [variants, catalogue] = await Promise.allSettled([
      ifOpen(loadVariants(wanted, page, get, site)),
      loadCatalogue(wanted.id, get, site),
    ])
    // The shop's own fault first: only it knows what "not found" means.
    return { variants: valueOrThrow(variants), catalogue: valueOrThrow(catalogue) }
  },

  extract(pages, { id, url }) {
    if ('detail' in pages) return readCommerce(pages)
    return {
      ...readCatalogue(pages.catalogue, id === undefined ? idFromUrl(url) : id),
      variants: pages.variants && readVariants(pages.variants),
    }
  },
})

function valueOrThrow<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The last six digits before `.html`; newer addresses have `/products/<id>`. */
function idFromUrl(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  const id = /(\d{6})\.html$/.exec(path)?.[1] ?? /\/products\/([\w-]+)/.exec(path)?.[1]
  if (id === undefined) throw new Fault('not_found', 'the address names no product')
  return id
}

/** `/uk/en/product/…` */
function countryFromUrl(url: string | undefined): 'UK' | 'FR' | undefined {
  const country = /\/(uk|gb|fr)\/[a-z]{2}\/products?\//i.exec(url ?? '')?.[1]?.toLowerCase()
  return country === undefined ? undefined : country === 'fr' ? 'FR' : 'UK'
}
