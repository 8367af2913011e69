// Product data in the formats of fastfashion2's services: the catalog entry, and the map of variants in one country.
import { convertAmount, type CurrencyCode, formatPrice } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'

const ID_OFFSET = 3_800_000

/** The six-digit id. */
export function idOf(product: SandboxProduct): string {
  return String(product.id - ID_OFFSET)
}

export function catalogIdIn(id: string): number {
  return Number(id) + ID_OFFSET
}

export function catalogEntry(
  product: SandboxProduct,
  origin: string,
  address: string,
): Record<string, unknown> {
  const { position, reviews } = product
  return {
    Id: idOf(product),
    Name: product.model,
    Description: product.description,
    ImageUrl: origin + (product.pictures[0] ?? ''),
    CategoryId: product.categoryPath.join('-').toLowerCase(),
    ProductPageUrl: position % 4 === 3 ? null : address,
    BrandExternalId: position % 3 === 0 ? product.brand.toLowerCase() : null,
    // Most entries do not state whether they are active.
    ...(position % 4 === 0 ? { Active: true, Disabled: false } : {}),
    Brand: position % 3 === 0 ? { Id: product.brand.toLowerCase(), Name: product.brand } : {},
    EANs: position % 5 === 0 ? [product.gtin] : [],
    UPCs: [],
    ISBNs: [],
    StoryIds: [],
    FamilyIds: [],
    ReviewIds: [],
    QuestionIds: [],
    ModelNumbers: [],
    AttributesOrder: [],
    Attributes: {},
    ManufacturerPartNumbers: [],
    ReviewStatistics: {
      TotalReviewCount: reviews.length,
      AverageOverallRating: product.rating ?? null,
      OverallRatingRange: 5,
    },
    TotalReviewCount: reviews.length,
  }
}

export function variantMap(
  colours: readonly SandboxProduct[],
  currency: CurrencyCode,
): Record<string, unknown> {
  const [first] = colours
  const entries = colours.flatMap(colour =>
    colour.sizes.map(size => [
      `color-${colourCode(colour)}|size-${sizeCode(size)}`,
      variantOf(first ?? colour, colour, size, currency),
    ]),
  )
  // The order of the real map is not reliable.
  return Object.fromEntries(first && first.position % 2 === 0 ? entries : entries.toReversed())
}

function variantOf(product: SandboxProduct, colour: SandboxProduct, size: Size, currency: CurrencyCode) {
  const standardCents = colour.originalPriceCents ?? colour.priceCents
  const saving = Math.round((1 - colour.priceCents / standardCents) * 100)
  const [color, code] = [colourCode(colour), sizeCode(size)]
  return {
    id: `${idOf(product)}${color}${code}000`,
    attributes: { color, size: code },
    availability: availabilityOf(size, product.position % 5 === 2),
    pricing: {
      showStandardPrice: saving > 0,
      isPromoPrice: saving > 0,
      standard: convertAmount(standardCents, currency),
      formattedStandard: formatPrice(standardCents, currency),
      sale: convertAmount(colour.priceCents, currency),
      formattedSale: formatPrice(colour.priceCents, currency),
      salePriceMoney: {},
      standardPriceMoney: {},
      value: {},
      ...(product.position % 5 === 2 ? {} : { pricePercentage: saving > 0 ? String(saving) : '' }),
      pricePercentageMoney: '',
      multibuyMsg: '',
      available: true,
      salePriceAvailable: true,
      standardPriceAvailable: true,
      quantities: [{ unit: '', value: 1 }],
    },
    applicablebadges: [],
  }
}

/** Some products have fewer fields. */
function availabilityOf({ quantity }: Size, terse: boolean) {
  const has = quantity > 0
  const amount = String(quantity)
  return {
    status: has ? 'IN_STOCK' : 'NOT_AVAILABLE',
    statusQuantity: amount,
    inStock: has,
    ats: amount,
    inStockDate: '',
    availableForSale: has,
    purchaseLevel: '',
    levels: { IN_STOCK: quantity, PREORDER: 0, BACKORDER: 0, NOT_AVAILABLE: has ? 0 : 1 },
    isAvailable: has,
    available: has,
    currentQty: quantity,
    regularQty: quantity,
    inStockMsg: has ? 'In stock' : '',
    preOrderMsg: '',
    backOrderMsg: '',
    lowInStock: has && quantity < 3,
    selectedQty: '1',
    ...(terse ? {} : { qtyThreshold: '3' }),
    maxSelectedQty: Math.min(quantity, 10),
    generallyAvailable: true,
    selectionOverdrive: false,
  }
}

function colourCode({ colour }: SandboxProduct): string {
  return `COL${colour.code.slice(0, 2)}`
}

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

function sizeCode({ label, value }: Size): string {
  return value === undefined ? `SMA00${LETTERS.indexOf(label) + 2}` : `INS0${value}`
}
