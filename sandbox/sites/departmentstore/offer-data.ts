// Prices, stock, colours and sizes in the format of the department store's API: maps by id, and prices in tiers.
import type { SandboxProduct, Size } from '../../product.ts'

/** At most so many pieces are "just a few". */
const FEW = 2

const money = (cents: number, type: 'regular' | 'discount') => ({
  value: cents / 100,
  formattedValue: `$${(cents / 100).toFixed(2)}`,
  type,
})

function pricingOf({ priceCents, originalPriceCents }: SandboxProduct) {
  const isReduced = originalPriceCents !== undefined
  const percentOff = isReduced ? Math.round((1 - priceCents / originalPriceCents) * 100) : 0
  return {
    price: {
      priceType: {
        onEdv: false,
        onSale: isReduced,
        upcOnSale: false,
        willBe: false,
        applicableToAllUpcs: true,
      },
      tieredPrice: isReduced
        ? [
            { label: 'Orig. [PRICE]', values: [money(originalPriceCents, 'regular')] },
            {
              label: 'Now [PRICE]',
              values: [{ ...money(priceCents, 'discount'), percentOff: [percentOff] }],
            },
          ]
        : [{ label: '[PRICE]', values: [money(priceCents, 'regular')] }],
      priceTypeId: isReduced ? 7 : 0,
    },
  }
}

function availabilityOf(quantity: number) {
  const [isAvailable, isLow] = [quantity > 0, quantity > 0 && quantity <= FEW]
  return {
    checkInStoreEligibility: true,
    available: isAvailable,
    shipDays: isAvailable ? 2 : -1,
    message: isAvailable
      ? 'Usually leaves our facility within 2 business days.'
      : 'Not available for shipping',
    ...(isAvailable ? { availabilityMessage: isLow ? 'Just a few left' : 'In Stock' } : {}),
    lowAvailability: isLow,
    ...(isLow ? { lowAvailabilityMessage: 'Just a few left!' } : {}),
    orderType: isAvailable ? 'POOL' : 'NA',
    bopsAvailability: false,
    storeAvailability: false,
    shipFees: isAvailable ? { standard: 0, premium: 10, express: 15 } : {},
  }
}

/** A product without sizes has one UPC and no size map. */
export function offerOf(product: SandboxProduct) {
  const { id, colour, sizes, gtin } = product
  const colorId = id * 10
  const pieces: readonly Pick<Size, 'gtin' | 'quantity'>[] =
    sizes.length > 0 ? sizes : [{ gtin, quantity: 5 }]
  const upcs = pieces.map((piece, index) => ({
    id: colorId + index,
    identifier: { upcNumber: piece.gtin },
    relationships: {},
    availability: availabilityOf(piece.quantity),
    traits: {
      colors: { selectedColor: colorId },
      ...(sizes.length > 0 ? { sizes: { selectedSize: index } } : {}),
    },
    holidayMessageEligible: false,
  }))
  const pricing = pricingOf(product)
  return {
    upcs: byId(upcs),
    availability: {
      checkInStoreEligibility: false,
      available: pieces.some(one => one.quantity > 0),
      lowAvailability: false,
      bopsAvailability: false,
    },
    traits: {
      colors: {
        selectedColor: colorId,
        colorMap: byId([
          {
            id: colorId,
            name: colour.name,
            normalName: colour.name,
            imagery: imageryOf(product),
            sizes: sizes.map((_, index) => index),
            pricing,
          },
        ]),
        orderedColorsById: [colorId],
      },
      ...(sizes.length > 0 ? { sizes: sizeTraits(sizes, colorId) } : {}),
      traitsMaps: { upcMap: Object.fromEntries(upcs.map((upc, index) => [`${colorId}_${index}`, upc.id])) },
    },
    pricing,
  }
}

export function imageryOf({ pictures }: SandboxProduct) {
  return {
    images: pictures.map(path => ({ filePath: path.slice(1), showJumboSwatch: false })),
  }
}

function sizeTraits(sizes: readonly Size[], colorId: number) {
  return {
    orderedSizesBySeqNumber: sizes.map((_, index) => index),
    sizeMap: byId(
      sizes.map(({ label }, index) => ({ id: index, name: label, displayName: label, colors: [colorId] })),
    ),
  }
}

function byId<T extends { readonly id: number }>(list: readonly T[]): Record<string, T> {
  return Object.fromEntries(list.map(one => [String(one.id), one]))
}
