// Operation 6: one product, from the state of its page or from the site's data route.
import {
  asFlag,
  asName,
  asObject,
  asText,
  asLooseInteger,
  valueAt,
  camelCase,
  defineOperation,
  Fault,
  firstFound,
  type Get,
  type JsonObject,
  must,
  mustExist,
  type Page,
  param,
  type SiteView,
  readBySchema,
  withPlaceholders,
} from '#kit'
import { checkDollarPrice } from './prices.ts'
import { loadListing, productPath, readListing } from './listing.ts'
import { productPlaceholders } from './placeholders.ts'
import { product as result } from './product.schema.ts'

export const product = defineOperation({
  id: 'sneakerhub.product',
  number: 6,
  summary: 'One product with its pictures, sizes and story',
  params: {
    slug: param.identifier('Slug of the product: the last part of its URL'),
    id: param.digits('Id of the product; needs one more upstream request than `slug` or `url`'),
    url: param.productUrl(),
  },
  lookup: ['url', 'id', 'slug'],
  result: withPlaceholders(result, productPlaceholders),
  core: ['/id', '/name', '/slug'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/lowest_price_cents', inHundredths: true }],
  freshForS: 3600,
  example: { slug: 'halvik-arc-runner-chestnut-pv4272-210' },

  way: 'data route',
  async load({ slug, id, url }, get, site) {
    if (url !== undefined) return pageOfUrl(url, get, site)
    return id === undefined ? pageOfSlug(slug, get, site) : pageOfId(id, get, site)
  },

  otherWay: {
    name: 'page',
    when: (_, { settings }) => settings.data_route !== undefined,
    load({ slug, id, url }, get, site) {
      const plain = { ...site, settings: { ...site.settings, data_route: '' } }
      if (url !== undefined) return get(url)
      return id === undefined ? pageOfSlug(slug, get, plain) : pageOfId(id, get, plain)
    },
  },

  extract(page) {
    const template = templateIn(page)
    if (!template) mustExist(page)
    const source = must(
      readBySchema(result, must(template, TEMPLATE_PATH.join('.')), camelCase),
      TEMPLATE_PATH.join('.'),
    )
    checkDollarPrice(
      template?.localizedSpecialDisplayPriceCents,
      '/special_display_price_cents',
      template?.specialDisplayPriceCents,
    )
    return {
      ...source,
      name: asName(template?.name),
      // The site joins season type and year with a space even if there is no type (" 2023").
      season: asText(template?.season)?.trim(),
      wallet_pay_only_promo: source.wallet_pay_only_promo ?? asFlag(template?.applePayOnlyPromo),
    }
  },
})

const TEMPLATE_PATH = ['props', 'pageProps', 'productTemplate']

/** In the page's state, or in the same state from the data route. */
export function templateIn(page: Page): JsonObject | undefined {
  return asObject(
    page.holdsJson()
      ? valueAt(page.json(), ...TEMPLATE_PATH.slice(1))
      : page.script({ id: '__NEXT_DATA__' }, TEMPLATE_PATH),
  )
}

/** Uses the data route if the operator has configured one. */
function getProduct(path: string, get: Get, { settings }: SiteView): Promise<Page> {
  return settings.data_route ? get(`${settings.data_route}${path}.json`, { accept: 'json' }) : get(path)
}

function pageOfUrl(url: string, get: Get, site: SiteView): Promise<Page> {
  const path = /\/(?:sneakers|apparel)\/[^/?#]+(?=[?#]|$)/.exec(url)?.[0]
  return path && !url.includes('/_next/data/') && site.settings.data_route
    ? getProduct(path, get, site)
    : get(url)
}

/** A slug does not reveal the section. Most products are shoes, so that section is tried first. */
function pageOfSlug(slug: string, get: Get, site: SiteView): Promise<Page> {
  return firstFound(getProduct(productPath(slug, 'shoes'), get, site), () =>
    getProduct(productPath(slug, 'apparel'), get, site),
  )
}

/** Pages have no id in their URL, so the id is looked up by search; only an exact match counts. */
async function pageOfId(id: string, get: Get, site: SiteView): Promise<Page> {
  // Compared as numbers: ids are text in lists and numbers in products.
  const wanted = Number(id)
  const found = readListing(await loadListing(id, 1, get, site), 1, site).find(
    item => asLooseInteger(item.id) === wanted,
  )
  if (!found) throw new Fault('not_found', `the site's search finds no product with the id ${id}`)
  return getProduct(productPath(must(found.slug, 'slug'), must(found.category, 'category')), get, site)
}
