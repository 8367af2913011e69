// The catalog of a sandbox shop as the specification of UCP describes it: search, lookup, get product.
import type { Goods } from '../platform-shop.ts'
import { currencies } from '../currencies.ts'
import { findGoods, optionsOf, productId, productOf, type Selected, variantOf } from './goods.ts'

export const VERSION = '2026-04-08'

type Json = Record<string, unknown>

/** An answer, or an error of the transport: the request could not be processed. */
export type Outcome = { readonly answer: Json } | { readonly error: string; readonly text: string }

interface Request {
  readonly query?: string
  readonly ids?: readonly string[]
  readonly id?: string
  readonly selected?: readonly Selected[]
  readonly filters?: { readonly price?: { readonly min?: number; readonly max?: number } }
  readonly context?: { readonly currency?: string }
  readonly pagination?: { readonly cursor?: string; readonly limit?: number }
}

interface Catalog {
  readonly all: () => readonly Goods[]
  readonly search: (words: string) => readonly Goods[]
  /** Whether an empty `selected` means "no selection" rather than the featured variant's. */
  readonly takesEmptySelection: boolean
}

const DEFAULT_LIMIT = 10
const LIMIT_MAX = 100
const BATCH_MAX = 10

const ucp = (capability: 'search' | 'lookup') => ({
  version: VERSION,
  capabilities: { [`dev.ucp.shopping.catalog.${capability}`]: [{ version: VERSION }] },
})

export function answerCatalog(tool: string, request: Request, catalog: Catalog): Outcome | undefined {
  if (tool === 'search_catalog') return search(request, catalog)
  if (tool === 'lookup_catalog') return lookup(request, catalog)
  return tool === 'get_product' ? getProduct(request, catalog) : undefined
}

function search({ query, filters, context, pagination = {} }: Request, catalog: Catalog): Outcome {
  if (query === undefined && filters === undefined)
    return { error: 'invalid_request', text: 'A search needs a query or a filter.' }
  const found = (query === undefined ? catalog.all() : catalog.search(query)).filter(one =>
    isWithin(one, filters, context?.currency),
  )
  const limit = Math.min(pagination.limit ?? DEFAULT_LIMIT, LIMIT_MAX)
  const start = pagination.cursor === undefined ? 0 : Number(atob(pagination.cursor))
  if (!Number.isSafeInteger(start) || start < 0)
    return { error: 'invalid_request', text: 'The cursor is not one of ours.' }
  const end = start + limit
  const products = found
    .slice(start, end)
    .map(goods =>
      Object.assign(productOf(goods), { variants: goods.variants.map(one => variantOf(goods, one)) }),
    )
  const more =
    end < found.length ? { has_next_page: true, cursor: btoa(String(end)) } : { has_next_page: false }
  return {
    answer: { ucp: ucp('search'), products, pagination: { ...more, total_count: found.length } },
  }
}

/** Without a currency the filter is ambiguous, and ignored. */
function isWithin(goods: Goods, filters: Request['filters'], currency: string | undefined): boolean {
  const { min = 0, max = Infinity } = filters?.price ?? {}
  if (currency !== goods.currency) return true
  const amount = goods.price * 10 ** currencies[goods.currency].digits
  return amount >= min && amount <= max
}

/** One variant per identifier; each product once. */
function lookup({ ids = [] }: Request, catalog: Catalog): Outcome {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return { error: 'invalid_request', text: '`ids` must name something.' }
  if (wanted.length > BATCH_MAX)
    return { error: 'request_too_large', text: `At most ${BATCH_MAX} identifiers.` }
  const found = wanted.flatMap(id => {
    const one = findGoods(catalog.all(), id)
    return one ? [{ id, ...one }] : []
  })
  const products = [...Map.groupBy(found, one => productId(one.goods)).values()].map(same => {
    const [first] = same
    const variants = Map.groupBy(same, one => one.variant.id)
    const shown = [...variants.values()].flatMap(matches =>
      matches.slice(0, 1).map(({ goods, variant }) =>
        Object.assign(variantOf(goods, variant), {
          inputs: matches.map(({ id, match }) => ({ id, match })),
        }),
      ),
    )
    return Object.assign(first ? productOf(first.goods) : {}, { variants: shown })
  })
  const missing = wanted.filter(id => !found.some(one => one.id === id))
  const messages = missing.map(content => ({ type: 'info', code: 'not_found', content }))
  return { answer: { ucp: ucp('lookup'), products, ...(messages.length > 0 ? { messages } : {}) } }
}

function getProduct({ id = '', selected }: Request, catalog: Catalog): Outcome {
  const found = findGoods(catalog.all(), id)
  if (!found) {
    const content = `Product not found: ${id}`
    const message = { type: 'error', code: 'not_found', content, severity: 'unrecoverable' }
    return { answer: { ucp: { ...ucp('lookup'), status: 'error' }, messages: [message] } }
  }
  const { goods, variant, match } = found
  const own = optionsOf(goods, variant)
  const isGiven = selected !== undefined && (selected.length > 0 || catalog.takesEmptySelection)
  // A variant's id determines the selection.
  const effective = match === 'exact' || !isGiven ? own : relax(goods, selected)
  const matching = goods.variants.filter(one => fits(optionsOf(goods, one), effective))
  const first = matching.includes(variant) ? [variant] : []
  const variants = [...first, ...matching.filter(one => !first.includes(one))]
  const product = productOf(goods)
  return {
    answer: {
      ucp: ucp('lookup'),
      product: {
        ...product,
        options: product.options.map(({ name, values }) => ({
          name,
          values: values.map(value => ({ ...value, ...signals(goods, name, value.label, effective) })),
        })),
        selected: effective,
        variants: variants.map(one => variantOf(goods, one)),
      },
    },
  }
}

function fits(options: readonly Selected[], selected: readonly Selected[]): boolean {
  return selected.every(({ name, label }) => options.some(one => one.name === name && one.label === label))
}

/** Drops selections from the end until a variant has them all. */
function relax(goods: Goods, selected: readonly Selected[]): readonly Selected[] {
  for (let count = selected.length; count > 0; count--) {
    const kept = selected.slice(0, count)
    if (goods.variants.some(one => fits(optionsOf(goods, one), kept))) return kept
  }
  return []
}

function signals(goods: Goods, name: string, label: string, selected: readonly Selected[]) {
  const wanted = [...selected.filter(one => one.name !== name), { name, label }]
  const having = goods.variants.filter(one => fits(optionsOf(goods, one), wanted))
  return { available: having.some(one => one.quantity > 0), exists: having.length > 0 }
}
