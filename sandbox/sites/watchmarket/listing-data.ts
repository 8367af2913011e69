// Listings of the sandbox shop: the catalog's watches with prices, badges and paths.
import { convertAmount, type CurrencyCode, currencies } from '../../currencies.ts'
import { slugOf } from '../../make-products.ts'
import type { SandboxProduct } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'
import type { ShopContext } from '../../define-shop.ts'

const ON_REQUEST_EVERY = 41
const TAKEN_DOWN_EVERY = 59

/** Listings for sale; the URLs of a few that were taken down redirect elsewhere. */
export function listings(ctx: ShopContext): readonly SandboxProduct[] {
  return ctx.catalog.products('watches').filter(one => !isTakenDown(one))
}

export function isTakenDown(watch: SandboxProduct): boolean {
  return watch.position % TAKEN_DOWN_EVERY === TAKEN_DOWN_EVERY - 1
}

function isOnRequest(watch: SandboxProduct): boolean {
  return watch.position % ON_REQUEST_EVERY === ON_REQUEST_EVERY - 1
}

/** The real site changes its markup from time to time; both versions occur. */
export function isOldPage(watch: SandboxProduct): boolean {
  return watch.position % 4 === 3
}

export function brandPath(brand: string): string {
  return `/${slugOf(brand)}/index.htm`
}

/** Each pair of brand and model has its own number. */
export function modelPath({ brand, model }: Pick<SandboxProduct, 'brand' | 'model'>, page = 1): string {
  const number = seededRandom('model', brand, model).int(10, 9_999)
  return `/${slugOf(brand)}/${slugOf(model)}--mod${number}${page > 1 ? `-${page}` : ''}.htm`
}

export function listingPath({ brand, model, colour, id }: SandboxProduct): string {
  return `/${slugOf(brand)}/${slugOf(`${model} ${colour.name}`)}--id${id}.htm`
}

export function titleOf({ brand, model }: SandboxProduct): string {
  return `${brand} ${model}`
}

export function subtitleOf({ colour, sku, attributes }: SandboxProduct): string {
  const papers = attributes.scopeOfDelivery?.startsWith('Original box, original')
    ? ' "full set" & papers'
    : ''
  return `${sku} ${colour.name}${papers}`
}

export function parseCurrency(code: string | null): CurrencyCode {
  return code !== null && Object.hasOwn(currencies, code) ? (code as CurrencyCode) : 'USD'
}

/** Whole units, as usual for expensive goods; undefined if the price is on request. */
export function priceOf(watch: SandboxProduct, currency: CurrencyCode): number | undefined {
  return isOnRequest(watch) ? undefined : Math.round(convertAmount(watch.priceCents, currency))
}

/** `$4,250`, `¥640,000`; euros have a no-break space and no thousands separator below 10 000. */
export function writePrice(amount: number | undefined, currency: CurrencyCode): string {
  if (amount === undefined) return 'Price on request'
  if (currency === 'EUR') {
    return `${amount < 10_000 ? amount : amount.toLocaleString('de-DE')}\u00a0€`
  }
  return `${currencies[currency].symbol}${amount.toLocaleString('en-US')}`
}

/** The badge on a card's picture; about every fourth card has none. */
export function badgeOf(watch: SandboxProduct): string | undefined {
  const chance = seededRandom('badge', watch.id).next()
  if (chance < 0.15) return 'Promoted'
  return chance < 0.75 ? 'Popular' : undefined
}

export function shippingOf(watch: SandboxProduct, currency: CurrencyCode): string {
  const dollars = seededRandom('shipping', watch.id).pick([0, 0, 4_500, 9_900, 12_000])
  if (!watch.seller.professional) return 'Plus shipping costs'
  return dollars === 0
    ? 'Free shipping'
    : `+ ${writePrice(Math.round(convertAmount(dollars, currency)), currency)} for shipping`
}

/** The site uses UK for Great Britain. */
export function countryCode(watch: SandboxProduct): string {
  const { code } = watch.seller.country
  return code === 'GB' ? 'UK' : code
}

/** The site's sort codes: 1 and 11 by price, 5 newest first; others keep the order. */
export function sortListings(
  watches: readonly SandboxProduct[],
  sortorder: string | null,
): readonly SandboxProduct[] {
  if (sortorder === '1') return watches.toSorted((a, b) => a.priceCents - b.priceCents)
  if (sortorder === '11') return watches.toSorted((a, b) => b.priceCents - a.priceCents)
  return sortorder === '5' ? watches.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)) : watches
}
