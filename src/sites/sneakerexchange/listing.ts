// A page of the site's product lists: nodes of the page cache, of a GraphQL answer, and hits of the old index alike.
import {
  asInteger,
  asList,
  asObject,
  asText,
  asTrimmed,
  at,
  Fault,
  type JsonObject,
  must,
  type Page,
} from '../../kit/index.ts'
import { styleOf, titleOf, traitOf } from './identity.ts'

/** One product of a list, under the contract's names. Pages know neither style id nor colorway. */
interface Listed {
  readonly id: string | undefined
  readonly slug: string | undefined
  readonly name: string | undefined
  readonly sku: string | undefined
  readonly category: string | undefined
  readonly brand: string | undefined
  readonly image: string | undefined
  readonly colorway: string | undefined
  readonly release_date: string | undefined
}

/** Of a GraphQL answer. */
export function answeredResults(answer: Page): JsonObject | undefined {
  return asObject(at(answer.json(), 'data', 'browse', 'results'))
}

export function readListing(results: JsonObject | undefined, pageNumber: number): readonly Listed[] {
  const edges = must(
    asList(results?.edges, edge => edge),
    'results.edges',
  )
  const info = results?.pageInfo
  if (edges.length > 0 && at(info, 'page') === pageNumber)
    return edges.map(edge => readNode(at(edge, 'node')))
  if (isPastTheEnd(info, pageNumber)) return []
  // Another page than the one asked for, or none, would be a wrong answer that looks right.
  throw new Fault('upstream_changed', `page ${pageNumber} of the list did not come`, { field: 'results' })
}

/** `pageCount` may be null, so the end is where the total is. */
function isPastTheEnd(pageInfo: unknown, pageNumber: number): boolean {
  const total = asInteger(at(pageInfo, 'total'))
  const limit = asInteger(at(pageInfo, 'limit'))
  return total === 0 || (total !== undefined && limit !== undefined && total <= (pageNumber - 1) * limit)
}

/** A node may be one size of a product; the product then stands inside it. */
function readNode(node: unknown): Listed {
  const product = at(node, 'product') ?? node
  return {
    id: asTrimmed(at(product, 'id')),
    slug: asTrimmed(at(product, 'urlKey')),
    name: titleOf(product),
    sku: styleOf(product),
    // In hits of the old index `category` is a sub-category.
    category: asText(at(product, 'productCategory')),
    brand: asText(at(product, 'brand')),
    image: asTrimmed(at(product, 'media', 'thumbUrl')) ?? asTrimmed(at(product, 'media', 'smallImageUrl')),
    colorway: asText(at(product, 'colorway')) ?? traitOf(product, 'Colorway'),
    release_date: dayOf(traitOf(product, 'Release Date')),
  }
}

function dayOf(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
}
