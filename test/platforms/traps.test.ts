// What real shops of each platform write that a plain reading gets wrong: a row per trap, in synthetic data of the real shape.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { platforms } from '../../adapters/platforms/index.ts'
import { pageOf, readPayload } from './read-payload.ts'

const escaped = (value: unknown) =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const page = (head: string, body = '') =>
  `<!doctype html><html><head><title>Oak lamp</title>${head}</head><body><h1>Oak lamp</h1>${body}</body></html>`
const script = (code: string) => page(`<script>${code}</script>`)

/** `price currency, list price, highest price, availability`, and a line per variant. */
function summary(product: Partial<GeneralProduct>) {
  const { price, list_price: list, price_max: most, availability, variants = [] } = product
  const head = [
    price ? `${price.amount} ${price.currency}` : 'no price',
    list ? `was ${list.amount}` : [],
    most ? `up to ${most.amount}` : [],
    availability ?? 'stock not stated',
  ]
  const rows = variants.map(one =>
    [one.size ?? [], one.color ?? [], one.price?.amount ?? 'no price', one.availability ?? 'not stated']
      .flat()
      .join(' '),
  )
  return [head.flat().join(', '), ...rows]
}

describe('Shopify', () => {
  const variant = (id: number, size: string, price: string, more: object = {}) => ({
    id,
    option1: size,
    title: size,
    sku: `LA-${size}`,
    price,
    ...more,
  })
  const product = (...variants: object[]) => ({
    product: { id: 7, title: 'Oak lamp', handle: 'oak-lamp', options: [{ name: 'Size' }], variants },
  })
  const url = 'https://shop.example/products/oak-lamp'
  const withOffers = (...offers: object[]) =>
    script('Shopify.shop = "a";Shopify.currency = {"active":"EUR"}').replace(
      '</head>',
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Oak lamp', offers })}</script></head>`,
    )
  const offer = (size: string, price: string, state: string) => ({
    '@type': 'Offer',
    sku: `LA-${size}`,
    price,
    priceCurrency: 'EUR',
    availability: `https://schema.org/${state}`,
  })
  const json = product(
    variant(1, 'S', '10.00', { compare_at_price: '90.00' }),
    variant(2, 'M', '20.00'),
    variant(3, 'L', '30.00'),
  )

  it('without the document of its stock has the stock of the page', () => {
    const page_ = withOffers(
      offer('S', '10.00', 'OutOfStock'),
      offer('M', '20.00', 'InStock'),
      offer('L', '30.00', 'InStock'),
    )
    expect(summary(readPayload(page_, { json }, url))).toEqual([
      '20.00 EUR, up to 30.00, in_stock',
      'S 10.00 out_of_stock',
      'M 20.00 in_stock',
      'L 30.00 in_stock',
    ])
  })

  it('without any stock has the price that its page shows', () => {
    const [first] = summary(readPayload(withOffers(offer('M', '20.00', 'InStock')), { json }, url))
    expect(first).toBe('20.00 EUR, up to 30.00, in_stock')
  })

  it('has no price of a quantity', () => {
    const boxed = product(
      variant(1, 'Single', '8.00', { available: true, quantity_rule: { min: 1 } }),
      variant(2, 'Box of 6', '6.00', { available: true, quantity_rule: { min: 6 } }),
    )
    expect(summary(readPayload(withOffers(), { js: boxed }, url))[0]).toBe('8.00 EUR, in_stock')
  })

  it('takes nothing from the document of another product', () => {
    const other = {
      product: { ...product(variant(1, 'S', '99.00')).product, handle: 'pine-shelf', title: 'Pine' },
    }
    const read = readPayload(withOffers(offer('S', '10.00', 'InStock')), { js: other }, url)
    expect([read.name, read.price?.amount]).toEqual(['Oak lamp', '10.00'])
  })
})

it('Magento without its catalog has the SKU of the form, not the internal id', () => {
  const body = `<form data-product-sku="OAK-TABLE" id="product_addtocart_form"><input name="product" value="507"></form>
    <div class="product-info-main"><div class="price-box" data-product-id="507"><span data-price-amount="40" data-price-type="finalPrice"><span class="price">€40.00</span></span></div></div>`
  const read = readPayload(page('<script type="text/x-magento-init">{}</script>', body), {})
  expect(read.sku).toBe('OAK-TABLE')
})

describe('a sign that several currencies share', () => {
  const magento = (sign: string) =>
    `<script type="text/x-magento-init">{"*":{"x":{"jsonConfig":{"attributes":{"144":{"code":"size","label":"Size","options":[{"id":"8","label":"S"}]}},"index":{"71":{"144":"8"}},"optionPrices":{"71":{"finalPrice":{"amount":40}}},"currencyFormat":"${sign}%s"}}}}</script><div class="product-info-main"><span id="product-price-7" data-price-amount="40" data-price-type="finalPrice"><span class="price">${sign}40.00</span></span><div class="stock available"></div><input name="product" value="7"></div>`
  const shopware = (sign: string) =>
    `<script src="/bundles/storefront/a.js"></script><div class="product-detail-buy"><p class="product-detail-price">${sign}40.00</p><p class="delivery-information delivery-available">now</p></div>`
  const wix = (sign: string) =>
    `<script type="application/json" id="wix-warmup-data">{"appsWarmupData":{"1380b703-ce81-ff05-f115-39571d94dfcd":{"a":{"catalog":{"product":{"name":"Oak lamp","price":40,"formattedPrice":"${sign}40.00","isInStock":true}}}}}}</script>`
  const SHOPS = { magento, shopware, wix }
  const document = (body: string, lang: string, head = '') =>
    `<!doctype html><html lang="${lang}"><head><title>Oak lamp</title>${head}</head><body><h1>Oak lamp</h1>${body}</body></html>`
  const stated = (currency: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Oak lamp', offers: { price: '40.00', priceCurrency: currency } })}</script>`

  describe.each(Object.entries(SHOPS))('on %s', (_, body) => {
    it.each([
      ['$', 'en-AU', 'https://shop.example/oak-lamp', 'AUD'],
      ['$', 'en', 'https://shop.example.ca/oak-lamp', 'CAD'],
      ['$', 'en', 'https://shop.example/oak-lamp', 'USD'],
      ['¥', 'zh-CN', 'https://shop.example/oak-lamp', 'CNY'],
      ['¥', 'ja', 'https://shop.example/oak-lamp', 'JPY'],
      ['kr ', 'sv', 'https://shop.example.eu/oak-lamp', 'SEK'],
      ['€', 'en-AU', 'https://shop.example/oak-lamp', 'EUR'],
    ])('%s in %s on %s is %s', (sign, lang, url, currency) => {
      expect(readPayload(document(body(sign), lang), {}, url).price?.currency).toBe(currency)
    })

    it('means the currency that the page states', () => {
      const read = readPayload(document(body('$'), 'en', stated('NZD')))
      expect(read.price).toEqual({ amount: '40.00', currency: 'NZD' })
      expect(read.disputed).toEqual([])
    })
  })
})

describe('Shopify', () => {
  const variant = (id: number, more: object) => ({ id, option1: `S${id}`, price: 4000, ...more })
  const product = (variants: object[]) => ({ id: 7, title: 'Oak lamp', options: ['Size'], variants })
  const shop = (currency: string) =>
    script(`Shopify.shop = "a"; Shopify.currency = {"active":"${currency}","rate":"1.0"};`)

  it.each([
    ['hundredths of a currency without decimals', 'JPY', { price: 120000 }, '1200 JPY, in_stock'],
    ['hundredths of a currency with three decimals', 'KWD', { price: 1250 }, '12.500 KWD, in_stock'],
    ['a list price of 0', 'EUR', { compare_at_price: 0 }, '40.00 EUR, in_stock'],
    ['a list price equal to the price', 'EUR', { compare_at_price: 4000 }, '40.00 EUR, in_stock'],
    ['a list price below the price', 'EUR', { compare_at_price: 3000 }, '40.00 EUR, in_stock'],
    ['a list price', 'EUR', { compare_at_price: 5000 }, '40.00 EUR, was 50.00, in_stock'],
  ])('has %s', (_, currency, more, expected) => {
    const js = product([variant(1, { available: true, ...more })])
    expect(summary(readPayload(shop(currency), { js }))[0]).toBe(expected)
  })

  it('sells others while its first variant is sold out, at their price', () => {
    const js = product([
      variant(1, { available: false, price: 3000 }),
      variant(2, { available: true }),
      variant(3, { available: true, price: 4500, compare_at_price: 6000 }),
    ])
    expect(summary(readPayload(shop('EUR'), { js }))).toEqual([
      '40.00 EUR, up to 45.00, in_stock',
      'S1 30.00 out_of_stock',
      'S2 40.00 in_stock',
      'S3 45.00 in_stock',
    ])
  })

  it('sells used pieces beside new ones, as an option: the price is that of a new one', () => {
    const piece = (id: number, size: string, condition: string, price: number, available = true) =>
      variant(id, { option1: size, option2: condition, price, available })
    const js = {
      ...product([
        piece(1, 'S', 'Used', 50000),
        piece(2, 'S', 'New', 120000),
        piece(3, 'M', 'New', 130000),
        piece(4, 'M', 'Very good', 70000),
        piece(5, 'L', 'New', 90000, false),
      ]),
      options: ['Size', 'Condition'],
    }
    const read = readPayload(shop('EUR'), { js })
    expect(summary(read)).toEqual([
      '1200.00 EUR, up to 1300.00, in_stock',
      'S 500.00 in_stock',
      'S 1200.00 in_stock',
      'M 1300.00 in_stock',
      'M / Very good 700.00 in_stock',
      'L 900.00 out_of_stock',
    ])
    expect(read.variants.map(one => one.condition)).toEqual(['used', 'new', 'new', 'used', 'new'])
  })

  const plan = { selling_plan_id: 1, price: 3600, per_delivery_price: 3600 }

  it('is sold by subscription only: no price without the plan', () => {
    const sold = { available: true, option1: 'Default Title', requires_selling_plan: true }
    const js = {
      ...product([variant(1, { ...sold, selling_plan_allocations: [plan] })]),
      requires_selling_plan: true,
    }
    const json = {
      product: product([{ id: 1, option1: 'Default Title', price: '40.00', price_currency: 'EUR' }]),
    }
    const printed = '<p class="price">€40.00</p><button>Add to cart</button>'
    const html = page(
      '<script>Shopify.shop = "a"; Shopify.currency = {"active":"EUR","rate":"1.0"};</script>',
      printed,
    )
    const read = readPayload(html, { js, json })
    expect(summary(read)).toEqual(['no price, in_stock'])
    expect(read.other_prices).toEqual([
      { kind: 'subscription', price: { amount: '36.00', currency: 'EUR' }, text: null },
    ])
  })

  it('is sold by subscription in one size', () => {
    const js = product([
      variant(1, {
        available: true,
        price: 3000,
        requires_selling_plan: true,
        selling_plan_allocations: [plan],
      }),
      variant(2, { available: true, requires_selling_plan: false }),
    ])
    expect(summary(readPayload(shop('EUR'), { js }))).toEqual([
      '40.00 EUR, in_stock',
      'S1 no price in_stock',
      'S2 40.00 in_stock',
    ])
  })

  it('is sold by measure', () => {
    const measure = {
      measured_type: 'volume',
      quantity_value: '250.0',
      quantity_unit: 'ml',
      reference_value: 100,
      reference_unit: 'ml',
    }
    const js = product([
      variant(1, {
        option1: 'Default Title',
        available: true,
        unit_price: 1600,
        unit_price_measurement: measure,
      }),
    ])
    const read = readPayload(shop('EUR'), { js })
    expect(summary(read)).toEqual(['40.00 EUR, in_stock'])
    expect(read.other_prices).toEqual([
      { kind: 'unit', price: { amount: '16.00', currency: 'EUR' }, text: 'per 100 ml' },
    ])
  })

  it.each([
    [
      'of the dearest variant',
      {
        price_min: '20.00',
        price_max: '90.00',
        compare_at_price_min: '0.00',
        compare_at_price_max: '120.00',
      },
      undefined,
    ],
    [
      'of some variants',
      {
        price_min: '20.00',
        price_max: '90.00',
        compare_at_price_min: '120.00',
        compare_at_price_max: '120.00',
      },
      undefined,
    ],
    [
      'of all variants',
      {
        price_min: '20.00',
        price_max: '20.00',
        compare_at_price_min: '30.00',
        compare_at_price_max: '30.00',
      },
      '30.00',
    ],
  ])('suggests a list price %s', (_, prices, expected) => {
    const suggested = { handle: 'oak-lamp', title: 'Oak lamp', available: true, price: '20.00', ...prices }
    const suggest = pageOf(
      JSON.stringify({ resources: { results: { products: [suggested] } } }),
      'https://shop.example/search/suggest.json',
      'application/json',
    )
    const shopify = platforms.find(one => one.name === 'shopify')
    const found = shopify?.search?.read(
      { suggest },
      { query: 'lamp', page: 1 },
      { base: 'https://shop.example', facts: {} },
    )
    expect(found?.results[0]?.list_price).toBe(expected)
  })

  it.each([['0.00'], [''], [null], ['40.00']])('has a list price of %j in its JSON', former => {
    const one = { id: 1, title: 'Default Title', option1: 'Default Title', price: '40.00' }
    const json = {
      product: product([{ ...one, compare_at_price: former, price_currency: 'BRL', sku: '084282355423' }]),
    }
    const read = readPayload(script('Shopify.shop = "a";'), { json })
    expect(summary(read)).toEqual(['40.00 BRL, stock not stated'])
    expect(read).toMatchObject({ sku: '084282355423', gtin: null })
  })

  it.each([
    ['0000000012345', null],
    ['4006381333931', '4006381333931'],
    ['4006381333932', null],
  ])('has the barcode %s', (barcode, gtin) => {
    const js = product([variant(1, { option1: 'Default Title', available: true, barcode })])
    expect(readPayload(shop('EUR'), { js }).gtin).toBe(gtin)
  })
})

describe('WooCommerce', () => {
  const html = page('<link href="/wp-content/plugins/woocommerce/a.css">')
  const store = (prices: object, more: object = {}) => ({
    id: 7,
    name: 'Oak lamp',
    type: 'simple',
    is_in_stock: true,
    prices: { currency_code: 'EUR', currency_minor_unit: 2, price_range: null, ...prices },
    ...more,
  })

  it.each([
    ['two decimals', { price: '4000', regular_price: '4000' }, '40.00 EUR, in_stock'],
    [
      'none, by the setting of the shop',
      { price: '75000', regular_price: '75000', currency_code: 'COP', currency_minor_unit: 0 },
      '75000.00 COP, in_stock',
    ],
    [
      'three, by the setting of the shop',
      { price: '18000', regular_price: '20000', currency_code: 'USD', currency_minor_unit: 3 },
      '18.00 USD, was 20.00, in_stock',
    ],
    [
      'a range',
      { price: '1800', regular_price: '1800', price_range: { min_amount: '1800', max_amount: '4500' } },
      '18.00 EUR, up to 45.00, in_stock',
    ],
    [
      'a range, and the regular price of another variation',
      { price: '1800', regular_price: '4000', price_range: { min_amount: '1800', max_amount: '4500' } },
      '18.00 EUR, up to 45.00, in_stock',
    ],
    ['no price yet', { price: '', regular_price: '' }, 'no price, in_stock'],
  ])('has amounts with %s', (_, prices, expected) => {
    expect(summary(readPayload(html, { product: store(prices) }))[0]).toBe(expected)
  })

  it('is a subscription: no price without the plan', () => {
    const read = readPayload(html, { product: store({ price: '4000' }, { type: 'subscription' }) })
    expect(summary(read)).toEqual(['no price, in_stock'])
    expect(read.other_prices).toEqual([
      { kind: 'subscription', price: { amount: '40.00', currency: 'EUR' }, text: null },
    ])
  })

  it.each([
    [{ is_in_stock: false, is_purchasable: true, on_sale: true }, 'out_of_stock'],
    [{ is_in_stock: true, is_on_backorder: true }, 'backorder'],
    [{ is_in_stock: true, low_stock_remaining: 2 }, 'limited'],
    [{ is_in_stock: true, is_purchasable: false, type: 'grouped' }, 'in_stock'],
    [{ is_in_stock: undefined }, 'stock not stated'],
  ])('says about its stock %j', (more, expected) => {
    expect(summary(readPayload(html, { product: store({ price: '4000' }, more) }))[0]).toBe(
      `40.00 EUR, ${expected}`,
    )
  })

  const form = (rows: object[], selects = '') =>
    page(
      '<link href="/wp-content/plugins/woocommerce/a.css">',
      `<p class="price">40,00 €</p><form class="variations_form" data-product_id="7" data-product_variations="${escaped(rows)}">${selects}</form>`,
    )
  const row = (id: number, attributes: object, more: object = {}) => ({
    variation_id: id,
    attributes,
    display_price: 40,
    display_regular_price: 40,
    is_in_stock: true,
    ...more,
  })

  it('has percent-encoded names of options, and sold-out rows that say they can be bought', () => {
    const rows = [
      row(1, { 'attribute_pa_%d1%86%d0%b2%d0%b5%d1%82': 'red', attribute_pa_size: 's' }),
      row(
        2,
        { 'attribute_pa_%d1%86%d0%b2%d0%b5%d1%82': 'red', attribute_pa_size: 'm' },
        { is_in_stock: false, is_purchasable: true },
      ),
    ]
    expect(summary(readPayload(form(rows)))).toEqual([
      '40.00 EUR, in_stock',
      's red 40.00 in_stock',
      'm red 40.00 out_of_stock',
    ])
  })

  it('has one row for all sizes', () => {
    const sizes =
      '<option value="">Choose</option><option value="s">Small</option><option value="m">Medium</option>'
    const html = form(
      [row(1, { attribute_pa_size: '', attribute_pa_color: 'red' })],
      `<select name="attribute_pa_size">${sizes}</select>`,
    )
    const expected = ['40.00 EUR, in_stock', 'Small red 40.00 in_stock', 'Medium red 40.00 in_stock']
    expect(summary(readPayload(html))).toEqual(expected)
    const product = store(
      { price: '4000' },
      {
        variations: [
          {
            id: 1,
            attributes: [
              { name: 'Size', value: null },
              { name: 'Color', value: 'red' },
            ],
          },
        ],
        attributes: [
          {
            name: 'Size',
            terms: [
              { slug: 's', name: 'Small' },
              { slug: 'm', name: 'Medium' },
            ],
          },
          { name: 'Color', terms: [{ slug: 'red', name: 'red' }] },
        ],
      },
    )
    expect(summary(readPayload(html, { product }))).toEqual(expected)
  })
})

describe('Magento', () => {
  const box = (id: number, kind: string, amount: string, text: string, prefix = 'product-price') =>
    `<span id="${prefix}-${id}" data-price-amount="${amount}" data-price-type="${kind}"><span class="price">${text}</span></span>`
  const html = (boxes: string, more = '') =>
    page(
      '',
      `<script type="text/x-magento-init">{"*":{}}</script>${more}<div class="related">${box(4, 'finalPrice', '5', 'R$ 5,00')}</div>
<div class="product-info-main"><div class="product-info-price">${boxes}</div><div class="stock available"></div><input name="product" value="7"></div>`,
    )

  it('keeps the noise of a calculation, beside another product that comes first', () => {
    const boxes =
      box(7, 'finalPrice', '210.852001', 'R$ 210,85') + box(7, 'oldPrice', '300', 'R$ 300,00', 'old-price')
    const read = readPayload(html(boxes))
    expect(summary(read)).toEqual(['210.85 BRL, was 300.00, in_stock'])
    expect(read.disputed).toEqual([])
  })

  it('sells a bundle from one price to another', () => {
    const boxes = box(7, 'minPrice', '61', '€61.00', 'from') + box(7, 'maxPrice', '77.5', '€77.50', 'to')
    expect(summary(readPayload(html(boxes)))).toEqual(['61.00 EUR, up to 77.50, in_stock'])
  })

  const options = (more: object) => {
    const jsonConfig = {
      attributes: {
        93: { code: 'color', label: 'Colour', options: [{ id: '1', label: 'Red' }] },
        144: {
          code: 'size',
          label: 'Size',
          options: [
            { id: '8', label: 'S' },
            { id: '9', label: 'M' },
          ],
        },
      },
      index: { 71: { 93: '1', 144: '8' }, 72: { 93: '1', 144: '9' } },
      optionPrices: {
        71: { oldPrice: { amount: 40 }, basePrice: { amount: 33.33 }, finalPrice: { amount: 40 } },
        72: { oldPrice: { amount: '50' }, basePrice: { amount: '33.33' }, finalPrice: { amount: '40.0000' } },
        73: { finalPrice: { amount: 10 } },
      },
      currencyFormat: '£%s',
      ...more,
    }
    const init = `<script type="text/x-magento-init">${JSON.stringify({ '*': { jsonConfig } })}</script>`
    const name = '<script type="application/ld+json">{"@type":"Product","name":"Oak lamp"}</script>'
    return page(`${init}${name}`)
  }

  it('lists a price of a child that no option leads to', () => {
    expect(summary(readPayload(options({})))).toEqual([
      '40.00 GBP, was 50.00, in_stock',
      'S Red 40.00 in_stock',
      'M Red 40.00 in_stock',
    ])
  })

  it('shows sold-out options, and lists those that can be bought', () => {
    const read = readPayload(options({ salable: { 93: { 1: ['72'] }, 144: { 9: ['72'] } } }))
    expect(summary(read).slice(1)).toEqual(['S Red 40.00 out_of_stock', 'M Red 40.00 in_stock'])
  })

  it('answers without tax what its page sells with tax', () => {
    const range = {
      minimum_price: {
        regular_price: { value: 33.33, currency: 'GBP' },
        final_price: { value: 33.33, currency: 'GBP' },
      },
    }
    const item = { sku: 'L7', name: 'Oak lamp', stock_status: 'IN_STOCK', price_range: range }
    const boxes =
      box(7, 'finalPrice', '40', '£40.00') + box(7, 'basePrice', '33.33', '£33.33', 'price-excluding-tax')
    const read = readPayload(html(boxes), { catalog: { data: { products: { items: [item] } } } })
    expect(summary(read)).toEqual(['40.00 GBP, in_stock'])
    expect(read.other_prices).toEqual([
      { kind: 'without_tax', price: { amount: '33.33', currency: 'GBP' }, text: null },
    ])
  })

  it('says "in stock" in one place and "on order" in the stock box', () => {
    const stock =
      '<div class="product-info-stock-sku"><div class="stock available"><link itemprop="availability" href="https://schema.org/BackOrder"></div></div>'
    expect(summary(readPayload(html(box(7, 'finalPrice', '40', '€40.00'), stock)))).toEqual([
      '40.00 EUR, backorder',
    ])
  })
})

describe('PrestaShop', () => {
  const product = {
    id_product: '7',
    name: 'Oak lamp',
    price_amount: 40,
    price_without_reduction: '40.000000',
    quantity: 3,
    availability: 'available',
    allow_oosp: '0',
    show_price: '1',
    reference: 'L7',
  }
  const html = (more: object, body = '', currency = 'EUR') =>
    page(
      `<script>var prestashop = {"currency":{"iso_code":"${currency}"}};</script>`,
      `<div data-product="5"></div><div id="product-details" data-product="${escaped({ ...product, ...more })}"></div>${body}`,
    )

  it.each([
    [
      { availability: 'unavailable', quantity: 0, available_for_order: '1' },
      'EUR',
      '40.00 EUR, out_of_stock',
    ],
    [{ availability: 'last_remaining_items', quantity: 1 }, 'EUR', '40.00 EUR, limited'],
    [{ quantity: 0, allow_oosp: 1 }, 'EUR', '40.00 EUR, backorder'],
    [{ quantity: '12', availability: null }, 'EUR', '40.00 EUR, in_stock'],
    [
      {
        quantity: 0,
        availability: null,
        allow_oosp: true,
        add_to_cart_url: 'https://shop.example/cart?add=1',
      },
      'EUR',
      '40.00 EUR, in_stock',
    ],
    [
      { price_amount: 1189, price_without_reduction: 1253, discount_percentage: '-64 000%' },
      'TND',
      '1189.000 TND, was 1253.000, in_stock',
    ],
    [{ price_amount: '40.000000001' }, 'EUR', '40.00 EUR, in_stock'],
    [
      { price_tax_exc: 40, price_without_reduction: 48, rate: 20, has_discount: false },
      'EUR',
      '40.00 EUR, in_stock',
    ],
    [{ price_tax_exc: 40, price_without_reduction: 48, rate: 20 }, 'EUR', '40.00 EUR, in_stock'],
    [
      {
        price_tax_exc: 40,
        price_without_reduction: 60,
        regular_price_amount: 50,
        rate: 20,
        has_discount: true,
      },
      'EUR',
      '40.00 EUR, was 50.00, in_stock',
    ],
    [
      { price_tax_exc: 40, price_without_reduction: 50, rate: 0, has_discount: true },
      'EUR',
      '40.00 EUR, was 50.00, in_stock',
    ],
    [
      { price_tax_exc: 33.33, price_without_reduction: 50, rate: 20, has_discount: true },
      'EUR',
      '40.00 EUR, was 50.00, in_stock',
    ],
    [{ show_price: '0' }, 'EUR', 'no price, in_stock'],
  ])('states %j', (more, currency, expected) => {
    expect(summary(readPayload(html(more, '', currency)))).toEqual([expected])
  })

  const select = (name: string, options: string) =>
    `<div class="product-variants-item"><span class="control-label">${name}: </span><select>${options}</select></div>`
  const sizes = select(
    'Size',
    '<option value="1" title="S">S</option><option value="2" title="M" selected="selected">M</option>',
  )

  it('offers sizes, and states the price of the chosen one', () => {
    expect(summary(readPayload(html({}, `<div class="product-variants">${sizes}</div>`)))).toEqual([
      '40.00 EUR, in_stock',
      'S no price not stated',
      'M 40.00 in_stock',
    ])
  })

  it('offers sizes and colours: only the chosen combination is known to exist', () => {
    const colours =
      '<div class="product-variants-item"><span class="control-label">Colour: </span><ul><li><input type="radio" value="8" title="Red" checked="checked"></li><li><input type="radio" value="9" title="Blue"></li></ul></div>'
    const body = `<div class="product-variants">${sizes}${colours}</div>`
    expect(summary(readPayload(html({}, body)))).toEqual(['40.00 EUR, in_stock', 'M Red 40.00 in_stock'])
  })
})

describe('BigCommerce', () => {
  const money = (value: number) => ({ formatted: `$${value}`, value, currency: 'USD' })
  const html = (attributes: object, body = '') =>
    page(`<script>var BCData = ${JSON.stringify({ product_attributes: attributes })};</script>`, body)

  it.each([
    [
      'a price without tax only',
      { price: { without_tax: money(40) }, instock: true, stock: null },
      '40.00 USD, in_stock',
    ],
    [
      'stock 0 beside "purchasable"',
      { price: { without_tax: money(40) }, instock: false, stock: 0, purchasable: true },
      '40.00 USD, out_of_stock',
    ],
    [
      'a recommended price without tax beside a price with tax',
      { price: { with_tax: money(48), without_tax: money(40), rrp_without_tax: money(50) }, instock: true },
      '48.00 USD, in_stock',
    ],
    [
      'a former price with tax',
      {
        price: { with_tax: money(48), without_tax: money(40), non_sale_price_with_tax: money(60) },
        instock: true,
      },
      '48.00 USD, was 60.00, in_stock',
    ],
    [
      'a range',
      {
        price: {
          without_tax: money(45),
          price_range: { min: { without_tax: money(40) }, max: { without_tax: money(90) } },
        },
        instock: true,
      },
      '40.00 USD, up to 90.00, in_stock',
    ],
  ])('has %s', (_, attributes, expected) => {
    expect(summary(readPayload(html(attributes)))).toEqual([expected])
  })

  it('labels sold-out options, and offers an engraving like a size', () => {
    const attributes = {
      price: { without_tax: money(40) },
      instock: true,
      out_of_stock_behavior: 'label_option',
      in_stock_attributes: [101, 103],
      available_modifier_values: [103],
    }
    const value = (id: number, label: string) =>
      `<input type="radio" value="${id}"><label data-product-attribute-value="${id}"><span class="form-option-variant">${label}</span></label>`
    const body = `<div data-product-option-change><div data-product-attribute="set-rectangle"><label class="form-label">Size: <small>Required</small></label>${value(101, 'S')}${value(102, 'M')}</div>
<div data-product-attribute="set-radio"><label class="form-label">Engraving:</label>${value(103, 'Yes')}</div></div>`
    expect(summary(readPayload(html(attributes, body)))).toEqual([
      '40.00 USD, in_stock',
      'S no price not stated',
      'M no price out_of_stock',
    ])
  })

  it.each([
    ['instock', 'in_stock'],
    ['oos', 'out_of_stock'],
  ])('is an old theme with meta elements only: %s', (word, stock) => {
    const metas = {
      'og:type': 'product',
      'og:title': 'Oak lamp',
      'product:price:amount': '40',
      'product:price:currency': 'USD',
      'og:availability': word,
    }
    const head = Object.entries(metas).map(
      ([name, content]) => `<meta property="${name}" content="${content}">`,
    )
    const read = readPayload(page(`<script>var BCData = {};</script>${head.join('')}`))
    expect(summary(read)).toEqual([`40.00 USD, ${stock}`])
  })
})

describe('Shopware', () => {
  const option = (label: string, more: string) =>
    `<div class="product-detail-configurator-option"><input type="radio" value="${label}" class="product-detail-configurator-option-input ${more}><label class="product-detail-configurator-option-label" title="${label}">${label}</label></div>`
  const html = (price: string, more = '') =>
    page(
      '<link href="/bundles/storefront/a.css">',
      `<div class="product-detail-buy">${price}<p class="delivery-information delivery-available">Sofort verfügbar</p>${more}<span class="product-detail-ordernumber">L7</span></div>`,
    )

  it('prints a former price in the same element, and a price per litre', () => {
    const price =
      '<p class="product-detail-price with-list-price">35,80 €* <span class="product-detail-list-price-wrapper"><span class="list-price-price">49,90 €*</span></span></p><span class="product-detail-price-unit-reference">(47,73 € / 1 Liter)</span>'
    expect(summary(readPayload(html(price)))).toEqual(['35.80 EUR, was 49.90, in_stock'])
  })

  it('sells by quantity: the first row is the price of one', () => {
    const row = (upTo: string, price: string) =>
      `<tr class="product-block-prices-row"><th class="product-block-prices-cell product-block-prices-cell-thin">${upTo}</th><td class="product-block-prices-cell">${price}</td></tr>`
    const table = `<table class="product-block-prices-grid"><tbody class="product-block-prices-body">${row('Bis 9', '22,95 €*')}${row('Ab 10', '20,95 €*')}</tbody></table>`
    expect(summary(readPayload(html(table)))[0]).toBe('22.95 EUR, in_stock')
  })

  it('greys out an option that is sold out', () => {
    const group = `<fieldset class="product-detail-configurator-group"><legend class="product-detail-configurator-group-title">Größe<span class="visually-hidden"> auswählen</span></legend>${option('S', 'is-combinable" checked="checked"')}${option('M', 'is-combinable"')}${option('L', '"')}</fieldset>`
    const price = '<p class="product-detail-price">35,80 €*</p>'
    expect(summary(readPayload(html(price, group)))).toEqual([
      '35.80 EUR, in_stock',
      'S 35.80 in_stock',
      'M no price not stated',
      'L no price out_of_stock',
    ])
  })
})

describe('Salesforce', () => {
  const html = page('<link href="/on/demandware.static/a.css">')
  const money = (value: number) => ({ value, currency: 'EUR', decimalPrice: String(value) })
  const answer = (price: object, more: object = {}) => ({
    variation: { product: { id: 'L7', productName: 'Oak lamp', available: true, price, ...more } },
  })

  it.each([
    ['no discount', { sales: money(40), list: null }, '40.00 EUR, in_stock'],
    ['a discount', { sales: money(40), list: money(50) }, '40.00 EUR, was 50.00, in_stock'],
    [
      'a range of a master',
      { type: 'range', min: { sales: money(40), list: null }, max: { sales: money(90) } },
      '40.00 EUR, up to 90.00, in_stock',
    ],
    [
      'prices by quantity',
      {
        type: 'tiered',
        tiers: [
          { quantity: 1, price: { sales: money(40), list: null } },
          { quantity: 5, price: { sales: money(35) } },
        ],
      },
      '40.00 EUR, in_stock',
    ],
  ])('states %s', (_, price, expected) => {
    expect(summary(readPayload(html, answer(price)))).toEqual([expected])
  })

  it('lists sizes without ids, as the platform comes', () => {
    const variationAttributes = [
      {
        id: 'color',
        displayName: 'Colour',
        values: [{ id: 'r', displayValue: 'Red', selected: true, selectable: true }],
      },
      {
        id: 'size',
        displayName: 'Size',
        values: [
          { id: '8', displayValue: 'S', selected: true, selectable: true },
          { id: '9', displayValue: 'M', selected: false, selectable: false },
        ],
      },
    ]
    expect(summary(readPayload(html, answer({ sales: money(40) }, { variationAttributes })))).toEqual([
      '40.00 EUR, in_stock',
      'S Red 40.00 in_stock',
      'M Red no price out_of_stock',
    ])
  })
})

describe('Squarespace and Wix', () => {
  it.each([
    [
      { onSale: false, salePrice: 0, salePriceMoney: { value: '0.00', currency: 'USD' } },
      '40.00 USD, in_stock',
    ],
    [
      { onSale: true, salePrice: 3000, salePriceMoney: { value: '30.00', currency: 'USD' } },
      '30.00 USD, was 40.00, in_stock',
    ],
    [{ unlimited: false, qtyInStock: 0 }, '40.00 USD, out_of_stock'],
    [{ unlimited: true, qtyInStock: 0 }, '40.00 USD, in_stock'],
  ])('a variant of Squarespace with %j', (more, expected) => {
    const one = { price: 4000, priceMoney: { value: '40.00', currency: 'USD' }, unlimited: true, ...more }
    const html = page(
      '<script>Static.SQUARESPACE_CONTEXT = {}</script>',
      `<div data-variants="${escaped([one])}"></div>`,
    )
    expect(summary(readPayload(html))[0]).toBe(expected)
  })

  const warmup = (product: object) => {
    const apps = {
      '1380b703-ce81-ff05-f115-39571d94dfcd': {
        key: { catalog: { product: { name: 'Oak lamp', ...product } } },
      },
    }
    return page(
      `<script type="application/json" id="wix-warmup-data">${JSON.stringify({ appsWarmupData: apps })}</script>`,
    )
  }

  it.each([
    [
      { price: 2900, comparePrice: 870, formattedPrice: '₹2,900.00', isInStock: true },
      '870.00 INR, was 2900.00, in_stock',
    ],
    [
      {
        price: 2900,
        comparePrice: 0,
        formattedPrice: '₹2,900.00',
        isInStock: true,
        inventory: { status: 'in_stock', quantity: 0 },
      },
      '2900.00 INR, in_stock',
    ],
    [{ price: 2900, formattedPrice: '₹2,900.00', isInStock: false }, '2900.00 INR, out_of_stock'],
    [{ price: 29, formattedPrice: '29,00 kr', isInStock: true }, 'no price, in_stock'],
  ])('a product of Wix with %j', (product, expected) => {
    expect(summary(readPayload(warmup(product)))).toEqual([expected])
  })
})

describe('Salla and OpenCart', () => {
  it('Salla says "in stock" and 0 for a price on request', () => {
    const data = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Oak lamp',
      offers: {
        '@type': 'Offer',
        price: 0,
        priceCurrency: 'SAR',
        availability: 'https://schema.org/InStock',
      },
    }
    const head = `<script src="https://cdn.salla.network/a.js"></script><meta property="product:price:currency" content="SAR"><meta property="product:availability" content="in stock"><script type="application/ld+json">${JSON.stringify(data)}</script>`
    expect(summary(readPayload(page(head)))).toEqual(['no price, in_stock'])
  })

  it.each([
    ['Наличие: Нет в наличии', 'out_of_stock'],
    ['Наличие: В наличии', 'in_stock'],
    ['Availability: 14', 'in_stock'],
    ['Availability: 0', 'out_of_stock'],
  ])('OpenCart prints %s beside a button that always works', (row, stock) => {
    const html = page(
      '<link href="catalog/view/theme/default/a.css">',
      `<div id="content"><ul class="list-unstyled"><li>Код товара: L7</li><li>${row}</li></ul><ul class="list-unstyled"><li><span style="text-decoration: line-through;">1 500 грн.</span></li><li><h2>1 200 грн.</h2></li></ul><button id="button-cart">Купить</button></div>`,
    )
    expect(summary(readPayload(html))).toEqual([`1200.00 UAH, was 1500.00, ${stock}`])
  })
})
