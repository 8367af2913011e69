// The definition of a platform: shop software whose pages are recognised and whose public documents describe a product.
import type { Adapter } from './adapter.ts'
import type { Get } from '../page/get.ts'
import type { Availability } from '#reader/values/offers'
import type { DocumentExtractor, StatedProduct } from '../product/reading.ts'
import type { Page } from '../page/page.ts'

/** Where a shop keeps its documents. */
export interface ShopAddress {
  /** Absolute URL of the shop without a trailing slash; it may have a path. */
  readonly base: string
  /** What one of the shop's pages states about the whole shop; see `facts` of the platform. */
  readonly facts: ShopFacts
}

export interface ShopFacts {
  /** ISO 4217 code, for documents that state no currency. */
  readonly currency?: string | undefined
  /** Absolute URL of the shop's public API, where it is not at the usual place. */
  readonly api?: string | undefined
  /** Whether its list states prices without tax, while its pages state them with it; undefined if it is not known. */
  readonly isNet?: boolean | undefined
}

/** Further documents of the shop by name; undefined where the shop has none, refuses it, or fails at the moment. */
export type PlatformDocuments = Readonly<Record<string, Page | undefined>>

/** A product in a search. */
export interface ProductHit extends Partial<Pick<StatedProduct, 'name' | 'brand' | 'gtin' | 'mpn' | 'sku'>> {
  readonly url: string
  readonly image?: string | undefined
  readonly currency?: string | undefined
  readonly price?: string | undefined
  readonly list_price?: string | undefined
  readonly availability?: Availability | undefined
}

/** A product in a list of the catalog: read like the product's own document. */
export interface CatalogItem {
  readonly url: string
  readonly reading: DocumentExtractor
  /** Where the list states none: that of the shop. */
  readonly currency?: string | undefined
  /** ISO 8601, as the shop writes it. */
  readonly updated_at?: string | undefined
}

interface SearchRequest {
  readonly query: string
  /** Page numbers start at 1. */
  readonly page: number
}

export interface PlatformSearch {
  load(request: SearchRequest, get: Get, shop: ShopAddress): Promise<PlatformDocuments>
  /** `more`: whether there is another page; undefined when the shop does not say. */
  read(
    documents: PlatformDocuments,
    request: SearchRequest,
    shop: ShopAddress,
  ): { readonly results: readonly ProductHit[]; readonly more?: boolean | undefined }
}

export interface PlatformList {
  /** Some shops on this platform list prices without tax: the first page is compared with a product page. */
  readonly mayBeNet?: boolean
  /** Its amounts are in the shop's currency, which only pages state. */
  readonly lacksCurrency?: boolean
  /** `after` is the cursor of the previous page; undefined for the first. */
  load(after: string | undefined, get: Get, shop: ShopAddress): Promise<PlatformDocuments>
  /** `next` is the cursor of the next page; undefined after the last. */
  read(
    documents: PlatformDocuments,
    after: string | undefined,
    shop: ShopAddress,
  ): { readonly products: readonly CatalogItem[]; readonly next?: string | undefined }
}

/** What an answer of a shop on this platform contains, and what it costs. For `wares add`, `/api/v2/shops` and the documentation. */
interface PlatformSummary {
  readonly title: string
  readonly can: {
    readonly search: boolean
    /** Every variant with its own price. */
    readonly variants: boolean
    /** Whether each variant, or the product where there are none, can be bought. */
    readonly stock: boolean
    readonly catalog: boolean
  }
  /** Requests to the shop per answer, at the least and at the most; the page of the product is included. */
  readonly requests: {
    readonly product: readonly [least: number, most: number]
    readonly search?: readonly [least: number, most: number]
    /** Per page of the list. */
    readonly catalog?: number
  }
  /** Which documents are read. */
  readonly reads: string
  /** What it cannot give. */
  readonly lacks: string
}

interface PlatformProduct {
  /** Fetches the product's documents beyond the page; none if omitted. */
  load?(page: Page, get: Get, shop: ShopAddress): Promise<PlatformDocuments>
  /** What the documents and the page state, the most reliable first. */
  read(page: Page, documents: PlatformDocuments, shop: ShopAddress): readonly DocumentExtractor[]
}

/** Shop software: its pages are recognised, any page of the shop will do, and its public documents describe products. */
export interface PlatformAdapter
  extends PlatformSummary,
    Adapter<PlatformProduct, PlatformSearch, PlatformList> {
  /** What a recognised page states about the whole shop. */
  facts?(page: Page): ShopFacts
  readonly product: PlatformProduct
}
