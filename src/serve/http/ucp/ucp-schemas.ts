// What this server takes and gives by UCP: the part of the specification's schemas that it uses, written anew.
import type { Static } from 'typebox'
import { Type as T } from '#kit/schema/json-schema'

export const UCP_VERSION = '2026-04-08'

export interface UcpPrice {
  readonly amount: number
  readonly currency: string
}

interface UcpRange {
  readonly min: UcpPrice
  readonly max: UcpPrice
}

export interface UcpVariant {
  readonly id: string
  readonly sku?: string
  readonly barcodes?: readonly { readonly type: string; readonly value: string }[]
  readonly title: string
  readonly description: { readonly plain: string }
  readonly url?: string
  readonly price: UcpPrice
  readonly list_price?: UcpPrice
  readonly availability?: { readonly available: boolean; readonly status: string }
  readonly options?: readonly UcpOption[]
  readonly seller?: { readonly name: string }
}

export interface UcpProduct {
  readonly id: string
  readonly title: string
  readonly description: { readonly plain: string }
  readonly url?: string
  readonly categories?: readonly { readonly value: string; readonly taxonomy: string }[]
  readonly price_range: UcpRange
  readonly list_price_range?: UcpRange
  readonly media?: readonly { readonly type: 'image'; readonly url: string }[]
  readonly rating?: { readonly value: number; readonly scale_max: number; readonly count?: number }
  readonly metadata: Readonly<Record<string, string>>
  readonly variants: readonly UcpVariant[]
}

export interface UcpMessage {
  readonly type: 'error' | 'warning' | 'info'
  readonly code: string
  readonly content: string
  readonly severity?: 'recoverable' | 'unrecoverable'
}

const selected = T.Object({ name: T.String(), label: T.String() })
export type UcpOption = Readonly<Static<typeof selected>>

const context = T.Optional(
  T.Object({
    address_country: T.Optional(T.String({ maxLength: 64 })),
    language: T.Optional(T.String({ maxLength: 64 })),
    currency: T.Optional(T.String({ maxLength: 16 })),
  }),
)
const amount = T.Optional(T.Integer({ minimum: 0 }))
const filters = T.Optional(
  T.Object({
    categories: T.Optional(T.Array(T.String({ maxLength: 512 }), { maxItems: 50 })),
    price: T.Optional(T.Object({ min: amount, max: amount })),
  }),
)
const identifier = T.String({ minLength: 1, maxLength: 2_200 })

/** Further fields are allowed, as the specification wants it: extensions define their own. */
export const ucpRequests = {
  search: T.Object({
    query: T.Optional(T.String({ maxLength: 256 })),
    context,
    filters,
    pagination: T.Optional(
      T.Object({
        cursor: T.Optional(T.String({ maxLength: 200 })),
        limit: T.Optional(T.Integer({ minimum: 1 })),
      }),
    ),
  }),
  lookup: T.Object({ ids: T.Array(identifier, { minItems: 1 }), context, filters }),
  product: T.Object({
    id: identifier,
    selected: T.Optional(T.Array(selected, { maxItems: 20 })),
    preferences: T.Optional(T.Array(T.String({ maxLength: 200 }), { maxItems: 20 })),
    context,
    filters,
  }),
}

export type UcpTool = keyof typeof ucpRequests
export type SearchRequest = Static<typeof ucpRequests.search>
export type LookupRequest = Static<typeof ucpRequests.lookup>
export type ProductRequest = Static<typeof ucpRequests.product>
