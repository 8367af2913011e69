// Reads one colour from the older page state: a flat object. No recording confirms it, so it is read leniently.
import {
  asId,
  asList,
  asLooseNumber,
  asName,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  camelCase,
  gtin,
  type JsonObject,
  lazyVariants,
  must,
  type ProductGetters,
  readBySchema,
  priceAndFormer,
  valueAt,
} from '#kit'
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

export function readOlderProduct(source: JsonObject, shop: string | undefined): SportswearProduct {
  const current = asLooseNumber(source.currentPrice)
  const full = asLooseNumber(source.fullPrice)
  const brand = asText(source.brand)
  const fields = must(readBySchema(product, { ...source, productInfo: {} }, camelCase), 'product')
  const addresses = { url: urlOf(source, shop), canonical_url: undefined }
  return {
    ...fields,
    merch_product_id: asText(source.productId),
    brands: brand === undefined ? undefined : [brand],
    sizes: asList(source.skus, readSku),
    prices: {
      currency: asText(source.currency),
      current_price: current,
      initial_price: full,
      employee_price: asLooseNumber(source.employeePrice),
      discount_percentage: discount(current, full),
      employee_discount_percentage: undefined,
    },
    pdp_url: addresses,
    product_info: {
      ...must(fields.product_info, 'productInfo'),
      ...addresses,
      title: asName(source.title),
      subtitle: plainLine(source.subTitle),
      full_title: plainLine(source.fullTitle),
      product_description: plainText(source.description),
    },
    content_images: cardsOf(source.nodes),
  }
}

function urlOf({ pathName }: JsonObject, shop: string | undefined): string | undefined {
  const path = asTrimmed(pathName)
  return shop && path && shop + path.replace(/^\/[a-z]{2}(?=\/t\/)/, '')
}

function readSku(sku: unknown, index: number) {
  if (!asObject(sku)) return undefined
  return {
    gtins: undefined,
    label: sizeLabel(sku),
    status: 'ACTIVE',
    merch_sku_id: asText(valueAt(sku, 'skuId')),
    sort_sequence: index + 1,
    localized_label: asText(valueAt(sku, 'localizedSize')),
    localized_label_prefix: asText(valueAt(sku, 'localizedSizePrefix')),
  }
}

export const STATES: Readonly<Record<string, Availability>> = {
  BUYABLE_BUY: 'in_stock',
  BUYABLE_PREORDER: 'preorder',
  OUT_OF_STOCK: 'out_of_stock',
  NOT_BUYABLE_OUT_OF_STOCK: 'out_of_stock',
}

export function openOlder(product: JsonObject, shop: string | undefined): ProductGetters {
  const prices = () => priceAndFormer(product.currentPrice, product.currency, product.fullPrice)
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
    url: () => urlOf(product, shop),
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
