// What the software of a shop writes about a product: the same facts in the documents and pages of every platform.
import { type Facts, NAME, printed, sizeAt, type StatedKind, type StatedOffer } from './stated-facts.ts'

const escaped = (value: unknown) =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const cents = (amount: string) => Math.round(Number(amount) * 100)
const isSold = ({ availability }: StatedOffer) => availability !== 'OutOfStock'
const minor = (amount: string | undefined) => (amount === undefined ? undefined : String(cents(amount)))

const CONDITIONS = { NewCondition: 'New', UsedCondition: 'Used', RefurbishedCondition: 'Refurbished' }

/** The options of a variant: a size where there is a choice, and a condition where one is stated. */
function optionsOf(offer: StatedOffer, place: number, facts: Facts): [name: string, value: string][] {
  return [
    ...(facts.offers.length > 1 ? [['Size', sizeAt(place)] as [string, string]] : []),
    ...(facts.offers.some(one => one.condition)
      ? [['Condition', offer.condition ? CONDITIONS[offer.condition] : 'Standard'] as [string, string]]
      : []),
  ]
}

function first({ offers }: Facts): StatedOffer {
  const [offer] = offers
  if (!offer) throw new Error('facts without an offer')
  return offer
}

function ends({ offers }: Facts) {
  const sorted = offers.toSorted((a, b) => Number(a.price) - Number(b.price))
  return { lowest: sorted[0] ?? offers[0], highest: sorted.at(-1) ?? offers[0] }
}

function shopifyProduct(facts: Facts) {
  const { offers, brand, unit, plan, planOnly } = facts
  const names = optionsOf(first(facts), 0, facts).map(([name]) => name)
  return {
    id: 7,
    title: NAME,
    vendor: brand ?? 'Corner Shop',
    options: names.length > 0 ? names : ['Title'],
    available: offers.some(isSold),
    requires_selling_plan: planOnly ?? false,
    variants: offers.map((offer, place) => {
      const values = optionsOf(offer, place, facts).map(([, value]) => value)
      return {
        id: place + 1,
        option1: values[0] ?? 'Default Title',
        option2: values[1] ?? null,
        sku: offer.sku ?? '',
        barcode: offer.gtin ?? '',
        available: isSold(offer),
        price: cents(offer.price),
        compare_at_price: offer.list ? cents(offer.list) : null,
        requires_selling_plan: planOnly ?? false,
        selling_plan_allocations: plan
          ? [{ selling_plan_id: 1, price: cents(plan), per_delivery_price: cents(plan) }]
          : [],
        unit_price: unit ? cents(unit) : null,
        unit_price_measurement: unit ? { reference_value: 100, reference_unit: 'ml' } : null,
      }
    }),
  }
}

function wooProduct(facts: Facts) {
  const { offers, brand, properties = [], reviews, planOnly } = facts
  const { lowest, highest } = ends(facts)
  return {
    id: 7,
    name: NAME,
    type: planOnly ? 'subscription' : offers.length > 1 ? 'variable' : 'simple',
    sku: first(facts).sku ?? '',
    permalink: 'https://www.shop.example/products/oak-lamp',
    brands: brand ? [{ name: brand }] : [],
    is_in_stock: offers.some(isSold),
    is_purchasable: true,
    average_rating: reviews ? '4.50' : '0',
    review_count: reviews ?? 0,
    prices: {
      currency_code: first(facts).currency,
      currency_minor_unit: 2,
      price: minor(planOnly ? facts.plan : lowest?.price),
      regular_price: minor(lowest?.list ?? lowest?.price),
      price_range:
        offers.length > 1 ? { min_amount: minor(lowest?.price), max_amount: minor(highest?.price) } : null,
    },
    attributes: properties.map(([name, value]) => ({ name, terms: [{ slug: value, name: value }] })),
    variations: offers.length > 1 ? offers.map((_, place) => ({ id: place + 1, attributes: [] })) : [],
  }
}

function wooForm(facts: Facts): string {
  const rows = facts.offers.map((offer, place) => ({
    variation_id: place + 1,
    sku: offer.sku ?? '',
    attributes: Object.fromEntries(
      optionsOf(offer, place, facts).map(([name, value]) => [`attribute_pa_${name.toLowerCase()}`, value]),
    ),
    display_price: Number(offer.price),
    display_regular_price: Number(offer.list ?? offer.price),
    is_in_stock: isSold(offer),
    is_purchasable: true,
  }))
  return `<form class="variations_form" data-product_id="7" data-product_variations="${escaped(rows)}"></form>`
}

const WOO_HEAD = '<link href="/wp-content/plugins/woocommerce/a.css">'

function magentoBoxes(facts: Facts): string {
  const offer = ends(facts).lowest ?? first(facts)
  const box = (kind: string, amount: string | undefined, prefix = 'product-price') =>
    amount === undefined
      ? ''
      : `<span id="${prefix}-7" data-price-amount="${amount}" data-price-type="${kind}"><span class="price">${printed(offer, amount)}</span></span>`
  return `<div class="product-info-main"><div class="product-info-price">${box('finalPrice', offer.price)}${box('basePrice', facts.net, 'price-excluding-tax')}${box('oldPrice', offer.list, 'old-price')}${box('maxPrice', facts.high, 'to')}</div><div class="stock ${facts.offers.some(isSold) ? 'available' : 'unavailable'}"></div><input name="product" value="7">${offer.sku && facts.offers.length === 1 ? `<div class="product attribute sku"><span class="value">${offer.sku}</span></div>` : ''}</div>`
}

function magentoItem(facts: Facts) {
  const value = (amount: string | undefined, { currency }: StatedOffer) => ({
    value: Number(amount),
    currency,
  })
  const range = (low: StatedOffer, high: string) => ({
    minimum_price: { regular_price: value(low.list ?? low.price, low), final_price: value(low.price, low) },
    maximum_price: { final_price: value(high, low) },
  })
  const { lowest = first(facts), highest = first(facts) } = ends(facts)
  return {
    sku: facts.offers.length === 1 ? (first(facts).sku ?? 'OL') : 'OL',
    name: NAME,
    stock_status: facts.offers.some(isSold) ? 'IN_STOCK' : 'OUT_OF_STOCK',
    price_range: range(lowest, facts.high ?? highest.price),
    ...(facts.reviews ? { rating_summary: 90, review_count: facts.reviews } : {}),
    ...(facts.offers.length > 1
      ? {
          configurable_options: [
            { attribute_code: 'size', label: 'Size' },
            { attribute_code: 'condition', label: 'Condition' },
          ],
          variants: facts.offers.map((offer, place) => ({
            product: {
              id: place + 71,
              sku: offer.sku ?? `OL-${place}`,
              stock_status: isSold(offer) ? 'IN_STOCK' : 'OUT_OF_STOCK',
              price_range: range(offer, offer.price),
            },
            attributes: optionsOf(offer, place, facts).map(([name, label]) => ({
              code: name.toLowerCase(),
              label,
            })),
          })),
        }
      : {}),
  }
}

const MAGENTO_INIT = '<script type="text/x-magento-init">{"*":{}}</script>'

function bigcommerceData(facts: Facts) {
  const offer = first(facts)
  const money = (amount: string | undefined) =>
    amount === undefined
      ? undefined
      : { formatted: printed(offer, amount), value: Number(amount), currency: offer.currency }
  const isTaxed = (facts.net ?? facts.netList) !== undefined
  const tax = isTaxed ? 'with_tax' : 'without_tax'
  return {
    sku: offer.sku ?? null,
    gtin: offer.gtin ?? null,
    instock: isSold(offer),
    purchasable: true,
    stock: facts.stock ?? null,
    price: {
      [tax]: money(offer.price),
      ...(isTaxed ? { without_tax: money(facts.net ?? (Number(offer.price) / 1.2).toFixed(2)) } : {}),
      ...(offer.list ? { [`non_sale_price_${tax}`]: money(offer.list) } : {}),
      ...(facts.netList ? { rrp_without_tax: money(facts.netList) } : {}),
      ...(facts.high
        ? { price_range: { min: { [tax]: money(offer.price) }, max: { [tax]: money(facts.high) } } }
        : {}),
    },
  }
}

function prestashopData(facts: Facts) {
  const offer = first(facts)
  return {
    id_product: '7',
    name: NAME,
    price_amount: Number(offer.price),
    price_without_reduction: Number(offer.list ?? offer.price),
    price_tax_exc: Number(facts.net ?? offer.price),
    regular_price_amount: Number(offer.list ?? offer.price),
    has_discount: offer.list !== undefined,
    rate: facts.net ? 20 : 0,
    quantity: facts.stock ?? (isSold(offer) ? 3 : 0),
    availability: isSold(offer) ? 'available' : 'unavailable',
    allow_oosp: '0',
    show_price: '1',
    reference: offer.sku ?? '',
    ean13: offer.gtin ?? '',
    manufacturer_name: facts.brand ?? null,
    condition: offer.condition ? CONDITIONS[offer.condition].toLowerCase() : null,
    features: (facts.properties ?? []).map(([name, value]) => ({ name, value })),
    ...(facts.unit ? { unit_price: printed(offer, facts.unit), unity: 'per 100 ml' } : {}),
  }
}

function salesforceProduct(facts: Facts) {
  const offer = first(facts)
  const money = (amount: string) => ({
    value: Number(amount),
    currency: offer.currency,
    decimalPrice: amount,
    formatted: printed(offer, amount),
  })
  return {
    id: offer.sku ?? 'OL-1',
    productName: NAME,
    brand: facts.brand ?? null,
    available: isSold(offer),
    availability: { messages: [] },
    price: facts.high
      ? {
          type: 'range',
          min: { sales: money(offer.price), list: null },
          max: { sales: money(facts.high), list: null },
        }
      : { sales: money(offer.price), list: offer.list ? money(offer.list) : null },
  }
}

const squarespaceVariants = (facts: Facts) =>
  facts.offers.map((offer, place) => ({
    id: `v${place}`,
    sku: offer.sku ?? '',
    attributes: Object.fromEntries(optionsOf(offer, place, facts)),
    price: cents(offer.list ?? offer.price),
    priceMoney: { value: offer.list ?? offer.price, currency: offer.currency },
    onSale: offer.list !== undefined,
    salePrice: offer.list ? cents(offer.price) : 0,
    salePriceMoney: { value: offer.list ? offer.price : '0.00', currency: offer.currency },
    unlimited: false,
    qtyInStock: isSold(offer) ? 3 : 0,
  }))

function wixProduct(facts: Facts) {
  const { lowest = first(facts) } = ends(facts)
  const priced = (offer: StatedOffer) => ({
    price: Number(offer.list ?? offer.price),
    comparePrice: offer.list ? Number(offer.price) : 0,
    formattedPrice: printed(offer, offer.list ?? offer.price),
  })
  const selections = facts.offers.map((offer, place) => optionsOf(offer, place, facts))
  const names = [...new Set(selections.flatMap(one => one.map(([name]) => name)))]
  const idOf = (name: string, value: string) => `${name}-${value}`
  return {
    name: NAME,
    brand: facts.brand ?? null,
    sku: first(facts).sku ?? '',
    isInStock: facts.offers.some(isSold),
    ...priced(lowest),
    options: names.map(name => ({
      key: name,
      title: name,
      selections: [
        ...new Set(selections.flatMap(one => one.filter(([key]) => key === name).map(([, v]) => v))),
      ].map(value => ({ id: idOf(name, value), key: value, description: value })),
    })),
    productItems:
      facts.offers.length === 1
        ? []
        : facts.offers.map((offer, place) => ({
            id: `i${place}`,
            sku: offer.sku ?? '',
            optionsSelections: optionsOf(offer, place, facts).map(([name, value]) => idOf(name, value)),
            inventory: { status: isSold(offer) ? 'in_stock' : 'out_of_stock', quantity: 0 },
            ...priced(offer),
          })),
  }
}

function shoplazzaProduct(facts: Facts) {
  const { lowest = first(facts) } = ends(facts)
  const names = optionsOf(first(facts), 0, facts).map(([name]) => ({ name }))
  return {
    id: 'p7',
    title: NAME,
    vendor: facts.brand ?? '',
    price: lowest.price,
    compare_at_price: lowest.list ?? '0.00',
    available: facts.offers.some(isSold),
    options: names,
    variants: facts.offers.map((offer, place) => {
      const values = optionsOf(offer, place, facts).map(([, value]) => value)
      return {
        id: `v${place}`,
        sku: offer.sku ?? '',
        barcode: offer.gtin ?? '',
        option1: values[0] ?? '',
        option2: values[1] ?? '',
        price: offer.price,
        compare_at_price: offer.list ?? '0.00',
        available: isSold(offer),
      }
    }),
  }
}

const opencartRow = (label: string, value: string | undefined) =>
  value === undefined ? '' : `<li>${label}: ${value}</li>`

function opencartBody(facts: Facts): string {
  const offer = first(facts)
  const price = offer.list
    ? `<li><span style="text-decoration: line-through;">${printed(offer, offer.list)}</span></li><li><h2>${printed(offer)}</h2></li>`
    : `<li><h2>${printed(offer)}</h2></li>`
  return `<div id="content"><ul class="list-unstyled">${opencartRow('Brand', facts.brand)}${opencartRow('Product Code', offer.sku)}${opencartRow('Availability', facts.stock ?? (isSold(offer) ? 'In Stock' : 'Out Of Stock'))}</ul><ul class="list-unstyled">${price}${facts.net ? `<li>Ex Tax: ${printed(offer, facts.net)}</li>` : ''}</ul><button id="button-cart">Add to Cart</button></div>`
}

function shopwareBox(facts: Facts): string {
  const offer = first(facts)
  const price = offer.list
    ? `<p class="product-detail-price with-list-price">${printed(offer)}* <span class="product-detail-list-price-wrapper"><span class="list-price-price">${printed(offer, offer.list)}*</span></span></p>`
    : `<p class="product-detail-price">${printed(offer)}*</p>`
  const unit = facts.unit
    ? `<div class="product-detail-price-unit"><span class="price-unit-label">Content:</span><span class="price-unit-content">250 ml</span><span class="price-unit-reference-content">(${printed(offer, facts.unit)}* / 100 ml)</span></div>`
    : ''
  return `<div class="product-detail-buy">${price}${unit}<p class="delivery-information ${isSold(offer) ? 'delivery-available' : 'delivery-soldout'}">…</p>${offer.sku ? `<span class="product-detail-ordernumber">${offer.sku}</span>` : ''}</div>`
}

const SALLA_STOCK = { InStock: 'in stock', OutOfStock: 'out of stock' }

function sallaMetas({ offers }: Facts): string {
  const { price, list, currency, availability } = first({ offers })
  const metas = {
    'price:amount': list ?? price,
    'price:currency': currency,
    ...(list ? { 'sale_price:amount': price, 'sale_price:currency': currency } : {}),
    ...(availability ? { availability: SALLA_STOCK[availability] } : {}),
  }
  return Object.entries(metas)
    .map(([name, value]) => `<meta property="product:${name}" content="${value}">`)
    .join('')
}

const bigcartelProduct = (facts: Facts) => ({
  name: NAME,
  status: facts.offers.some(isSold) ? 'active' : 'sold-out',
  price: Number(ends(facts).lowest?.price),
  options: facts.offers.map((offer, place) => ({
    id: place + 1,
    name: facts.offers.length > 1 ? sizeAt(place) : NAME,
    price: Number(offer.price),
    sold_out: !isSold(offer),
  })),
})

export const STATED_PLATFORMS: readonly StatedKind[] = [
  {
    name: 'Shopify',
    facts: ['brand', 'unit', 'plan', 'planOnly'],
    offer: ['list', 'availability', 'condition', 'sku', 'gtin'],
    several: 'one currency',
    render: facts => ({
      head: `<script>Shopify.shop = "a"; Shopify.currency = {"active":"${first(facts).currency}","rate":"1.0"};</script>`,
      documents: { js: shopifyProduct(facts) },
    }),
  },
  {
    name: 'WooCommerce',
    facts: ['brand', 'properties', 'reviews', 'plan', 'planOnly'],
    offer: ['list', 'availability', 'condition', 'sku'],
    several: 'one currency',
    render: facts => ({
      head: WOO_HEAD,
      body: facts.offers.length > 1 ? wooForm(facts) : '',
      documents: { product: wooProduct(facts) },
    }),
  },
  {
    name: 'WooCommerce page',
    facts: [],
    offer: ['list', 'availability', 'condition', 'sku'],
    several: 'one currency',
    onlySeveral: true,
    render: facts => ({
      head: WOO_HEAD,
      body: `<p class="price">${printed(ends(facts).lowest ?? first(facts))}</p>${wooForm(facts)}`,
    }),
  },
  {
    name: 'Magento page',
    facts: ['net', 'high'],
    offer: ['list', 'availability', 'sku'],
    signs: true,
    render: facts => ({ body: `${MAGENTO_INIT}${magentoBoxes(facts)}` }),
  },
  {
    name: 'Magento',
    facts: ['high', 'reviews'],
    offer: ['list', 'availability', 'condition', 'sku'],
    several: 'one currency',
    render: facts => ({
      body: `${MAGENTO_INIT}${magentoBoxes(facts)}`,
      documents: { catalog: { data: { products: { items: [magentoItem(facts)] } } } },
    }),
  },
  {
    name: 'PrestaShop',
    facts: ['net', 'brand', 'properties', 'stock', 'unit'],
    offer: ['list', 'availability', 'condition', 'sku', 'gtin'],
    render: facts => ({
      head: `<script>var prestashop = {"currency":{"iso_code":"${first(facts).currency}"}};</script>`,
      body: `<div id="product-details" data-product="${escaped(prestashopData(facts))}"></div>`,
    }),
  },
  {
    name: 'BigCommerce',
    facts: ['net', 'netList', 'high', 'stock'],
    offer: ['list', 'availability', 'sku', 'gtin'],
    render: facts => ({
      head: `<script>var BCData = ${JSON.stringify({ product_attributes: bigcommerceData(facts) })};</script>`,
    }),
  },
  {
    name: 'Shopware',
    facts: ['unit'],
    offer: ['list', 'availability', 'sku'],
    signs: true,
    anyDigits: true,
    render: facts => ({ head: '<link href="/bundles/storefront/a.css">', body: shopwareBox(facts) }),
  },
  {
    name: 'Salesforce',
    facts: ['high', 'brand'],
    offer: ['list', 'availability', 'sku'],
    render: facts => ({
      head: '<link href="/on/demandware.static/a.css">',
      documents: { variation: { product: salesforceProduct(facts) } },
    }),
  },
  {
    name: 'Squarespace',
    facts: [],
    offer: ['list', 'availability', 'condition', 'sku'],
    several: 'any currency',
    render: facts => ({
      head: '<script>Static.SQUARESPACE_CONTEXT = {};</script>',
      body: `<div data-variants="${escaped(squarespaceVariants(facts))}"></div>`,
    }),
  },
  {
    name: 'Wix',
    facts: ['brand'],
    offer: ['list', 'availability', 'condition', 'sku'],
    several: 'one currency',
    signs: true,
    render: facts => ({
      body: `<script type="application/json" id="wix-warmup-data">${JSON.stringify({ appsWarmupData: { '1380b703-ce81-ff05-f115-39571d94dfcd': { a: { catalog: { product: wixProduct(facts) } } } } })}</script>`,
    }),
  },
  {
    name: 'Shoplazza',
    facts: ['brand'],
    offer: ['list', 'availability', 'condition', 'sku', 'gtin'],
    several: 'one currency',
    render: facts => ({
      head: `<script src="https://assets.staticdj.com/a.js"></script><script>var SHOP_PARAMS = {}; window.C_SETTINGS = {"currency_code":"${first(facts).currency}"};</script><script type="application/json" id="product-json">${JSON.stringify({ product: shoplazzaProduct(facts) })}</script>`,
    }),
  },
  {
    name: 'Salla',
    facts: [],
    offer: ['list', 'availability'],
    anyDigits: true,
    render: facts => ({
      head: `<script src="https://cdn.salla.network/a.js"></script><meta property="og:title" content="${NAME}">${sallaMetas(facts)}`,
      body: `<p class="price">${printed(first(facts))}</p>`,
    }),
  },
  {
    name: 'OpenCart',
    facts: ['net', 'brand', 'stock'],
    offer: ['list', 'availability', 'sku'],
    signs: true,
    anyDigits: true,
    render: facts => ({
      head: '<link href="catalog/view/theme/default/a.css">',
      body: opencartBody(facts),
    }),
  },
  {
    name: 'Big Cartel',
    facts: [],
    offer: ['availability'],
    several: 'one currency',
    render: facts => ({
      head: '<link href="https://assets.bigcartel.com/a.css">',
      documents: { product: bigcartelProduct(facts), store: { currency: first(facts).currency } },
    }),
  },
]

function ucpProduct(facts: Facts) {
  const money = (amount: string, { currency }: StatedOffer) => ({ amount: cents(amount), currency })
  const { lowest = first(facts), highest = first(facts) } = ends(facts)
  return {
    id: 'p7',
    title: NAME,
    url: 'https://www.shop.example/products/oak-lamp',
    price_range: { min: money(lowest.price, lowest), max: money(facts.high ?? highest.price, highest) },
    ...(facts.reviews ? { rating: { value: 4.5, scale_max: 5, count: facts.reviews } } : {}),
    metadata: Object.fromEntries(facts.properties ?? []),
    variants: facts.offers.map((offer, place) => ({
      id: `v${place}`,
      sku: offer.sku,
      barcodes: offer.gtin ? [{ type: 'GTIN', value: offer.gtin }] : [],
      options: optionsOf(offer, place, facts).map(([name, label]) => ({ name, label })),
      price: money(offer.price, offer),
      ...(offer.list ? { list_price: money(offer.list, offer) } : {}),
      availability: { available: isSold(offer) },
      ...(facts.unit
        ? {
            unit_price: {
              ...money(facts.unit, offer),
              reference: { value: 100, unit: 'ml' },
            },
          }
        : {}),
    })),
  }
}

/** The products of a UCP shop, which has no page of its own. */
export const STATED_UCP: StatedKind = {
  name: 'UCP',
  facts: ['properties', 'reviews', 'unit'],
  offer: ['list', 'availability', 'condition', 'sku', 'gtin'],
  several: 'any currency',
  render: facts => ({ documents: ucpProduct(facts) }),
}
