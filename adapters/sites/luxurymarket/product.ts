// Operation 18: one product. Simple mode prefers the page's JSON-LD, extended mode the page's state.
import {
  defineOperation,
  Fault,
  must,
  mustAgree,
  type Page,
  param,
  withPlaceholders,
  type SiteView,
} from '#kit'
import { placeholders } from './placeholders.ts'
import { readJsonLdProduct } from './json-ld-product.ts'
import { saysOutOfStock } from './out-of-stock.ts'
import { priceInState, readPageState } from './page-state.ts'
import { product as result, nullForMissing, noExtendedFields } from './product.schema.ts'

export const product = defineOperation({
  id: 'luxurymarket.product',
  number: 18,
  summary: 'One product: the main fields, or everything the site has, including sizes',
  params: {
    url: param.productUrl(undefined, {
      path: /item-\d/i,
      form: '/<country>/shopping/<gender>/<slug>-item-<id>.aspx',
    }),
    id: param.digits(
      'Id of the product; only in extended mode, and only if the operator has configured `id_template`',
    ),
    mode: param.withDefault(
      param.choice('`simple`: the main fields; `extended`: everything', ['simple', 'extended']),
      'simple',
    ),
    country: param.anyCountry('Country of the offer; defaults to the country in the URL'),
    language: param.language('Language of the texts; defaults to the language in the URL'),
  },
  lookup: ['url', 'id'],
  result: withPlaceholders(result, placeholders),
  core: ['/id', '/name'],
  mayBeNull: ['/name'],
  prices: [
    { amount: '/price', currency: '/price_currency' },
    { amount: '/original_price', currency: '/price_currency' },
    { amount: '/sizes/*/price', currency: '/sizes/*/price_currency' },
  ],
  freshForS: 900,
  example: { id: '17300125', mode: 'extended', country: 'FR', language: 'fr-FR' },

  load: (params, get, site) => get(productUrlFor(params, site)),

  extract(page, { mode }) {
    const read =
      mode === 'simple'
        ? (readJsonLdProduct(page) ?? readPageState(page))
        : (readPageState(page) ?? readJsonLdProduct(page))
    if (!read && saysOutOfStock(page)) {
      throw new Fault('not_found', 'the site shows only that the product is out of stock')
    }
    const { simple, extended, soldOut } = must(read, 'JSON-LD or page state')
    mustAgree(simple.price, mode === 'simple' ? priceInState(page) : toldPrice(page), '/price')
    // A sold-out product may lack a price; one in stock must have it.
    if (simple.price === undefined && !soldOut && !saysOutOfStock(page)) must(simple.price, '/price')
    return mode === 'simple' ? { ...simple, ...noExtendedFields } : { ...simple, ...nullForMissing(extended) }
  },
})

/** What the page tells search engines that the piece costs. */
function toldPrice(page: Page): number | undefined {
  return readJsonLdProduct(page)?.simple.price
}

type ProductRequest = (
  | { readonly url: string; readonly id: undefined }
  | { readonly url: undefined; readonly id: string }
) & {
  readonly mode: string
  readonly country: string | undefined
  readonly language: string | undefined
}

/** `/uk/shopping/`, or `/shopping/` without a country. */
const COUNTRY_SEGMENT = /(?:\/[a-z]{2})?\/shopping\//i

/** From the caller's URL or the operator's id template, in the requested country and language. */
function productUrlFor(request: ProductRequest, site: SiteView): string {
  const { country, language, mode } = request
  const address = new URL(request.url === undefined ? urlForId(request.id, mode, site) : request.url)
  if (country !== undefined) {
    if (!COUNTRY_SEGMENT.test(address.pathname))
      throw invalidParameter('country', 'the url has no place for a country')
    address.pathname = address.pathname.replace(COUNTRY_SEGMENT, `/${country.toLowerCase()}/shopping/`)
  }
  if (language !== undefined) address.searchParams.set('lang', language)
  return address.href
}

function urlForId(id: string, mode: string, { origins, settings }: SiteView): string {
  if (mode !== 'extended')
    throw invalidParameter('id', 'id is answered in extended mode only: add mode=extended, or give url')
  if (!settings.id_template) {
    throw invalidParameter(
      'id',
      'this site has no URL for a bare id: pass url, or have the operator configure id_template',
    )
  }
  const path = settings.id_template.replaceAll('{id}', encodeURIComponent(id))
  return must(origins.main, 'main origin') + path
}

function invalidParameter(name: string, message: string): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name, in: 'query', message }] })
}
