// Product data in sneakerhub's formats: list entries and price rows.
import { convertCents, type CurrencyCode } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'
import { type Random, seededRandom } from '../../seeded-random.ts'

/** The catalog kind that this shop sells. */
export const KIND = 'sneakers'

/** A separate random sequence per product and purpose, so that adding one does not change the others. */
export function randomFor(product: SandboxProduct, purpose: string): Random {
  return seededRandom('sneakerhub', purpose, product.sku, product.id)
}

export function isApparel(product: SandboxProduct): boolean {
  return product.pictureShape === 'shirt'
}

export function sectionOf(product: SandboxProduct): 'sneakers' | 'apparel' {
  return isApparel(product) ? 'apparel' : 'sneakers'
}

export function popularityOf(product: SandboxProduct): number {
  return randomFor(product, 'popularity').next()
}

/** A multiple of five dollars; undefined if the shop has no retail price. */
export function retailCentsOf(product: SandboxProduct): number | undefined {
  return randomFor(product, 'retail').chance(0.18) ? undefined : Math.ceil(product.priceCents / 500) * 500
}

/** The last millisecond of the day, as in the real shop; undefined without a release date. */
export function releaseOf(product: SandboxProduct): Date | undefined {
  return randomFor(product, 'release').chance(0.25)
    ? undefined
    : new Date(`${product.releasedOn}T23:59:59.999Z`)
}

/** Clothing sizes are numbers in the data; only the label has letters. */
export function sizeOptionOf(size: Size, index: number) {
  return { presentation: size.label, value: size.value ?? 102 + index }
}

interface Ask {
  readonly option: ReturnType<typeof sizeOptionOf>
  readonly shoe: string
  readonly box: string
  /** US cents; undefined if nobody sells. */
  readonly cents: number | undefined
  readonly instantCents: number | undefined
  readonly lastSoldCents: number
}

/** In the shop's order: children's sizes 10 to 13 come before 1. */
export function asksOf(product: SandboxProduct): Ask[] {
  const unsold = randomFor(product, 'unsold').chance(0.3)
  const options = product.sizes.map((size, index) => ({ size, option: sizeOptionOf(size, index) }))
  const ordered =
    product.gender === 'kids' && !isApparel(product)
      ? [...options.filter(one => one.option.value >= 10), ...options.filter(one => one.option.value < 10)]
      : options
  return ordered.flatMap(({ size, option }) => asksOfSize(product, option, !unsold && size.quantity > 0))
}

function asksOfSize(product: SandboxProduct, option: Ask['option'], offered: boolean): Ask[] {
  const random = randomFor(product, `asks ${option.presentation}`)
  const ask = (shoe: string, box: string, share: number, sold: boolean): Ask => {
    const cents = Math.round((product.priceCents * share * random.int(75, 210)) / 10_000) * 100
    return {
      option,
      shoe,
      box,
      cents: sold ? cents : undefined,
      instantCents: sold && random.chance(0.4) ? cents + random.int(8, 30) * 100 : undefined,
      lastSoldCents: random.chance(0.15) ? 0 : Math.round((cents * random.int(80, 105)) / 10_000) * 100,
    }
  }
  const asks = [ask('new_no_defects', 'good_condition', 1, offered)]
  if (random.chance(0.2)) asks.push(ask('new_no_defects', 'badly_damaged', 0.9, random.chance(0.5)))
  if (random.chance(0.1)) asks.push(ask('new_with_defects', 'no_original_box', 0.7, random.chance(0.5)))
  if (random.chance(0.2)) asks.push(ask('used', 'good_condition', 0.55, random.chance(0.5)))
  return asks
}

/** Without an amount, only the currency. */
function amountOf(cents: number | undefined, currency: CurrencyCode) {
  return cents === undefined
    ? { currency }
    : { currency, amount: convertCents(cents, currency), amountUsdCents: cents }
}

export function priceRowsOf(product: SandboxProduct, currency: CurrencyCode) {
  return asksOf(product).map(ask => ({
    sizeOption: ask.option,
    shoeCondition: ask.shoe,
    boxCondition: ask.box,
    lowestPriceCents: amountOf(ask.cents, currency),
    instantShipLowestPriceCents: amountOf(ask.instantCents, currency),
    lastSoldPriceCents: amountOf(ask.lastSoldCents, currency),
    stockStatus: ask.cents === undefined ? 'not_in_stock' : 'single_in_stock',
  }))
}

/** The cheapest new pair in a good box. */
export function lowestAskOf(
  product: SandboxProduct,
): { readonly cents: number; readonly size: string } | undefined {
  const offers = asksOf(product).flatMap(({ cents, option, shoe, box }) =>
    cents !== undefined && shoe === 'new_no_defects' && box === 'good_condition'
      ? [{ cents, size: String(option.value) }]
      : [],
  )
  return offers.toSorted((a, b) => a.cents - b.cents)[0]
}

/** An entry of the current search. */
export function listEntryOf(product: SandboxProduct, origin: string) {
  const lowest = lowestAskOf(product)
  const release = releaseOf(product)
  const price = (amountCents: number) => ({ amountCents, currency: 'USD' })
  return {
    variantsList: lowest
      ? [
          {
            productCondition: 1,
            boxCondition: 1,
            size: { gender: 0, sizeUnit: 1, size: lowest.size, displayName: '' },
            localizedLowestPriceCents: price(lowest.cents),
          },
        ]
      : [],
    id: String(product.id),
    status: 'active',
    slug: product.slug,
    title: product.name,
    pictureUrl: pictureOf(product, origin, '1000'),
    inStock: lowest !== undefined,
    category: isApparel(product) ? 'apparel' : 'shoes',
    seasonYear: product.attributes.season ?? '',
    productType: isApparel(product) ? 'tops' : 'sneakers',
    // The shop uses 0 for "unknown".
    localizedRetailPriceCents: price(retailCentsOf(product) ?? 0),
    brandName: product.brand,
    activity: '',
    seasonType: '',
    underRetail: lowest !== undefined && lowest.cents < (retailCentsOf(product) ?? 0),
    gender: product.gender === 'kids' ? 'youth' : product.gender,
    activitiesList: [],
    ...(release
      ? { releaseDate: { seconds: Math.floor(release.getTime() / 1_000), nanos: 999_000_000 } }
      : {}),
    silhouette: isApparel(product) ? '' : product.model,
  }
}

/** A result of the older search service. */
export function olderResultOf(product: SandboxProduct, origin: string) {
  const lowest = lowestAskOf(product)
  const release = releaseOf(product)?.toISOString()
  const retail = retailCentsOf(product)
  const priced = (name: string, cents: number) => ({
    [name]: cents,
    [`${name}_gbp`]: convertCents(cents, 'GBP'),
    [`${name}_eur`]: convertCents(cents, 'EUR'),
    [`${name}_jpy`]: convertCents(cents, 'JPY'),
  })
  const data = {
    id: String(product.id),
    sku: skuOf(product),
    slug: product.slug,
    color: product.colour.name.toLowerCase(),
    category: isApparel(product) ? 'apparel' : 'shoes',
    ...(randomFor(product, 'older picture').chance(0.03)
      ? {}
      : { image_url: pictureOf(product, origin, '750') }),
    product_type: isApparel(product) ? 'tops' : 'sneakers',
    ...(release
      ? {
          release_date: Number(release.slice(0, 10).replaceAll('-', '')),
          release_date_time: `${release.slice(0, 10)} 23:59:59`,
          release_date_year: Number(release.slice(0, 4)),
        }
      : {}),
    ...(retail === undefined ? { retail_price_cents: 0 } : priced('retail_price_cents', retail)),
    box_condition: 'good_condition',
    product_condition: 'new_no_defects',
    ...(lowest ? priced('lowest_price_cents', lowest.cents) : {}),
    count_for_product_condition: 0,
  }
  return { matched_terms: [], labels: {}, data, value: product.name, is_slotted: false }
}

export function skuOf(product: SandboxProduct): string {
  return product.sku.replace('-', ' ')
}

/** Some URLs have a width after a question mark, some do not. */
export function pictureOf(product: SandboxProduct, origin: string, width: string): string {
  const mark = randomFor(product, 'picture mark').chance(0.5) ? `?${width}` : ''
  return `${origin}${product.pictures[0] ?? ''}${mark}`
}
