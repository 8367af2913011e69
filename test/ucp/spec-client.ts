// A client of the UCP catalog, written from the text of the specification and not from this server's code.
import { request } from 'undici'

type Json = Record<string, unknown>

export interface Price {
  readonly amount: number
  readonly currency: string
}

export interface Variant {
  readonly id: string
  readonly sku?: string
  readonly barcodes?: readonly { readonly value: string }[]
  readonly price: Price
  readonly list_price?: Price
  readonly availability?: { readonly available?: boolean; readonly status?: string }
  readonly options?: readonly Option[]
}

interface Option {
  readonly name: string
  readonly label: string
}

export interface Product {
  readonly id: string
  readonly title: string
  readonly price_range: { readonly min: Price; readonly max: Price }
  readonly options?: readonly {
    readonly name: string
    readonly values: readonly { readonly label: string }[]
  }[]
  readonly selected?: readonly Option[]
  readonly variants: readonly Variant[]
}

export interface UcpReply {
  readonly status: number
  readonly body: Json & {
    readonly products?: readonly Product[]
    readonly product?: Product
    readonly messages?: readonly { readonly type: string; readonly code: string; readonly content: string }[]
    readonly pagination?: { readonly has_next_page: boolean; readonly cursor?: string }
  }
}

export interface SpecClient {
  readonly profile: Json
  search(catalog: Json): Promise<UcpReply>
  lookup(catalog: Json): Promise<UcpReply>
  product(catalog: Json): Promise<UcpReply>
}

const AGENT = 'https://agent.example/.well-known/ucp'
const PATHS = { search_catalog: 'search', lookup_catalog: 'lookup', get_product: 'product' } as const

interface Service {
  readonly transport: string
  readonly endpoint: string
}

/** Finds the endpoint in the profile; the host of the profile may be a public one, so that of `address` is used. */
export async function openSpecClient(
  address: string,
  key: string,
  transport: 'rest' | 'mcp',
): Promise<SpecClient> {
  const discovered = await request(`${address}/.well-known/ucp`)
  const profile = (await discovered.body.json()) as {
    ucp: { services: Record<string, Service[]> }
  }
  const service = profile.ucp.services['dev.ucp.shopping']?.find(one => one.transport === transport)
  if (!service) throw new Error(`the profile has no service over ${transport}`)
  const endpoint = address + new URL(service.endpoint).pathname
  const post = async (url: string, body: Json, headers: Record<string, string>) => {
    const reply = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      body: JSON.stringify(body),
    })
    return { status: reply.statusCode, body: (await reply.body.json()) as Json }
  }
  const call = async (tool: keyof typeof PATHS, catalog: Json): Promise<UcpReply> => {
    if (transport === 'rest')
      return post(`${endpoint}/catalog/${PATHS[tool]}`, catalog, { 'ucp-agent': `profile="${AGENT}"` })
    const params = { name: tool, arguments: { meta: { 'ucp-agent': { profile: AGENT } }, catalog } }
    const { status, body } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, {})
    const result = body.result as { structuredContent?: Json } | undefined
    return { status, body: result?.structuredContent ?? body }
  }
  return {
    profile,
    search: catalog => call('search_catalog', catalog),
    lookup: catalog => call('lookup_catalog', catalog),
    product: catalog => call('get_product', catalog),
  }
}

/** All variants: an answer has those that match a selection, so every value of the first option is selected in turn. */
export async function loadWholeProduct(client: SpecClient, id: string): Promise<Product | undefined> {
  const { product } = (await client.product({ id })).body
  const [option] = product?.options ?? []
  if (!product || !option) return product
  const found = new Map(product.variants.map(one => [one.id, one]))
  for (const { label } of option.values) {
    const { body } = await client.product({ id, selected: [{ name: option.name, label }] })
    for (const one of body.product?.variants ?? []) found.set(one.id, one)
  }
  return { ...product, variants: [...found.values()] }
}

/** Exponents of ISO 4217 that are not 2. */
const EXPONENTS: Readonly<Record<string, number>> = { JPY: 0, KRW: 0, CLP: 0, KWD: 3, BHD: 3, TND: 3 }

/** `USD 12.50`. */
export function priceText(price: Price | undefined): string | null {
  if (!price) return null
  const digits = EXPONENTS[price.currency] ?? 2
  return `${price.currency} ${(price.amount / 10 ** digits).toFixed(digits)}`
}
