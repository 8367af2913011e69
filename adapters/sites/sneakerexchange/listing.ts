// Reads a page of a product list: nodes of the page cache, of a GraphQL response, or hits of the old index.
import { asList, asText, asTrimmed, asLooseInteger, valueAt, Fault, type JsonObject, must } from '#kit'
import { imageOf, styleOf, titleOf, traitOf } from './product-traits.ts'

/** One product of a list, under the contract's names. Pages have neither the style id nor the colorway. */
interface ListedProduct {
  readonly id: string | undefined
  readonly slug: string | undefined
  readonly name: string | null | undefined
  readonly sku: string | undefined
  readonly category: string | undefined
  readonly brand: string | undefined
  readonly image: string | undefined
  readonly colorway: string | undefined
  readonly release_date: string | undefined
}

export function readListing(results: JsonObject | undefined, pageNumber: number): readonly ListedProduct[] {
  const edges = must(
    asList(results?.edges, edge => edge),
    'results.edges',
  )
  const info = results?.pageInfo
  // A list without a page number can only be the first page.
  const shown = asLooseInteger(valueAt(info, 'page') ?? 1)
  if (edges.length > 0 && shown === pageNumber) return edges.map(edge => readNode(valueAt(edge, 'node')))
  if (isPastTheEnd(info, pageNumber)) return []
  // An empty list or another page would be a wrong answer that looks right.
  throw new Fault('upstream_changed', `the site did not return page ${pageNumber} of the list`, {
    field: 'results',
  })
}

/** `pageCount` may be null, so the end is computed from the total. */
function isPastTheEnd(pageInfo: unknown, pageNumber: number): boolean {
  const total = asLooseInteger(valueAt(pageInfo, 'total'))
  const limit = asLooseInteger(valueAt(pageInfo, 'limit'))
  return total === 0 || (total !== undefined && limit !== undefined && total <= (pageNumber - 1) * limit)
}

/** A node may be one size of a product, with the product nested inside. */
function readNode(node: unknown): ListedProduct {
  const product = valueAt(node, 'product') ?? node
  return {
    id: asTrimmed(valueAt(product, 'id')),
    slug: asTrimmed(valueAt(product, 'urlKey')),
    name: titleOf(product),
    sku: styleOf(product),
    // In hits of the old index, `category` is a subcategory.
    category: asText(valueAt(product, 'productCategory')),
    brand: asText(valueAt(product, 'brand')),
    image: imageOf(valueAt(product, 'media'), 'small'),
    colorway: asText(valueAt(product, 'colorway')) ?? traitOf(product, 'colorway'),
    release_date: dayOf(traitOf(product, 'releaseDate')),
  }
}

function dayOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(value)?.[0]
}
