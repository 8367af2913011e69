// The catalog over time: prices change, sales start and end, sizes sell out and return, all determined by seed and time.
import { type Catalog, createCatalog } from '../catalog.ts'
import type { SandboxProduct } from '../product.ts'
import { seededRandom } from '../seeded-random.ts'

/** The shortest time between changes, by the shops' clock. */
const STEP_MS = 10 * 60_000
const HOUR_STEPS = 6
const SALE_SHARE = 0.25
const SOLD_OUT_SHARE = 0.25

/** The shops' clock starts here. Before it, and at speed 0, the catalog does not change. */
const STARTED_MS = Date.UTC(2026, 0, 15, 8)

/** The shops' time since the start, in steps. */
export function stepAt(nowMs: number, speed: number): number {
  return Math.max(0, Math.floor(((nowMs - STARTED_MS) * speed) / STEP_MS))
}

/** `step` is called on every access, so that all products are from the same moment. */
export function createLivingCatalog(seed: number, step: () => number): Catalog {
  const still = createCatalog(seed)
  let moved = new Map<SandboxProduct, SandboxProduct>()
  let movedAt = 0
  function at(product: SandboxProduct): SandboxProduct {
    const now = step()
    if (now === 0) return product
    if (now !== movedAt) {
      moved = new Map()
      movedAt = now
    }
    const known = moved.get(product) ?? moveProduct(product, seed, now)
    moved.set(product, known)
    return known
  }
  const maybe = (product: SandboxProduct | undefined) => product && at(product)
  return {
    seed,
    products: kind => still.products(kind).map(at),
    byId: (kind, id) => maybe(still.byId(kind, id)),
    bySlug: (kind, slug) => maybe(still.bySlug(kind, slug)),
    bySku: (kind, sku) => maybe(still.bySku(kind, sku)),
    family: product => still.family(product).map(at),
    search: (kind, words) => still.search(kind, words).map(at),
  }
}

export function moveProduct(product: SandboxProduct, seed: number, step: number): SandboxProduct {
  return { ...product, ...movedPrices(product, seed, step), sizes: movedSizes(product, seed, step) }
}

/** A price lasts 6 to 24 hours and then always changes: even turns are below the usual price, odd ones above. */
function movedPrices(product: SandboxProduct, seed: number, step: number) {
  const pace = seededRandom(seed, product.kind, product.id, 'price pace')
  const duration = pace.int(6, 24) * HOUR_STEPS
  const turn = Math.floor((step + pace.int(0, duration - 1)) / duration)
  const random = seededRandom(seed, product.kind, product.id, 'price', turn)
  const isBelow = turn % 2 === 0
  const percent = isBelow ? random.int(92, 99) : random.int(101, 108)
  const usual = roundCents((product.priceCents * percent) / 100, isBelow ? -1 : 1)
  if (!random.chance(SALE_SHARE) || !isBelow) {
    return { priceCents: usual, originalPriceCents: product.originalPriceCents }
  }
  const onSale = roundCents((usual * random.int(60, 85)) / 100, -1)
  return { priceCents: onSale, originalPriceCents: Math.max(usual, product.priceCents) }
}

/** To whole units, away from the usual price, so that low prices change too. */
function roundCents(cents: number, direction: -1 | 1): number {
  const units = direction < 0 ? Math.floor(cents / 100) : Math.ceil(cents / 100)
  return Math.max(100, units * 100)
}

function movedSizes(product: SandboxProduct, seed: number, step: number): SandboxProduct['sizes'] {
  return product.sizes.map(size => {
    const pace = seededRandom(seed, product.kind, product.id, size.label, 'stock pace')
    const duration = pace.int(4, 16) * HOUR_STEPS
    const turn = Math.floor((step + pace.int(0, duration - 1)) / duration)
    const random = seededRandom(seed, product.kind, product.id, size.label, turn)
    return { ...size, quantity: random.chance(SOLD_OUT_SHARE) ? 0 : random.int(1, 24) }
  })
}
