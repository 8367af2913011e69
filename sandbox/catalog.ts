// The seeded catalog of all sandbox shops: the same seed gives the same products, byte for byte.
import { makeProducts } from './make-products.ts'
import type { SandboxProduct } from './product.ts'
import { type Kind, kinds } from './stock/kinds.ts'

export interface Catalog {
  readonly seed: number
  products(kind: Kind): readonly SandboxProduct[]
  byId(kind: Kind, id: number | string): SandboxProduct | undefined
  bySlug(kind: Kind, slug: string): SandboxProduct | undefined
  /** Ignores spaces, dashes and case. */
  bySku(kind: Kind, sku: string): SandboxProduct | undefined
  /** All colours of the product's model, including the product itself. */
  family(product: SandboxProduct): readonly SandboxProduct[]
  /** Products that contain every word; all products without words; the one product with a GTIN. */
  search(kind: Kind, words: string): readonly SandboxProduct[]
}

interface ProductIndex {
  readonly products: readonly SandboxProduct[]
  readonly byId: ReadonlyMap<string, SandboxProduct>
  readonly bySlug: ReadonlyMap<string, SandboxProduct>
  readonly bySku: ReadonlyMap<string, SandboxProduct>
  /** In the order of `products`. */
  readonly texts: readonly string[]
  /** GTINs of the products and of their sizes. */
  readonly byGtin: ReadonlyMap<string, SandboxProduct>
}

export function createCatalog(seed: number): Catalog {
  const indexes = new Map<Kind, ProductIndex>()
  const indexOf = (kind: Kind): ProductIndex => {
    const known = indexes.get(kind)
    if (known) return known
    const index = indexProducts(makeProducts(seed, kinds[kind]))
    indexes.set(kind, index)
    return index
  }
  return {
    seed,
    products: kind => indexOf(kind).products,
    byId: (kind, id) => indexOf(kind).byId.get(String(id)),
    bySlug: (kind, slug) => indexOf(kind).bySlug.get(slug),
    bySku: (kind, sku) => indexOf(kind).bySku.get(normalizeSku(sku)),
    family: product => indexOf(product.kind).products.filter(one => one.family === product.family),
    search(kind, words) {
      const { products, texts, byGtin } = indexOf(kind)
      const scanned = byGtin.get(words.trim())
      if (scanned) return [scanned]
      const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
      return products.filter((_, index) => wanted.every(word => texts[index]?.includes(word)))
    },
  }
}

function indexProducts(products: readonly SandboxProduct[]): ProductIndex {
  return {
    products,
    byId: new Map(products.map(one => [String(one.id), one])),
    bySlug: new Map(products.map(one => [one.slug, one])),
    bySku: new Map(products.map(one => [normalizeSku(one.sku), one])),
    byGtin: new Map(products.flatMap(one => [one, ...one.sizes].map(({ gtin }) => [gtin, one] as const))),
    texts: products.map(one =>
      `${one.name} ${one.colour.name} ${one.categoryPath.join(' ')} ${one.sku} ${one.slug} ${one.id}`.toLowerCase(),
    ),
  }
}

function normalizeSku(sku: string): string {
  return sku.replace(/[^a-z0-9]/gi, '').toLowerCase()
}
