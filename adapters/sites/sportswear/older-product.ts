// Reads one colour from the older page state: a flat object. No recording confirms it, so it is read leniently.
import {
  asLooseNumber,
  asList,
  asName,
  asObject,
  asText,
  asTrimmed,
  camelCase,
  valueAt,
  type JsonObject,
  must,
  readBySchema,
} from '#kit'
import { cardsOf, discount, plainLine, plainText, sizeLabel } from './product-content.ts'
import { product, type SportswearProduct } from './product.schema.ts'

export function readOlderProduct(source: JsonObject, shop: string | undefined): SportswearProduct {
  const current = asLooseNumber(source.currentPrice)
  const full = asLooseNumber(source.fullPrice)
  const brand = asText(source.brand)
  const path = asTrimmed(source.pathName)
  const fields = must(readBySchema(product, { ...source, productInfo: {} }, camelCase), 'product')
  const addresses = {
    url: shop && path && shop + path.replace(/^\/[a-z]{2}(?=\/t\/)/, ''),
    canonical_url: undefined,
  }
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
