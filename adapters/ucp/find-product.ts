// Finds the product of a page in a shop's UCP catalog, with all its variants.
import {
  asList,
  asObject,
  asTrimmed,
  valueAt,
  type DocumentExtractor,
  type Get,
  type JsonObject,
  type Page,
  documentExtractor,
} from '#kit'
import { answerOf, askCatalog } from './post-request.ts'
import { productFields, variantsOf } from './product.ts'
import type { UcpAccess } from './profile.ts'

/** As many as every shop accepts in one request. */
const SEARCH_LIMIT = 10
/** Requests for the variants of one product: a value of an option each. */
const VALUES_MAX = 20

/** Undefined if the catalog does not have it, or does not answer at the moment. */
export async function findUcpProduct(
  url: string,
  get: Get,
  access: UcpAccess,
): Promise<readonly DocumentExtractor[] | undefined> {
  const listing = await get.optional(inner => findListing(url, inner, access))
  if (!listing) return undefined
  const { page, product } = listing
  const reading = documentExtractor('api', page.url, product, productFields)
  const id = asTrimmed(product.id)
  if (!access.door.can.lookup || id === undefined) return [reading]
  const detail = await get.optional(inner => loadDetail(id, inner, access))
  return detail
    ? [documentExtractor('api', detail.page.url, detail.product, productFields), reading]
    : [reading]
}

interface ProductDocument {
  readonly page: Page
  readonly product: JsonObject
}

/** By its address where the shop looks that up, and else by the words in it. */
async function findListing(url: string, get: Get, access: UcpAccess): Promise<ProductDocument | undefined> {
  const { can } = access.door
  if (can.lookup) {
    const page = await askCatalog(get, access, 'lookup_catalog', { ids: identifiersIn(url) })
    const product = productsIn(page, access).find(one => isAt(one, url))
    if (product) return { page, product }
  }
  const query = wordsIn(url)
  if (!can.search || query === '') return undefined
  const page = await askCatalog(get, access, 'search_catalog', { query, pagination: { limit: SEARCH_LIMIT } })
  const product = productsIn(page, access).find(one => isAt(one, url))
  return product && { page, product }
}

export function productsIn(page: Page, access: UcpAccess): JsonObject[] {
  return (asList(answerOf(page, access).products, asObject) ?? []).filter(one => one !== undefined)
}

/** What a shop may know the page by: its address, the slug in it, and the variant that it names. */
function identifiersIn(url: string): string[] {
  const { origin, pathname, searchParams } = new URL(url)
  const ids = [url, origin + pathname, slugIn(url), searchParams.get('variant') ?? '']
  return [...new Set(ids.filter(one => one !== ''))]
}

function slugIn(url: string): string {
  const last = new URL(url).pathname.split('/').findLast(part => part !== '') ?? ''
  return last.replace(/\.\w{2,5}$/, '')
}

function wordsIn(url: string): string {
  return slugIn(url)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()
}

/** Another product may have the same words: its address decides, and its handle only where it states no address. */
function isAt(product: JsonObject, url: string): boolean {
  const addresses = [product, ...variantsOf(product)].flatMap(one => asTrimmed(valueAt(one, 'url')) ?? [])
  if (addresses.length > 0) return addresses.some(one => samePage(one, url))
  return asTrimmed(product.handle) === slugIn(url)
}

function samePage(one: string, other: string): boolean {
  return pageKey(one) === pageKey(other)
}

function pageKey(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}` : address
}

/** With all variants: a shop answers with those that match the featured one, so the values of one option are asked for. */
async function loadDetail(id: string, get: Get, access: UcpAccess): Promise<ProductDocument> {
  const ask = (selected: readonly JsonObject[]) => askCatalog(get, access, 'get_product', { id, selected })
  const page = await ask([])
  const product = detailIn(page, access)
  const isNarrowed = (asList(product.selected, one => one) ?? []).length > 0
  const selections = isNarrowed ? valuesOfSmallestOption(product) : []
  const further = await Promise.all(selections.map(one => ask([one])))
  const all = [product, ...further.map(one => detailIn(one, access))].flatMap(variantsOf)
  const byId = new Map(all.map(one => [valueAt(one, 'id'), one]))
  return { page, product: { ...product, variants: [...byId.values()] } }
}

function detailIn(page: Page, access: UcpAccess): JsonObject {
  return asObject(answerOf(page, access).product) ?? {}
}

function valuesOfSmallestOption(product: JsonObject): { name: string; label: string }[] {
  const options = (asList(product.options, one => one) ?? []).map(option => {
    const name = asTrimmed(valueAt(option, 'name')) ?? ''
    const values = (asList(valueAt(option, 'values'), one => one) ?? []).filter(
      one => valueAt(one, 'exists') !== false,
    )
    return values.flatMap(one => {
      const label = asTrimmed(valueAt(one, 'label'))
      return label === undefined || name === '' ? [] : [{ name, label }]
    })
  })
  const [smallest = []] = options.filter(one => one.length > 0).toSorted((a, b) => a.length - b.length)
  return smallest.slice(0, VALUES_MAX)
}
