// The sandbox's Magento shop: the catalog's prices of configurable products leave out the tax, the page's include it.
import { jsonReply } from '../../define-shop.ts'
import { scriptJson } from '../../page-shell.ts'
import { definePlatformShop, type Goods } from '../../platform-shop.ts'
import { escapeHtml } from '../../page-shell.ts'

const TAX = 1.2
const net = (amount: number) => amount / TAX
const hasSizes = ({ variants }: Goods) => variants.length > 1

function priceRange(goods: Goods) {
  const shown = hasSizes(goods) ? net : (amount: number) => amount
  const money = (value: number) => ({ value: shown(value), currency: goods.currency })
  const price = { regular_price: money(goods.listPrice ?? goods.price), final_price: money(goods.price) }
  return { minimum_price: price, maximum_price: { final_price: price.final_price } }
}

function catalogItem(goods: Goods) {
  const { product } = goods
  const status = (inStock: boolean) => (inStock ? 'IN_STOCK' : 'OUT_OF_STOCK')
  return {
    __typename: hasSizes(goods) ? 'ConfigurableProduct' : 'SimpleProduct',
    sku: product.sku,
    name: `  ${product.name}`,
    url_key: product.slug,
    url_suffix: '.html',
    stock_status: status(goods.isInStock),
    only_x_left_in_stock: null,
    rating_summary: (product.rating ?? 0) * 20,
    review_count: product.reviews.length,
    description: { html: `<p>${product.description}</p>` },
    image: { url: goods.pictures[0] },
    media_gallery: goods.pictures.map(url => ({ url })),
    categories: [
      {
        name: product.categoryPath.at(-1),
        url_path: '',
        breadcrumbs: product.categoryPath.slice(0, -1).map(name => ({ category_name: name })),
      },
    ],
    price_range: priceRange(goods),
    ...(hasSizes(goods)
      ? {
          configurable_options: [{ attribute_code: 'size', label: 'Größe' }],
          variants: goods.variants.map(variant => ({
            product: {
              id: variant.id,
              sku: variant.sku,
              name: `${product.name}-${variant.label}`,
              stock_status: status(variant.quantity > 0),
              only_x_left_in_stock: null,
              price_range: priceRange(goods),
            },
            attributes: [{ code: 'size', label: variant.label }],
          })),
        }
      : {}),
  }
}

/** Children that are sold out keep their price and leave the index. */
function optionConfig(goods: Goods) {
  const prices = {
    oldPrice: { amount: goods.listPrice ?? goods.price },
    basePrice: { amount: net(goods.price) },
    finalPrice: { amount: goods.price },
  }
  const sold = goods.variants.filter(one => one.quantity > 0)
  const options = goods.variants.map(variant => ({
    id: String(variant.id % 100),
    label: variant.label,
    products: variant.quantity > 0 ? [String(variant.id)] : [],
  }))
  return {
    attributes: { '142': { id: '142', code: 'size', label: 'Größe', options, position: '0' } },
    currencyFormat: '€%s',
    optionPrices: Object.fromEntries(goods.variants.map(one => [String(one.id), prices])),
    priceFormat: { pattern: '€%s', precision: 2 },
    prices,
    productId: String(goods.id),
    index: Object.fromEntries(sold.map(one => [String(one.id), { '142': String(one.id % 100) }])),
  }
}

function body(goods: Goods): string {
  const { product, price, listPrice, id, currency } = goods
  const old =
    listPrice === undefined
      ? ''
      : `<span id="old-price-${id}" data-price-amount="${listPrice}" data-price-type="oldPrice"></span>`
  // A related product's price stands before the product's own.
  return `<span id="product-price-1" data-price-amount="1" data-price-type="finalPrice">€1</span>
<div class="product-info-main"><h1 class="page-title">${escapeHtml(product.name)}</h1>
<div class="product-info-price"><span id="product-price-${id}" data-price-amount="${net(price) * TAX}" data-price-type="finalPrice"><span class="price">€${price}</span></span>${old}
<meta itemprop="priceCurrency" content="${currency}"></div>
<div class="product-info-stock-sku"><div class="stock ${goods.isInStock ? 'available' : 'unavailable'}"><span>Lager</span></div>
<div class="product attribute sku"><div class="value" itemprop="sku">${product.sku}</div></div></div>
<form><input type="hidden" name="product" value="${id}"><button>In den Warenkorb</button></form></div>`
}

export const shop = definePlatformShop({
  platform: 'magento',
  kind: 'clothing',
  currency: 'EUR',
  path: ['/', '.html'],
  mark: ({ base }) => `<script type="text/x-magento-init">{"*": {"Magento_Theme/js/view": {}}}</script>
<link rel="stylesheet" href="${base}/static/version1700000000/frontend/Luma/theme/de_DE/css/styles.css">`,
  product: goods => ({
    body: body(goods),
    scripts: hasSizes(goods)
      ? `<script type="text/x-magento-init">${scriptJson({ '[data-role=swatch-options]': { 'Magento_Swatches/js/swatch-renderer': { jsonConfig: optionConfig(goods) } } })}</script>`
      : '',
  }),
  document({ path, query }, stock) {
    if (path !== '/graphql') return undefined
    const {
      key,
      words,
      page = 1,
    } = JSON.parse(query.get('variables') ?? '{}') as { key?: string; words?: string; page?: number }
    const found =
      key === undefined ? stock.search(words ?? '') : [stock.find(key)].filter(one => one !== undefined)
    const size = words === undefined ? 100 : 20
    const items = found.slice((page - 1) * size, page * size).map(catalogItem)
    const info = { current_page: page, total_pages: Math.ceil(found.length / size) }
    return jsonReply({ data: { products: { page_info: info, items } } })
  },
})
