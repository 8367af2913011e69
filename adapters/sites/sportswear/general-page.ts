// Reads the page's state in the general shape, joined with its JSON-LD, which has the stock.
import {
  asId,
  asList,
  asListOrOne,
  asLooseNumber,
  asObject,
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
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaRating,
  unique,
} from '#kit'
import { cardImages, localSize, plainLine, plainText, sizeLabel } from './product-content.ts'
import { colourOnPage } from './page-state.ts'

export function openPage(
  page: Page,
  wanted: string | undefined,
  shop: string | undefined,
): ProductGetters | undefined {
  const { current, older } = colourOnPage(page, wanted)
  const group = page.jsonLdOf('ProductGroup') ?? page.jsonLdItems().find(item => 'hasVariant' in item)
  if (current) return openCurrent(page, current, group)
  return older && openOlder(older, shop)
}

const STATES: Readonly<Record<string, Availability>> = {
  BUYABLE_BUY: 'in_stock',
  BUYABLE_PREORDER: 'preorder',
  OUT_OF_STOCK: 'out_of_stock',
  NOT_BUYABLE_OUT_OF_STOCK: 'out_of_stock',
}

function openCurrent(page: Page, product: JsonObject, group: JsonObject | undefined): ProductGetters {
  const { productInfo, prices } = product
  const totals = lazyVariants(() => variantsOf(product, group))
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
    condition: () => schemaCondition(firstOffer(group)?.itemCondition),
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
      const price = money(
        asLooseNumber(valueAt(prices, 'employeePrice')) || undefined,
        asTrimmed(valueAt(prices, 'currency')),
      )
      return price ? [{ kind: 'member', price, text: 'employee price' }] : []
    },
  }
}

function pricesOf({ prices }: JsonObject) {
  const [price, initial] = ['currentPrice', 'initialPrice'].map(key =>
    money(asLooseNumber(valueAt(prices, key)) || undefined, asTrimmed(valueAt(prices, 'currency'))),
  )
  return { price, list_price: listPrice(initial, price) }
}

function variantsOf(product: JsonObject, group: JsonObject | undefined) {
  return (asList(product.sizes, one => one) ?? []).map(size => variantOf(product, group, size))
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

function firstOffer(group: JsonObject | undefined): JsonObject | undefined {
  return schemaOffers(asListOrOne(group?.hasVariant, asObject)?.[0]?.offers)[0]
}

/** The older state is one flat object. */
function openOlder(product: JsonObject, shop: string | undefined): ProductGetters {
  const priceOf = (key: string) =>
    money(asLooseNumber(product[key]) || undefined, asTrimmed(product.currency))
  const prices = () => {
    const price = priceOf('currentPrice')
    return { price, list_price: listPrice(priceOf('fullPrice'), price) }
  }
  const variantOf = (sku: unknown) => ({
    sku: asId(valueAt(sku, 'skuId')),
    gtin: gtin(asId(valueAt(sku, 'gtin'))),
    size: localSize(valueAt(sku, 'localizedSizePrefix'), valueAt(sku, 'localizedSize') ?? sizeLabel(sku)),
    color: asTrimmed(product.colorDescription),
    ...prices(),
    availability: olderStock(product, asId(valueAt(sku, 'skuId'))),
  })
  const totals = lazyVariants(() => asList(product.skus, variantOf) ?? [])
  return {
    ...totals,
    url: () => {
      const path = asTrimmed(product.pathName)
      return shop && path && shop + path.replace(/^\/[a-z]{2}(?=\/t\/)/, '')
    },
    name: () => plainLine(product.fullTitle) ?? plainLine(product.title),
    brand: () => asTrimmed(product.brand),
    description: () => plainText(product.description),
    mpn: () => asTrimmed(product.styleColor),
    sku: () => asTrimmed(product.styleColor),
    color: () => asTrimmed(product.colorDescription),
    price: () => prices().price,
    list_price: () => prices().list_price,
    availability: () => totals.availability() ?? STATES[asText(product.statusModifier) ?? ''],
    images: () => cardImages(product.nodes),
    attributes: () => attributes({ 'product type': asTrimmed(product.productType) }),
  }
}

function olderStock({ availableSkus }: JsonObject, skuId: string | undefined): Availability | undefined {
  const all = asList(availableSkus, one => one)
  if (all === undefined || skuId === undefined) return undefined
  const own = all.find(one => asId(valueAt(one, 'skuId')) === skuId)
  if (own === undefined || valueAt(own, 'available') === false) return 'out_of_stock'
  return valueAt(own, 'level') === 'LOW' ? 'limited' : 'in_stock'
}
