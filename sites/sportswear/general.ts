// Maps sportswear to the general shape: one style in one colour. A size with status ACTIVE is not necessarily in stock.
import { gtin, attributes, listPrice, mapProduct, money, unique } from '#kit'
import type { SportswearProduct } from './product.schema.ts'

const STATES: Readonly<Record<string, 'in_stock' | 'out_of_stock'>> = {
  BUYABLE_BUY: 'in_stock',
  OUT_OF_STOCK: 'out_of_stock',
}
const priceOf = ({ prices }: SportswearProduct) => money(prices?.current_price, prices?.currency)

export const general = {
  product: mapProduct<SportswearProduct>({
    operation: 'sportswear.product',
    byCode: styleColor,
    fields: {
      url: product => product.pdp_url?.url ?? product.product_info?.url,
      name: product => product.product_info?.full_title ?? product.product_info?.title,
      brand: product => product.brands?.[0],
      description: product => product.product_info?.product_description,
      mpn: product => product.style_color,
      sku: product => product.style_color,
      color: product => product.color_description,
      price: priceOf,
      list_price: product =>
        listPrice(money(product.prices?.initial_price, product.prices?.currency), priceOf(product)),
      availability: product => STATES[product.status_modifier ?? ''],
      images: product =>
        unique(
          (product.content_images ?? []).map(
            one => one?.properties?.squarish?.url ?? one?.properties?.portrait?.url,
          ),
        ),
      attributes: product =>
        attributes({ product_type: product.product_type, sport: product.sport_tags?.join(', ') }),
      variants: product =>
        product.sizes?.map(size => ({
          sku: size?.merch_sku_id,
          gtin: gtin(size?.gtins?.[0]?.gtin),
          size: [size?.localized_label_prefix, size?.localized_label ?? size?.label]
            .filter(Boolean)
            .join(' '),
          price: priceOf(product),
        })),
    },
  }),
}

/** The shop accepts only `AB1234-001`; other spellings are converted to it. */
function styleColor(code: string) {
  const [, style, colour] = /^([A-Z0-9]{6})[\s_.-]?([A-Z0-9]{3})$/i.exec(code) ?? []
  return style && colour ? { sku: `${style}-${colour}`.toUpperCase() } : undefined
}
