// Loads and reads the product feed: content threads with the products that they are about.
import {
  asLooseNumber,
  asList,
  asName,
  asListOrOne,
  asObject,
  asText,
  asTrimmed,
  asLooseInteger,
  asLooseText,
  valueAt,
  camelCase,
  Fault,
  mostComplete,
  type Get,
  type JsonObject,
  must,
  type Page,
  type SiteView,
  readBySchema,
} from '#kit'
import { cardsOf, discount, plainLine, plainText, sizeLabel } from './product-content.ts'
import { languageOf } from './market.ts'
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
export function threadOf(page: Page, wanted: string | undefined) {
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
  const slug = asTrimmed(valueAt(content, 'slug'))
  const styleColor = asTrimmed(valueAt(merch, 'styleColor'))
  const page = shop && slug ? `${shop}/t/${slug}` : undefined
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
