// Reads a thread of the product feed in the general shape.
import {
  asFlag,
  asId,
  asList,
  asLooseNumber,
  asText,
  asTrimmed,
  valueAt,
  attributes,
  type Availability,
  gtin,
  type JsonObject,
  type ProductGetters,
  lazyVariants,
  listPrice,
  money,
  type Page,
} from '#kit'
import { threadOf } from './feed.ts'
import { cardImages, localSize, plainLine, plainText, sizeLabel } from './product-content.ts'

export function openFeed(page: Page, wanted: string | undefined, shop: string | undefined): ProductGetters {
  const { thread, info } = threadOf(page, wanted)
  const merch = valueAt(info, 'merchProduct')
  const content = valueAt(info, 'productContent')
  const totals = lazyVariants(() => variantsOf(info))
  return {
    ...totals,
    url: () => {
      const slug = asTrimmed(valueAt(content, 'slug'))
      return shop && slug ? `${shop}/t/${slug}/${asTrimmed(valueAt(merch, 'styleColor'))}` : undefined
    },
    name: () => plainLine(valueAt(content, 'fullTitle')) ?? plainLine(valueAt(content, 'title')),
    brand: () => asTrimmed(valueAt(merch, 'brand')),
    description: () => plainText(valueAt(content, 'description')),
    mpn: () => asTrimmed(valueAt(merch, 'styleColor')),
    sku: () => asTrimmed(valueAt(merch, 'styleColor')),
    color: () => asTrimmed(valueAt(content, 'colorDescription')),
    price: () => pricesOf(info).price,
    list_price: () => pricesOf(info).list_price,
    availability: () => {
      const isAvailable = asFlag(valueAt(info, 'availability', 'available'))
      return isAvailable === false
        ? 'out_of_stock'
        : (totals.availability() ?? (isAvailable && 'in_stock') ?? undefined)
    },
    images: () => cardImages(valueAt(thread, 'publishedContent', 'nodes')),
    attributes: () =>
      attributes({
        'product type': asTrimmed(valueAt(merch, 'productType')),
        gender: asList(valueAt(merch, 'genders'), asText)?.join(', '),
        sport: asList(valueAt(merch, 'sportTags'), asText)?.join(', '),
      }),
  }
}

function pricesOf(info: JsonObject) {
  const [price, full, msrp] = ['currentPrice', 'fullPrice', 'msrp'].map(key =>
    money(
      asLooseNumber(valueAt(info.merchPrice, key)) || undefined,
      asTrimmed(valueAt(info.merchPrice, 'currency')),
    ),
  )
  return { price, list_price: listPrice(full, price) ?? listPrice(msrp, price) }
}

function variantsOf(info: JsonObject) {
  return (asList(info.skus, one => one) ?? []).map(sku => variantOf(info, sku))
}

function variantOf(info: JsonObject, sku: unknown) {
  const isAhead = valueAt(info.merchProduct, 'preOrder') === true
  const local = valueAt(sku, 'countrySpecifications', 0)
  const code = asId(valueAt(sku, 'gtin'))
  const stock = stockOf(info, code)
  return {
    sku: asId(valueAt(sku, 'id')),
    gtin: gtin(code),
    size: localSize(valueAt(local, 'localizedSizePrefix'), valueAt(local, 'localizedSize') ?? sizeLabel(sku)),
    color: asTrimmed(valueAt(info.productContent, 'colorDescription')),
    ...pricesOf(info),
    availability: isAhead && stock === 'in_stock' ? ('preorder' as const) : stock,
  }
}

const LEVELS: Readonly<Record<string, Availability>> = {
  OOS: 'out_of_stock',
  LOW: 'limited',
  MEDIUM: 'in_stock',
  HIGH: 'in_stock',
}

/** Stock stands apart, joined by GTIN. A size that is not listed there is sold out. */
function stockOf({ availableGtins }: JsonObject, code: string | undefined): Availability | undefined {
  const all = asList(availableGtins, one => one)
  if (all === undefined || code === undefined) return undefined
  const own = all.find(one => asId(valueAt(one, 'gtin')) === code)
  if (own === undefined || valueAt(own, 'available') === false) return 'out_of_stock'
  return (
    LEVELS[asText(valueAt(own, 'level')) ?? ''] ??
    (valueAt(own, 'available') === true ? 'in_stock' : undefined)
  )
}
