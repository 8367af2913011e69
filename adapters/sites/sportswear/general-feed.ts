// Reads a thread of the product feed in the general shape.
import {
  asFlag,
  asId,
  asList,
  asLooseNumber,
  asText,
  asTrimmed,
  at,
  attributes,
  type Availability,
  gtin,
  type JsonObject,
  type LazyProduct,
  lazyVariants,
  listPrice,
  money,
  type Page,
} from '#kit'
import { threadOf } from './feed.ts'
import { cardImages, localSize, plainLine, plainText, sizeLabel } from './product-content.ts'

export function openFeed(page: Page, wanted: string | undefined, shop: string | undefined): LazyProduct {
  const { thread, info } = threadOf(page, wanted)
  const merch = at(info, 'merchProduct')
  const content = at(info, 'productContent')
  const totals = lazyVariants(() => variantsOf(info))
  return {
    ...totals,
    url: () => {
      const slug = asTrimmed(at(content, 'slug'))
      return shop && slug ? `${shop}/t/${slug}/${asTrimmed(at(merch, 'styleColor'))}` : undefined
    },
    name: () => plainLine(at(content, 'fullTitle')) ?? plainLine(at(content, 'title')),
    brand: () => asTrimmed(at(merch, 'brand')),
    description: () => plainText(at(content, 'description')),
    mpn: () => asTrimmed(at(merch, 'styleColor')),
    sku: () => asTrimmed(at(merch, 'styleColor')),
    color: () => asTrimmed(at(content, 'colorDescription')),
    price: () => pricesOf(info).price,
    list_price: () => pricesOf(info).list_price,
    availability: () => {
      const isAvailable = asFlag(at(info, 'availability', 'available'))
      return isAvailable === false
        ? 'out_of_stock'
        : (totals.availability() ?? (isAvailable && 'in_stock') ?? undefined)
    },
    images: () => cardImages(at(thread, 'publishedContent', 'nodes')),
    attributes: () =>
      attributes({
        'product type': asTrimmed(at(merch, 'productType')),
        gender: asList(at(merch, 'genders'), asText)?.join(', '),
        sport: asList(at(merch, 'sportTags'), asText)?.join(', '),
      }),
  }
}

function pricesOf(info: JsonObject) {
  const [price, full, msrp] = ['currentPrice', 'fullPrice', 'msrp'].map(key =>
    money(asLooseNumber(at(info.merchPrice, key)) || undefined, asTrimmed(at(info.merchPrice, 'currency'))),
  )
  return { price, list_price: listPrice(full, price) ?? listPrice(msrp, price) }
}

function variantsOf(info: JsonObject) {
  return (asList(info.skus, one => one) ?? []).map(sku => variantOf(info, sku))
}

function variantOf(info: JsonObject, sku: unknown) {
  const isAhead = at(info.merchProduct, 'preOrder') === true
  const local = at(sku, 'countrySpecifications', 0)
  const code = asId(at(sku, 'gtin'))
  const stock = stockOf(info, code)
  return {
    sku: asId(at(sku, 'id')),
    gtin: gtin(code),
    size: localSize(at(local, 'localizedSizePrefix'), at(local, 'localizedSize') ?? sizeLabel(sku)),
    color: asTrimmed(at(info.productContent, 'colorDescription')),
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
  const own = all.find(one => asId(at(one, 'gtin')) === code)
  if (own === undefined || at(own, 'available') === false) return 'out_of_stock'
  return LEVELS[asText(at(own, 'level')) ?? ''] ?? (at(own, 'available') === true ? 'in_stock' : undefined)
}
