// Reads the product from the page's state, into both shapes: in the current format or in one of two older ones. The JSON-LD
// beside it has the stock.
import {
  asId,
  asList,
  asListOrOne,
  asName,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  camelCase,
  Fault,
  gtin,
  type JsonObject,
  lazyVariants,
  mostComplete,
  must,
  mustExist,
  type Page,
  type ProductGetters,
  readBySchema,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaGroup,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaRating,
  priceAndFormer,
  unique,
  valueAt,
} from '#kit'
import { openOlder, readOlderProduct, STATES } from './older-product.ts'
import { cardImages, localSize, plainLine, plainText } from './product-content.ts'
import { product, type SportswearProduct } from './product.schema.ts'

export function readPage(
  page: Page,
  wanted: string | undefined,
  shop: string | undefined,
): SportswearProduct {
  const { current, older, states } = colourOnPage(page, wanted)
  if (current) return readCurrent(current)
  if (older) return readOlderProduct(older, shop)
  const other = states.find(state => asText(valueAt(state, 'selectedProduct', 'styleColor')) !== undefined)
  if (other) {
    mustListColours(other)
    throw new Fault('not_found', `the site shows another colour instead of ${wanted}`)
  }
  mustExist(page)
  throw new Fault('upstream_changed', 'the page has no state with the product', { field: 'selectedProduct' })
}

/** The requested colour in the page's state: in the current format, or in the older one. */
function colourOnPage(page: Page, wanted: string | undefined) {
  const props = page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps'])
  const state = valueAt(props, 'initialState') ?? page.assigned('INITIAL_REDUX_STATE')
  const states = [props, state, valueAt(state, 'product')]
  const current = mostComplete(states.flatMap(one => coloursIn(one, wanted)))
  return { current, older: current ? undefined : olderColour(state, wanted), states }
}

/** The selected colour if it is the requested one, and the requested one among the style's colours. Either may be a stub. */
function coloursIn(state: unknown, wanted: string | undefined): JsonObject[] {
  const selected = asObject(valueAt(state, 'selectedProduct'))
  const colour = asText(selected?.styleColor)
  const isWanted = wanted === undefined || colour === undefined || colour === wanted
  const groups = asList(valueAt(state, 'productGroups'), group => group) ?? []
  const listed = wanted === undefined ? [] : groups.map(group => asObject(valueAt(group, 'products', wanted)))
  return [isWanted ? selected : undefined, ...listed].filter(one => one !== undefined)
}

/** The colour counts as not found only if the list of colours is readable. */
function mustListColours(state: unknown): void {
  for (const group of must(asList(valueAt(state, 'productGroups'), asObject), 'productGroups')) {
    must(asObject(group?.products), 'productGroups.products')
  }
}

/** Older pages have their colours by code. Without a requested colour, the first is the page's product. */
function olderColour(state: unknown, wanted: string | undefined): JsonObject | undefined {
  const colours = asObject(valueAt(state, 'Threads', 'products')) ?? {}
  return asObject(wanted === undefined ? Object.values(colours)[0] : valueAt(colours, wanted))
}

/** The page's product has the contract's fields in camel case. */
function readCurrent(source: JsonObject): SportswearProduct {
  const fields = must(readBySchema(product, source, camelCase), 'selectedProduct')
  const info = fields.product_info
  const prices = fields.prices
  return {
    ...fields,
    // Whole per cent, as computed for pages without it.
    prices: prices && {
      ...prices,
      discount_percentage: rounded(prices.discount_percentage),
      employee_discount_percentage: rounded(prices.employee_discount_percentage),
    },
    product_info: info && {
      ...info,
      // Both name the same page; some pages have it only in pdpUrl.
      url: info.url ?? fields.pdp_url?.url,
      canonical_url: info.canonical_url ?? fields.pdp_url?.canonical_url,
      title: asName(valueAt(source, 'productInfo', 'title')),
      subtitle: plainLine(info.subtitle),
      full_title: plainLine(info.full_title),
      product_description: plainText(info.product_description),
    },
  }
}

function rounded(percentage: number | undefined): number | undefined {
  return percentage === undefined ? undefined : Math.round(percentage)
}

export function openPage(
  page: Page,
  wanted: string | undefined,
  shop: string | undefined,
): ProductGetters | undefined {
  const { current, older } = colourOnPage(page, wanted)
  if (current) return openCurrent(page, current, schemaGroup(page))
  return older && openOlder(older, shop)
}

function openCurrent(page: Page, product: JsonObject, group: JsonObject | undefined): ProductGetters {
  const { productInfo, prices } = product
  const totals = lazyVariants(() => asList(product.sizes, size => variantOf(product, group, size)) ?? [])
  return {
    ...totals,
    url: () => asTrimmed(valueAt(product.pdpUrl, 'url')) ?? asTrimmed(valueAt(productInfo, 'url')),
    name: () => plainLine(valueAt(productInfo, 'fullTitle')) ?? plainLine(valueAt(productInfo, 'title')),
    brand: () => asList(product.brands, asTrimmed)?.[0] ?? schemaName(group?.brand),
    description: () => plainText(valueAt(productInfo, 'productDescription')) ?? plainText(group?.description),
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url),
    mpn: () => asTrimmed(product.styleColor),
    sku: () => asTrimmed(product.styleColor),
    color: () => asTrimmed(product.colorDescription) ?? schemaName(group?.color),
    condition: () => schemaCondition(schemaOffers(valueAt(group?.hasVariant, 0, 'offers'))[0]?.itemCondition),
    price: () => pricesOf(product).price,
    list_price: () => pricesOf(product).list_price,
    availability: () => STATES[asText(product.statusModifier) ?? ''] ?? totals.availability(),
    images: () => {
      const own = cardImages([{ nodes: product.contentImages }])
      const others = asListOrOne(group?.hasVariant, one => valueAt(one, 'image')) ?? []
      return own.length > 0 ? own : schemaImages(unique([...others, group?.image].flat()), page.url)
    },
    rating: () => schemaRating(group?.aggregateRating),
    attributes: () =>
      attributes({
        'product type': asTrimmed(product.productType),
        sport: asList(product.sportTags, asText)?.join(', '),
      }),
    other_prices: () => {
      const { price } = priceAndFormer(valueAt(prices, 'employeePrice'), valueAt(prices, 'currency'))
      return price ? [{ kind: 'member', price, text: 'employee price' }] : []
    },
  }
}

function pricesOf({ prices }: JsonObject) {
  const [current, initial] = ['currentPrice', 'initialPrice'].map(key => valueAt(prices, key))
  return priceAndFormer(current, valueAt(prices, 'currency'), initial)
}

function variantOf(product: JsonObject, group: JsonObject | undefined, size: unknown) {
  const code = asId(valueAt(size, 'gtins', 0, 'gtin'))
  return {
    sku: asId(valueAt(size, 'merchSkuId')),
    gtin: gtin(code),
    size: localSize(
      valueAt(size, 'localizedLabelPrefix'),
      valueAt(size, 'localizedLabel') ?? valueAt(size, 'label'),
    ),
    color: asTrimmed(product.colorDescription),
    ...pricesOf(product),
    availability: stockOf(group, asTrimmed(product.styleColor), code),
  }
}

/**
 * The state calls every size ACTIVE; what can be bought stands in the JSON-LD. If that lists no sold-out size of this
 * colour, the sizes that are missing from it are the sold-out ones.
 */
function stockOf(
  group: JsonObject | undefined,
  styleColor: string | undefined,
  code: string | undefined,
): Availability | undefined {
  const listed = (asListOrOne(group?.hasVariant, asObject) ?? [])
    .filter(one => (asTrimmed(one?.mpn) ?? asTrimmed(one?.sku) ?? styleColor)?.startsWith(styleColor ?? ''))
    .map(one => ({
      code: asId(one?.gtin),
      state: schemaAvailability(schemaOffers(one?.offers)[0]?.availability),
    }))
  const own = listed.find(one => code !== undefined && one.code === code)
  if (own) return own.state
  const listsOthers = listed.some(one => one.code === undefined || one.state !== 'in_stock')
  return listed.length === 0 || listsOthers || code === undefined ? undefined : 'out_of_stock'
}
