// Operation 6: one product, from the data that its page carries for the site's own scripts.
import {
  asFlag,
  asObject,
  asText,
  asWhole,
  camelCase,
  defineOperation,
  Fault,
  type Get,
  must,
  type Page,
  param,
  type SiteView,
  takeTwin,
} from '../../kit/index.ts'
import { loadListing, productPath, readListing } from './listing.ts'
import { product as result } from './product.schema.ts'

export const product = defineOperation({
  id: 'sneakerhub.product',
  number: 6,
  summary: 'One product with its pictures, sizes and story',
  params: {
    slug: param.name('Slug of the product, as its page address ends'),
    id: param.digits('Id of the product; costs one more upstream request than slug or url'),
    url: param.productUrl(),
  },
  lookup: ['url', 'id', 'slug'],
  result,
  core: ['/id', '/name', '/slug'],
  freshForS: 3600,
  example: { slug: 'halvik-arc-runner-chestnut-pv4272-210' },

  async load({ slug, id, url }, get, site) {
    if (url) return get(url)
    return id ? pageOfId(id, get, site) : pageOfSlug(must(slug, 'slug'), get)
  },

  extract(page) {
    const path = ['props', 'pageProps', 'productTemplate']
    const template = must(asObject(page.script({ id: '__NEXT_DATA__' }, path)), path.join('.'))
    const twin = must(takeTwin(result, template, camelCase), path.join('.'))
    return {
      ...twin,
      // The site joins kind and year with a space even where there is no kind (" 2023").
      season: asText(template.season)?.trim(),
      wallet_pay_only_promo: twin.wallet_pay_only_promo ?? asFlag(template.applePayOnlyPromo),
    }
  },
})

/** A slug does not say which section its page is in; shoes are by far the most, so they are tried first. */
async function pageOfSlug(slug: string, get: Get): Promise<Page> {
  try {
    return await get(productPath(slug, 'shoes'))
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'not_found')) throw error
    return get(productPath(slug, 'apparel'))
  }
}

/** Pages are known by slug only, so the id is looked up in the search, where only the very same id counts. */
async function pageOfId(id: string, get: Get, site: SiteView): Promise<Page> {
  // Compared as numbers: lists write ids as text, products as numbers, and a sandbox word (`123~slow`) may follow the digits.
  const wanted = Number.parseInt(id, 10)
  const found = readListing(await loadListing(id, 1, get, site), 1, site).find(
    item => asWhole(item.id) === wanted,
  )
  if (!found) throw new Fault('not_found', `the site's search finds no product with the id ${id}`)
  return get(productPath(must(found.slug, 'slug'), must(found.category, 'category')))
}
