// Product data in sneakerexchange's formats: market figures, traits and list nodes.
import { convertAmount, type CurrencyCode } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'
import { type Random, seededRandom } from '../../seeded-random.ts'

/** The catalog kind that this shop sells. */
export const KIND = 'sneakers'

/** Version of the real site's pages. It varies by product, so that tests cover all of them. */
export type Generation = '2023-05' | '2023-12' | '2024-10'

/** A separate random sequence per product and purpose, so that adding one does not change the others. */
function randomFor(product: SandboxProduct, purpose: string): Random {
  return seededRandom('sneakerexchange', purpose, product.sku, product.id)
}

export function generationOf(product: SandboxProduct): Generation {
  const random = randomFor(product, 'generation')
  if (random.chance(0.7)) return '2024-10'
  return random.chance(0.5) ? '2023-12' : '2023-05'
}

export function uuidOf(product: SandboxProduct): string {
  return uuidFrom(randomFor(product, 'uuid'))
}

function uuidFrom(random: Random): string {
  return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`
}

export function isApparel(product: SandboxProduct): boolean {
  return product.pictureShape === 'shirt'
}

export function titleOf(product: SandboxProduct): string {
  return `${product.brand} ${product.model} ${product.colour.name}`
}

export function activityOf(product: SandboxProduct): number {
  return randomFor(product, 'activity').next()
}

interface MarketFigures {
  readonly lowestAskCents: number | undefined
  readonly highestBidCents: number | undefined
  readonly asks: number
  readonly bids: number
  readonly lastSaleCents: number
  readonly salesLast72Hours: number
}

interface StockedSize {
  readonly id: string
  readonly size: Size
  readonly hidden: boolean
  readonly figures: MarketFigures
}

const NO_MARKET: MarketFigures = {
  lowestAskCents: undefined,
  highestBidCents: undefined,
  asks: 0,
  bids: 0,
  lastSaleCents: 0,
  salesLast72Hours: 0,
}

export function variantsOf(product: SandboxProduct): readonly StockedSize[] {
  const unsold = randomFor(product, 'unsold').chance(0.05)
  return product.sizes.map((size, index) => {
    const random = randomFor(product, `size ${size.label}`)
    const id = uuidFrom(random)
    // Sizes that were never made remain in the shop's records, at the small end.
    const hidden = index === 0 && random.chance(0.25)
    const figures = hidden || unsold ? NO_MARKET : figuresOf(product, size, random)
    return { id, size, hidden, figures }
  })
}

function figuresOf(product: SandboxProduct, size: Size, random: Random): MarketFigures {
  const dollars = (low: number, high: number): number =>
    Math.round((product.priceCents * random.int(low, high)) / 10_000) * 100
  const asks = size.quantity
  const bids = random.int(0, 9)
  return {
    lowestAskCents: asks === 0 ? undefined : dollars(90, 220),
    highestBidCents: bids === 0 ? undefined : dollars(40, 85),
    asks,
    bids,
    lastSaleCents: random.chance(0.15) ? 0 : dollars(70, 160),
    salesLast72Hours: random.chance(0.6) ? 0 : random.int(1, 40),
  }
}

/** The lowest ask and the highest bid of all sizes. */
export function totalFigures(product: SandboxProduct): MarketFigures {
  const all = variantsOf(product).map(one => one.figures)
  const known = (pick: (marketFigures: MarketFigures) => number | undefined): number[] =>
    all.map(pick).filter(cents => cents !== undefined)
  const sum = (pick: (marketFigures: MarketFigures) => number): number =>
    all.reduce((total, one) => total + pick(one), 0)
  const lowestAsks = known(one => one.lowestAskCents)
  const bid = known(one => one.highestBidCents)
  return {
    lowestAskCents: lowestAsks.length > 0 ? Math.min(...lowestAsks) : undefined,
    highestBidCents: bid.length > 0 ? Math.max(...bid) : undefined,
    asks: sum(one => one.asks),
    bids: sum(one => one.bids),
    lastSaleCents: all.find(one => one.lastSaleCents > 0)?.lastSaleCents ?? 0,
    salesLast72Hours: sum(one => one.salesLast72Hours),
  }
}

/** Whole units of the currency. */
function units(cents: number, currency: CurrencyCode): number {
  return Math.round(convertAmount(cents, currency))
}

export function marketOf(figures: MarketFigures, generation: Generation, currency: CurrencyCode) {
  const { lowestAskCents, highestBidCents, asks, bids } = figures
  const ask = lowestAskCents === undefined ? null : units(lowestAskCents, currency)
  const bid = highestBidCents === undefined ? null : units(highestBidCents, currency)
  const counts = { numberOfAsks: asks, numberOfBids: bids }
  const salesInformation = {
    lastSale: units(figures.lastSaleCents, currency),
    salesLast72Hours: figures.salesLast72Hours,
  }
  if (generation === '2023-05') {
    return {
      bidAskData: { lowestAsk: ask, highestBid: bid, ...counts },
      salesInformation,
      state: { numberOfCustodialAsks: 0, lowestCustodialAsk: null },
    }
  }
  const chain = generation === '2024-10' ? { chainId: String(asks * 1_009) } : {}
  return {
    currencyCode: currency,
    state: {
      lowestAsk: ask === null ? null : { amount: ask, ...chain },
      highestBid: bid === null ? null : { amount: bid },
      ...counts,
    },
    salesInformation,
    statistics: { lastSale: { amount: salesInformation.lastSale, changePercentage: 0, changeValue: 0 } },
  }
}

export function traitsOf(product: SandboxProduct) {
  const trait = (name: string, value: string, visible = true, format: string | null = null) => ({
    name,
    value,
    visible,
    format,
  })
  const dated = randomFor(product, 'dated').chance(0.93)
  const shared = [
    trait('Retail Price', String(Math.ceil(product.priceCents / 500) * 5), true, 'currency'),
    ...(dated ? [trait('Release Date', product.releasedOn, true, 'date')] : []),
    trait('Featured', 'false', false),
  ]
  return isApparel(product)
    ? [trait('Season', `SS${product.releasedOn.slice(2, 4)}`), trait('Color', product.colour.name), ...shared]
    : [trait('Style', product.sku), trait('Colorway', colorwayOf(product)), ...shared]
}

function colorwayOf(product: SandboxProduct): string {
  return `${product.colour.name}/White-Gum`
}

export function pictureOf(product: SandboxProduct, origin: string, width: number): string {
  return `${origin}${product.pictures[0] ?? ''}?fit=fill&bg=FFFFFF&w=${width}&q=90`
}

/** A node of a list in a page or in a GraphQL response, which has more fields. */
export function nodeOf(product: SandboxProduct, origin: string, from: 'page' | 'graphql') {
  const market = marketOf(totalFigures(product), '2023-12', 'USD')
  return {
    id: uuidOf(product),
    name: product.colour.name,
    urlKey: product.slug,
    title: titleOf(product),
    brand: product.brand,
    description: product.description,
    model: product.model,
    condition: 'New',
    productCategory: isApparel(product) ? 'streetwear' : 'sneakers',
    listingType: 'STANDARD',
    gender: genderOf(product),
    media: { thumbUrl: pictureOf(product, origin, 140), smallImageUrl: pictureOf(product, origin, 300) },
    ...(from === 'graphql'
      ? {
          styleId: isApparel(product) ? '' : product.sku,
          traits: traitsOf(product).map(({ name, value }) => ({ name, value })),
        }
      : {
          productTraits: traitsOf(product)
            .filter(one => one.name === 'Retail Price' || one.name === 'Release Date')
            .map(({ name, value }) => ({ name, value })),
        }),
    market,
  }
}

export function genderOf(product: SandboxProduct): string {
  return product.gender === 'kids' ? 'child' : product.gender
}
