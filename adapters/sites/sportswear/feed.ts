// Loads the product feed, and reads it into both shapes: content threads with the products that they are about.
import {
  asFlag,
  asId,
  asList,
  asListOrOne,
  asLooseInteger,
  asLooseNumber,
  asLooseText,
  asName,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  camelCase,
  Fault,
  type Get,
  gtin,
  type JsonObject,
  lazyVariants,
  mostComplete,
  must,
  type Page,
  type ProductGetters,
  readBySchema,
  type SiteView,
  priceAndFormer,
  valueAt,
} from '#kit'
import { languageOf } from './market.ts'
import {
  cardImages,
  cardsOf,
  discount,
  localSize,
  plainLine,
  plainText,
  sizeLabel,
} from './product-content.ts'
import { product, type SportswearProduct } from './product.schema.ts'

export function loadFeed(
  styleColor: string,
  market: string,
  get: Get,
  { settings }: SiteView,
): Promise<Page> {
  const channel = settings.channel_id ? [`channelId(${settings.channel_id})`] : []
  const filter = [
    `marketplace(${market})`,
    `language(${languageOf(market)})`,
    ...channel,
    `productInfo.merchProduct.styleColor(${styleColor})`,
  ]
  return get('/product_feed/threads/v3/', { origin: 'api', accept: 'json', query: { filter } })
}

export function readFeed(
  page: Page,
  wanted: string | undefined,
  shop: string | undefined,
): SportswearProduct {
  const { thread, info } = threadOf(page, wanted)
  return readThread(thread, info, shop)
}

/** The thread about the requested colour, and the colour's part of it. */
function threadOf(page: Page, wanted: string | undefined) {
  const body = page.json()
  const threads = must(asList(valueAt(body, 'objects'), asObject), 'objects')
  if (
    threads.length === 0 &&
    must(asLooseInteger(valueAt(body, 'pages', 'totalResources')), 'totalResources') === 0
  ) {
    throw new Fault('not_found', `the feed has no product ${wanted}`)
  }
  const found = findColour(threads, wanted)
  if (!found && threads.every(isReadable) && threads.some(isAboutProducts)) {
    throw new Fault('not_found', `the feed returned products other than ${wanted}`)
  }
  return must(found, 'styleColor')
}

/** Two threads may be about the same colour: the fuller one wins. Some threads have no product. */
function findColour(threads: readonly (JsonObject | undefined)[], wanted: string | undefined) {
  return mostComplete(
    threads.flatMap(thread =>
      (asList(thread?.productInfo, asObject) ?? []).flatMap(info =>
        thread && info && colourOf(info) === wanted ? [{ info, thread }] : [],
      ),
    ),
  )
}

function isAboutProducts(thread: JsonObject | undefined): boolean {
  return Array.isArray(thread?.productInfo) && thread.productInfo.length > 0
}

/** The colour counts as not found only if every thread is readable. */
function isReadable(thread: JsonObject | undefined): boolean {
  const infos = asListOrOne(thread?.productInfo, asObject) ?? []
  return thread !== undefined && infos.every(info => info && colourOf(info) !== undefined)
}

function colourOf(info: JsonObject): string | undefined {
  return asText(valueAt(info, 'merchProduct', 'styleColor'))
}

function readThread(thread: JsonObject, info: JsonObject, shop: string | undefined): SportswearProduct {
  const merch = valueAt(info, 'merchProduct')
  const content = valueAt(info, 'productContent')
  const styleColor = asTrimmed(valueAt(merch, 'styleColor'))
  const page = pageOf(content, shop)
  const addresses = { url: page && styleColor && `${page}/${styleColor}`, canonical_url: page }
  const brand = asText(valueAt(merch, 'brand'))
  return {
    ...emptyProduct(),
    id: asText(thread.id),
    merch_product_id: asText(valueAt(merch, 'id')),
    style_color: styleColor,
    style_code: asText(valueAt(merch, 'styleCode')),
    color_code: asText(valueAt(merch, 'colorCode')),
    product_type: asText(valueAt(merch, 'productType')),
    color_description: asText(valueAt(content, 'colorDescription')),
    brands: brand === undefined ? undefined : [brand],
    sport_tags: asList(valueAt(merch, 'sportTags'), asText),
    sizes: asList(info.skus, readSku),
    prices: readPrice(info.merchPrice),
    pdp_url: addresses,
    product_info: {
      ...must(emptyProduct().product_info, 'product_info'),
      ...addresses,
      title: asName(valueAt(content, 'title')),
      subtitle: plainLine(valueAt(content, 'subtitle')),
      full_title: plainLine(valueAt(content, 'fullTitle')),
      product_description: plainText(valueAt(content, 'description')),
    },
    content_images: cardsOf(valueAt(thread, 'publishedContent', 'nodes')),
  }
}

/** Of the style, without a colour. */
function pageOf(content: unknown, shop: string | undefined): string | undefined {
  const slug = asTrimmed(valueAt(content, 'slug'))
  return shop && slug ? `${shop}/t/${slug}` : undefined
}

function readSku(sku: unknown, index: number) {
  if (!asObject(sku)) return undefined
  const local = valueAt(sku, 'countrySpecifications', 0)
  const gtin = asLooseText(valueAt(sku, 'gtin'))
  return {
    gtins: gtin === undefined ? undefined : [{ gtin }],
    label: sizeLabel(sku),
    // The feed lists existing sizes; it has neither a status nor a sort order.
    status: 'ACTIVE',
    merch_sku_id: asText(valueAt(sku, 'id')),
    sort_sequence: index + 1,
    localized_label: asText(valueAt(local, 'localizedSize')),
    localized_label_prefix: asText(valueAt(local, 'localizedSizePrefix')),
  }
}

function readPrice(price: unknown) {
  const current = asLooseNumber(valueAt(price, 'currentPrice'))
  const full = asLooseNumber(valueAt(price, 'fullPrice'))
  return {
    currency: asText(valueAt(price, 'currency')),
    current_price: current,
    initial_price: full,
    employee_price: undefined,
    discount_percentage: discount(current, full),
    employee_discount_percentage: undefined,
  }
}

/** A product with every field of the contract missing. */
function emptyProduct(): SportswearProduct {
  return must(readBySchema(product, { productInfo: {} }, camelCase), 'product')
}

export function openFeed(page: Page, wanted: string | undefined, shop: string | undefined): ProductGetters {
  const { thread, info } = threadOf(page, wanted)
  const merch = valueAt(info, 'merchProduct')
  const content = valueAt(info, 'productContent')
  const totals = lazyVariants(() => asList(info.skus, sku => variantOf(info, sku)) ?? [])
  return {
    ...totals,
    url: () => {
      const page = pageOf(content, shop)
      return page && `${page}/${asTrimmed(valueAt(merch, 'styleColor'))}`
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

function pricesOf({ merchPrice }: JsonObject) {
  const [current, full, msrp] = ['currentPrice', 'fullPrice', 'msrp'].map(key => valueAt(merchPrice, key))
  return priceAndFormer(current, valueAt(merchPrice, 'currency'), full, msrp)
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
  const isAvailable = valueAt(own, 'available') === true
  return LEVELS[asText(valueAt(own, 'level')) ?? ''] ?? (isAvailable ? 'in_stock' : undefined)
}
