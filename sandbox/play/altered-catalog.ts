// Catalogs in which something is wrong on purpose: every page shows another product, or every price is a little higher.
import type { Catalog } from '../catalog.ts'
import type { SandboxProduct } from '../product.ts'

/** Whole units, so that shops that round prices show it too. */
const FLAP_CENTS = 100

/** Whatever is looked up, another product of the same kind is found at its address. */
export function replacedCatalog(catalog: Catalog): Catalog {
  const other = (product: SandboxProduct | undefined): SandboxProduct | undefined => {
    if (!product) return undefined
    const all = catalog.products(product.kind)
    const half = Math.floor(all.length / 2)
    const later = [...all.slice(half), ...all.slice(0, half)]
    const found = later.find(one => one.family !== product.family && one.brand !== product.brand)
    return found && { ...found, id: product.id, slug: product.slug }
  }
  return {
    ...catalog,
    byId: (kind, id) => other(catalog.byId(kind, id)),
    bySlug: (kind, slug) => other(catalog.bySlug(kind, slug)),
    bySku(kind, sku) {
      const product = catalog.bySku(kind, sku)
      const found = other(product)
      // A shop with the SKU in its URLs has the new product under it.
      return (
        found &&
        product && { ...found, sku: product.sku, styleCode: product.styleCode, colour: product.colour }
      )
    },
  }
}

/** All prices are one unit higher. */
export function raisedCatalog(catalog: Catalog): Catalog {
  const raise = (product: SandboxProduct): SandboxProduct => ({
    ...product,
    priceCents: product.priceCents + FLAP_CENTS,
  })
  const maybe = (product: SandboxProduct | undefined) => product && raise(product)
  return {
    seed: catalog.seed,
    products: kind => catalog.products(kind).map(raise),
    byId: (kind, id) => maybe(catalog.byId(kind, id)),
    bySlug: (kind, slug) => maybe(catalog.bySlug(kind, slug)),
    bySku: (kind, sku) => maybe(catalog.bySku(kind, sku)),
    family: product => catalog.family(product).map(raise),
    search: (kind, words) => catalog.search(kind, words).map(raise),
  }
}
