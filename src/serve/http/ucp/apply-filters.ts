// The filters of a UCP request, applied to products and their variants; a filter that cannot be applied is named.
import type { SearchRequest, UcpMessage, UcpProduct } from './ucp-schemas.ts'

interface FilteredProducts<P extends UcpProduct> {
  readonly matching: readonly P[]
  readonly messages: readonly UcpMessage[]
}

/** `hasCategories`: whether the products state their categories; rows of a search do not. */
export function applyFilters<P extends UcpProduct>(
  products: readonly P[],
  { filters, context }: Pick<SearchRequest, 'filters' | 'context'>,
  { hasCategories }: { readonly hasCategories: boolean },
): FilteredProducts<P> {
  const messages: UcpMessage[] = []
  let matching = products
  const { categories, price } = filters ?? {}
  if (categories && hasCategories) matching = matching.filter(one => isIn(one, categories))
  else if (categories) messages.push(ignored('categories', 'results of a search state no categories'))
  const currency = context?.currency
  if (price && currency === undefined) messages.push(ignored('price', '`context.currency` is missing'))
  else if (price) {
    const foreign = matching.filter(one => one.price_range.min.currency !== currency)
    if (foreign.length > 0)
      messages.push(ignored('price', `${foreign.length} products are in another currency; none is converted`))
    matching = matching.flatMap(one => (foreign.includes(one) ? [one] : within(one, price)))
  }
  return { matching, messages }
}

function isIn({ categories = [] }: UcpProduct, names: readonly string[]): boolean {
  return categories.some(({ value }) => names.some(one => value === one || value.split(' > ').includes(one)))
}

function within<P extends UcpProduct>(
  product: P,
  { min = 0, max = Number.POSITIVE_INFINITY }: { readonly min?: number; readonly max?: number },
): P[] {
  const variants = product.variants.filter(({ price }) => price.amount >= min && price.amount <= max)
  return variants.length > 0 ? [{ ...product, variants }] : []
}

function ignored(filter: string, why: string): UcpMessage {
  return { type: 'warning', code: 'filter_ignored', content: `The filter ${filter} was not applied: ${why}.` }
}
