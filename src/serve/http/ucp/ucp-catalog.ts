// The three requests of the UCP catalog, answered out of general.search and general.product.
import { createSchemaCheck } from '../../../runtime/check-schema.ts'
import { hasFailed } from '../../../answer/failed-sites.ts'
import { Fault } from '#kit/fault'
import type { GeneralProduct, SearchResult } from '#kit/product/general-product'
import { applyFilters } from './apply-filters.ts'
import { optionsOf, selectVariants } from './select-variants.ts'
import { resultToUcp, toUcpProduct } from './to-ucp-product.ts'
import { ONLY_VARIANT, parseIdentifier } from './ucp-identifiers.ts'
import { envelope } from './ucp-profile.ts'
import {
  type LookupRequest,
  type ProductRequest,
  type SearchRequest,
  type UcpMessage,
  type UcpProduct,
  ucpRequests,
  type UcpTool,
} from './ucp-schemas.ts'

/** Runs an operation for the caller, within its scope and quota; throws faults. */
export type RunGeneral = (
  operation: 'general.product' | 'general.search',
  params: Readonly<Record<string, unknown>>,
) => Promise<unknown>

type Answer = Readonly<Record<string, unknown>>

/** Twice the least number that the specification asks for; each is a request to a shop. */
const BATCH_MAX = 20
const DEFAULT_LIMIT = 10
const LIMIT_MAX = 50

const checks = {
  search: createSchemaCheck(ucpRequests.search),
  lookup: createSchemaCheck(ucpRequests.lookup),
  product: createSchemaCheck(ucpRequests.product),
}

export async function answerUcp(tool: UcpTool, request: unknown, run: RunGeneral): Promise<Answer> {
  const schema = checks[tool]
  if (!schema.check(request)) {
    const wrong = schema
      .errors(request)
      .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`)
    throw invalid(wrong.slice(0, 3).join('; ') || 'the request does not fit its schema')
  }
  if (tool === 'search') return search(request, run)
  return tool === 'lookup'
    ? lookup(request as LookupRequest, run)
    : getProduct(request as ProductRequest, run)
}

function invalid(message: string): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name: 'body', in: 'body', message }] })
}

interface SearchAnswer {
  readonly results: readonly SearchResult[]
  readonly sites: readonly {
    readonly site: string
    readonly outcome: string
    readonly more: boolean | null
    readonly count: number
  }[]
}

async function search(request: SearchRequest, run: RunGeneral): Promise<Answer> {
  const query = request.query?.trim()
  if (!query) throw invalid('`query` must have words: a search by filters alone is not served')
  const { page, offset } = parseCursor(request.pagination?.cursor)
  const limit = Math.min(request.pagination?.limit ?? DEFAULT_LIMIT, LIMIT_MAX)
  const { results, sites } = (await run('general.search', { query, page })) as SearchAnswer
  const priced = results.flatMap(one => resultToUcp(one) ?? [])
  const products = priced.slice(offset, offset + limit)
  const { matching, messages } = applyFilters(products, request, { hasCategories: false })
  const unpriced = offset === 0 ? results.length - priced.length : 0
  const isMore = sites.some(one => one.more ?? one.count > 0)
  const next =
    offset + limit < priced.length
      ? { page, offset: offset + limit }
      : isMore
        ? { page: page + 1, offset: 0 }
        : null
  return {
    ucp: envelope('search'),
    products: matching,
    pagination: next ? { has_next_page: true, cursor: cursorOf(next) } : { has_next_page: false },
    ...withMessages([
      ...sites.filter(hasFailed).map(one => failedShop(one.site, one.outcome)),
      ...messages,
      ...(unpriced > 0 ? [info('price_unknown', `${unpriced} results have no price or address`)] : []),
    ]),
  }
}

interface Position {
  readonly page: number
  readonly offset: number
}

function cursorOf({ page, offset }: Position): string {
  return Buffer.from(`${page}.${offset}`).toString('base64url')
}

function parseCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return { page: 1, offset: 0 }
  const [, page, offset] =
    /^([1-9]\d{0,2})\.(\d{1,4})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (page === undefined || offset === undefined) throw invalid('`pagination.cursor` is not one of ours')
  return { page: Number(page), offset: Number(offset) }
}

/** Faults that say that an identifier leads to nothing. */
const UNKNOWN_CODES: ReadonlySet<string> = new Set(['not_found', 'url_not_allowed', 'invalid_parameter'])
/** Faults of the caller or of this server that concern the whole request. */
const WHOLE_CODES: ReadonlySet<string> = new Set([
  'missing_key',
  'invalid_key',
  'key_not_allowed',
  'rate_limited',
  'quota_exceeded',
  'overloaded',
  'internal',
  'contract_broken',
])

interface UcpProductLookup {
  readonly general: GeneralProduct
  readonly product: UcpProduct | undefined
  readonly messages: readonly UcpMessage[]
}

async function find(
  url: string,
  context: LookupRequest['context'],
  run: RunGeneral,
): Promise<UcpProductLookup> {
  const country = context?.address_country
  const language = context?.language
  const hints = { ...(country && { country }), ...(language && { language }) }
  const messages: UcpMessage[] = []
  const value = await run('general.product', { url, ...hints }).catch((error: unknown) => {
    const isHint = error instanceof Fault && error.code === 'invalid_parameter'
    if (!isHint || Object.keys(hints).length === 0) throw error
    messages.push(info('context_ignored', 'the shop does not serve this country or language'))
    return run('general.product', { url })
  })
  const general = value as GeneralProduct
  const { product, unpriced } = toUcpProduct(general)
  if (unpriced > 0 && product)
    messages.push(
      info('price_unknown', `${unpriced} variants are left out: the shop states no price for them`),
    )
  return { general, product, messages }
}

async function lookup({ ids, context, filters }: LookupRequest, run: RunGeneral): Promise<Answer> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length > BATCH_MAX) throw tooLarge()
  const byUrl = Map.groupBy(
    uniqueIds.map(id => Object.assign({ id }, parseIdentifier(id))),
    one => one.url,
  )
  const messages: UcpMessage[] = []
  const products = await Promise.all(
    Array.from(byUrl, async ([url, inputs]) => {
      try {
        const result = await find(url, context, run)
        messages.push(...result.messages)
        if (result.product) return withIdentifiers(result.product, inputs, messages)
        messages.push(...inputs.map(({ id }) => noPrice(id)))
      } catch (error) {
        if (!(error instanceof Fault) || WHOLE_CODES.has(error.code)) throw error
        const code = error.code
        messages.push(
          ...inputs.map(({ id }) =>
            UNKNOWN_CODES.has(code) ? info('not_found', id) : failure(code, `${id}: ${error.message}`),
          ),
        )
      }
      return []
    }),
  )
  const { matching, messages: ofFilters } = applyFilters(
    products.flat(),
    { context, filters },
    { hasCategories: true },
  )
  return { ucp: envelope('lookup'), products: matching, ...withMessages([...messages, ...ofFilters]) }
}

interface AskedIdentifier {
  readonly id: string
  readonly variant: string | undefined
}

/** One variant per identifier, with the identifiers that led to it. */
function withIdentifiers(product: UcpProduct, inputs: readonly AskedIdentifier[], messages: UcpMessage[]) {
  const matches = inputs.flatMap(({ id, variant }) => {
    const isFeatured = variant === undefined || variant === ONLY_VARIANT
    const requested = isFeatured ? product.variants[0] : product.variants.find(other => other.id === id)
    if (!requested) messages.push(info('not_found', id))
    return requested
      ? [{ variant: requested, input: { id, match: variant === undefined ? 'featured' : 'exact' } }]
      : []
  })
  if (matches.length === 0) return []
  const variants = Array.from(
    Map.groupBy(matches, match => match.variant),
    ([sharedVariant, same]) => Object.assign({}, sharedVariant, { inputs: same.map(match => match.input) }),
  )
  const options = optionsOf(product.variants)
  return [{ ...product, ...(options.length > 0 && { options }), variants }]
}

async function getProduct(request: ProductRequest, run: RunGeneral): Promise<Answer> {
  const { id, selected, preferences = [], context, filters } = request
  if (selected && new Set(selected.map(one => one.name)).size < selected.length)
    throw invalid('`selected` names an option twice')
  const { url, variant } = parseIdentifier(id)
  const { product, messages } = await find(url, context, run).catch((error: unknown) => {
    if (error instanceof Fault && UNKNOWN_CODES.has(error.code)) return { product: null, messages: [] }
    throw error
  })
  if (product === null) return errorAnswer('not_found', `Product not found: ${id}`, 'unrecoverable')
  if (!product) return errorAnswer('price_unknown', `The shop states no price: ${id}`, 'recoverable')
  const isNamed = variant !== undefined && variant !== ONLY_VARIANT
  const first = isNamed ? product.variants.find(one => one.id === id) : undefined
  if (isNamed && !first) return errorAnswer('not_found', `Variant not found: ${id}`, 'unrecoverable')
  const selection = selectVariants(product.variants, first, selected, preferences)
  const narrowed = [{ ...product, variants: [...selection.variants] }]
  const filtered = applyFilters(narrowed, { context, filters }, { hasCategories: true })
  const [match] = filtered.matching
  if (!match) return errorAnswer('no_match', `No variant fits the filters: ${id}`, 'recoverable')
  const options = optionsOf(product.variants, selection.selected)
  return {
    ucp: envelope('lookup'),
    product: { ...match, ...(options.length > 0 && { options, selected: selection.selected }) },
    ...withMessages([...messages, ...filtered.messages]),
  }
}

function errorAnswer(code: string, content: string, severity: 'recoverable' | 'unrecoverable'): Answer {
  return {
    ucp: { ...envelope('lookup'), status: 'error' },
    messages: [{ type: 'error', code, content, severity }],
  }
}

/** The code that the specification names for a batch that is too large. */
export const TOO_LARGE = 'request_too_large'

function tooLarge(): Fault {
  return invalid(`${TOO_LARGE}: at most ${BATCH_MAX} identifiers in one request`)
}

function info(code: string, content: string): UcpMessage {
  return { type: 'info', code, content }
}

function failure(code: string, content: string): UcpMessage {
  return { type: 'error', code, content, severity: 'recoverable' }
}

const failedShop = (site: string, code: string) => failure(code, `${site} could not be searched (${code})`)
const noPrice = (id: string) => failure('price_unknown', `${id}: the shop states no price`)

function withMessages(messages: readonly UcpMessage[]) {
  return messages.length > 0 ? { messages } : {}
}
