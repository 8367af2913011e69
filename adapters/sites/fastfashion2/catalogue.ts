// Loads and reads the catalogue service's part of a product, which is the same for every country.
import {
  asId,
  asList,
  asName,
  asObject,
  asText,
  valueAt,
  camelCase,
  Fault,
  mostComplete,
  type Get,
  type JsonObject,
  must,
  type Page,
  type SiteView,
  type KeyMapper,
  t,
  readBySchema,
} from '#kit'
import { cataloguePart } from './product.schema.ts'

const fields = t.object(cataloguePart)

/** `shop` is the pending request to the shop for the same product. */
export async function loadCatalogue(
  id: string,
  shop: Promise<Page>,
  get: Get,
  site: SiteView,
): Promise<Page> {
  try {
    return await get('/data/products.json', {
      origin: site.origins.catalog ? 'catalog' : 'main',
      query: { apiversion: '5.4', passkey: site.settings.catalog_key, filter: `id:${id}` },
      accept: 'json',
    })
  } catch (error) {
    // The service returns a list for every id, so a 404 means that its URL changed, unless the shop has no such product either.
    if (!isNotFound(error) || (await shop.then(() => false, isNotFound))) throw error
    throw new Fault('upstream_changed', 'the catalogue was not found at its URL', {
      field: 'catalogue',
      cause: error,
    })
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Fault && error.code === 'not_found'
}

export function readCatalogue(page: Page, id: string) {
  return fieldsOf(catalogueProduct(page, id))
}

/** The product as the catalogue writes it. */
export function catalogueProduct(page: Page, id: string): JsonObject {
  return productIn(page.json(), id)
}

/** Maps an object with the catalogue's names to the contract's fields. */
export function fieldsOf(product: JsonObject) {
  return {
    ...must(readBySchema(fields, product, catalogueName), 'product'),
    // The catalogue may have no name for an article that is no longer sold.
    name: asName(product.Name),
    brand: brandOf(product.Brand),
  }
}

/** A response may contain several products. */
function productIn(answer: unknown, id: string): JsonObject {
  if (valueAt(answer, 'HasErrors') === true) {
    throw new Fault(
      'upstream_failed',
      `the catalogue reports an error: ${asText(valueAt(answer, 'Errors', 0, 'Code')) ?? 'without a code'}`,
    )
  }
  const results = must(asList(valueAt(answer, 'Results'), asObject), 'Results')
  const found = mostComplete(results.filter(one => asId(one?.Id)?.toLowerCase() === id.toLowerCase()))
  // A result with an unreadable id may be the requested one.
  if (!found && results.every(one => asId(one?.Id) !== undefined)) {
    throw new Fault('not_found', `the catalogue has no product with the id ${id}`)
  }
  return must(found, '/id')
}

const ABBREVIATIONS: Readonly<Record<string, string>> = { eans: 'EANs', upcs: 'UPCs', isbns: 'ISBNs' }

const catalogueName: KeyMapper = name =>
  ABBREVIATIONS[name] ?? camelCase(name).replace(/^[a-z]/, letter => letter.toUpperCase())

/** `{}`, or an object with `Id` and `Name`. */
function brandOf(brand: unknown) {
  const given = asObject(brand)
  if (!given || Object.keys(given).length === 0) return given
  const id = asId(given.Id)
  const name = asText(given.Name)
  return id === undefined || name === undefined ? undefined : { id, name }
}
