// The sandbox's WooCommerce shop: three decimals by its own setting, slugs where the product has words, one row for any size.
import { jsonReply } from '../../define-shop.ts'
import {
  attributeJson,
  definePlatformShop,
  type Goods,
  type GoodsVariant,
  visibleBody,
} from '../../platform-shop.ts'

/** A setting of the shop, not a fact about its currency. */
const MINOR_UNIT = 3

const minor = (amount: number) => String(Math.round(amount * 10 ** MINOR_UNIT))

function pricesOf({ price, listPrice, currency }: Goods) {
  return {
    price: minor(price),
    regular_price: minor(listPrice ?? price),
    sale_price: minor(price),
    price_range: null,
    currency_code: currency,
    currency_symbol: '€',
    currency_minor_unit: MINOR_UNIT,
    currency_decimal_separator: ',',
    currency_thousand_separator: '.',
    currency_prefix: '',
    currency_suffix: ' €',
  }
}

const slugOf = (label: string) => label.toLowerCase().replace(/\W+/g, '-')
const hasSizes = ({ variants }: Goods) => variants.length > 1
/** The page of every fourth product is too long for its variations. */
const isTooLong = ({ product }: Goods) => product.position % 4 === 3

/** Sold-out products still say that they are purchasable and on sale. */
function storeProduct(goods: Goods) {
  const { product, id, url, listPrice, isInStock, variants } = goods
  const terms = variants.map(one => ({ id: one.id, name: one.label, slug: slugOf(one.label) }))
  return {
    id,
    name: product.name.replaceAll('&', '&#038;').replaceAll("'", '&#039;'),
    slug: product.slug,
    parent: 0,
    type: hasSizes(goods) ? 'variable' : 'simple',
    variation: '',
    permalink: url,
    sku: product.sku,
    short_description: '',
    description: `<p>${product.description}</p>\n`,
    on_sale: listPrice !== undefined,
    prices: pricesOf(goods),
    average_rating: String(product.rating ?? 0),
    review_count: product.reviews.length,
    images: goods.pictures.map((src, place) => ({
      id: id * 10 + place,
      src,
      thumbnail: src,
      name: '',
      alt: '',
    })),
    categories: [{ id: 9, name: product.category, slug: slugOf(product.category), link: `${url}#category` }],
    tags: [],
    brands: [{ id: 5, name: product.brand, slug: slugOf(product.brand), link: url }],
    attributes: hasSizes(goods)
      ? [{ id: 2, name: 'Size', taxonomy: 'pa_size', has_variations: true, terms }]
      : [],
    variations: hasSizes(goods)
      ? variants.map(one => ({ id: one.id, attributes: [{ name: 'Size', value: slugOf(one.label) }] }))
      : [],
    has_options: hasSizes(goods),
    is_purchasable: true,
    is_in_stock: isInStock,
    is_on_backorder: false,
    low_stock_remaining: null,
    stock_availability: {
      text: isInStock ? '' : 'Out of stock',
      class: isInStock ? 'in-stock' : 'out-of-stock',
    },
    add_to_cart: { text: 'Select options', url, minimum: 1, maximum: 9999, multiple_of: 1 },
  }
}

function storeVariation(goods: Goods, variant: GoodsVariant) {
  return {
    id: variant.id,
    name: goods.product.name,
    parent: goods.id,
    type: 'variation',
    variation: `Size: ${variant.label}`,
    permalink: `${goods.url}?attribute_pa_size=${slugOf(variant.label)}`,
    sku: variant.sku,
    on_sale: goods.listPrice !== undefined,
    prices: pricesOf(goods),
    attributes: [],
    is_purchasable: true,
    is_in_stock: variant.quantity > 0,
    is_on_backorder: false,
    low_stock_remaining: variant.quantity > 0 && variant.quantity < 3 ? variant.quantity : null,
  }
}

/** Numbers in units, unlike the API's; the name of the attribute is percent-encoded, as for names that are not ASCII. */
function formVariations(goods: Goods) {
  return goods.variants.map(variant => ({
    attributes: { 'attribute_pa_gr%c3%b6%c3%9fe': slugOf(variant.label) },
    availability_html: variant.quantity > 0 ? '' : '<p class="stock out-of-stock">Out of stock</p>',
    display_price: goods.price,
    display_regular_price: goods.listPrice ?? goods.price,
    is_in_stock: variant.quantity > 0,
    is_purchasable: true,
    max_qty: variant.quantity || '',
    sku: variant.sku,
    variation_id: variant.id,
    variation_is_visible: true,
  }))
}

export const shop = definePlatformShop({
  platform: 'woocommerce',
  kind: 'clothing',
  currency: 'EUR',
  path: ['/product/', '/'],
  mark: ({
    base,
  }) => `<link rel="stylesheet" href="${base}/wp-content/plugins/woocommerce/assets/css/woocommerce.css">
<link rel="https://api.w.org/" href="${base}/wp-json/">`,
  product(goods) {
    const variations = isTooLong(goods) ? 'false' : attributeJson(formVariations(goods))
    const form = hasSizes(goods)
      ? `<form class="variations_form cart" data-product_id="${goods.id}" data-product_variations="${variations}"></form>`
      : `<form class="cart"><button name="add-to-cart" value="${goods.id}">Add to cart</button></form>`
    return { head: `<link rel="shortlink" href="?p=${goods.id}">`, body: `${visibleBody(goods)}${form}` }
  },
  document({ path, query }, stock) {
    const [, id] = /^\/wp-json\/wc\/store\/v1\/products(?:\/(\d+))?$/.exec(path) ?? [undefined]
    if (!path.startsWith('/wp-json/wc/store/v1/products')) return undefined
    if (id !== undefined) {
      const goods = stock.all().find(one => String(one.id) === id)
      const missing = {
        code: 'woocommerce_rest_product_invalid_id',
        message: 'Invalid product ID.',
        data: { status: 404 },
      }
      return goods ? jsonReply(storeProduct(goods)) : jsonReply(missing, 404)
    }
    const parent = query.get('parent')
    if (query.get('type') === 'variation') {
      const goods = stock.all().find(one => String(one.id) === parent)
      return jsonReply(goods ? goods.variants.map(one => storeVariation(goods, one)) : [])
    }
    const slug = query.get('slug')
    const found = slug
      ? [stock.find(slug)].filter(one => one !== undefined)
      : stock.search(query.get('search') ?? '')
    const [size, page] = [Number(query.get('per_page') ?? 10), Number(query.get('page') ?? 1)]
    const rows = found.slice((page - 1) * size, page * size).map(storeProduct)
    const totals = {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / size)),
    }
    return { ...jsonReply(rows), headers: totals }
  },
})
