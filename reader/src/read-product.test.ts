// Small pages, each presenting the product in a different way, and what must be read from them.
import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Product, readProduct } from './index.ts'

const url = 'https://shop.example/p/blue-cup'

function page(body: string, head = ''): string {
  return `<html lang="en"><head><title>Blue cup - Shop</title>${head}</head><body><h1>Blue cup</h1>${body}</body></html>`
}

function ld(product: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(product)}</script>`
}

const cup = {
  '@type': 'Product',
  name: 'Blue cup',
  sku: 'CUP-1',
  brand: { '@type': 'Brand', name: 'Cupworks' },
  gtin13: '4006381333931',
  image: ['/a.jpg', '//cdn.example/b.jpg'],
  aggregateRating: { ratingValue: '4.5', bestRating: 5, reviewCount: '12' },
  offers: {
    '@type': 'Offer',
    price: '12.90',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
}

type Case = [what: string, html: string, wanted: Partial<Product>, address?: string]

test.each<Case>([
  [
    'JSON-LD',
    page('<p>12,90 €</p>', ld(cup)),
    {
      name: 'Blue cup',
      brand: 'Cupworks',
      sku: 'CUP-1',
      gtin: '4006381333931',
      price: '12.90',
      currency: '€',
      iso_currency: 'EUR',
      availability: 'in_stock',
      images: ['https://shop.example/a.jpg', 'https://cdn.example/b.jpg'],
      rating: { value: 4.5, best: 5, count: 12 },
    },
  ],
  [
    'microdata, with the printed article number',
    page(`<div itemscope itemtype="https://schema.org/Product"><span itemprop="sku" content="4667999">466/7999</span>
      <span itemprop="brand" content="Cupworks"></span><div itemprop="offers"><meta itemprop="price" content="9.99">
      <meta itemprop="priceCurrency" content="GBP"><link itemprop="availability" href="http://schema.org/OutOfStock"></div></div>`),
    {
      sku: '466/7999',
      brand: 'Cupworks',
      price: '9.99',
      iso_currency: 'GBP',
      currency: '£',
      availability: 'out_of_stock',
    },
  ],
  [
    'meta elements',
    page(
      '',
      '<meta property="product:price:amount" content="7.50"><meta property="product:price:currency" content="USD">',
    ),
    { price: '7.50', currency: '$', iso_currency: 'USD', availability: null },
  ],
  [
    'page text only',
    page(`<p>Brand: Cupworks</p><p>Artikel-Nr.: 12-345</p><table><tr><th>EAN</th><td>4006381333931</td></tr></table>
      <div class="price">1.299,00 €</div><button>In den Warenkorb</button>`),
    {
      brand: 'Cupworks',
      sku: '12-345',
      gtin: '4006381333931',
      price: '1299.00',
      currency: '€',
      iso_currency: 'EUR',
      availability: 'in_stock',
    },
  ],
  [
    'raised cents',
    page('<p class="price">173<sup>34</sup> Lei</p>'),
    { price: '173.34', currency: 'Lei', iso_currency: 'RON' },
  ],
  [
    'a dash for the cents',
    page('<b>1 299:-</b>'),
    { price: '1299', iso_currency: 'SEK' },
    'https://shop.example.se/p/1',
  ],
  [
    'a symbol resolved by the domain',
    page('<b>$24.990</b>'),
    { price: '24990', currency: '$', iso_currency: 'CLP' },
    'https://shop.cl/p/1',
  ],
  [
    'a symbol next to a code',
    page('<b>$15.99 CAD</b>'),
    { price: '15.99', currency: '$', iso_currency: 'CAD' },
  ],
  ['an old and a new price in one text', page('<p>Was £20.00, now £15.00</p>'), { price: '15.00' }],
  ['a number after a number sign', page('<p>Item #4711-A</p><b>€5</b>'), { sku: '4711-A' }],
  [
    'a code without a symbol',
    page('<b>EUR 15.99</b>'),
    { price: '15.99', currency: null, iso_currency: 'EUR' },
  ],
  [
    'the key in the URL that the order form repeats',
    page('<b>€5</b><input type="hidden" name="productId" value="987929">'),
    { sku: '987929' },
    'https://shop.example/cups/blue-987929.html',
  ],
])('%s', (_what, html, wanted, address = url) => {
  expect(readProduct(html, address)).toMatchObject(wanted)
})

describe('conflicting sources', () => {
  it.each<Case>([
    [
      'stale data, with its price struck through on the page',
      page('<span class="old-price">€12.90</span><span class="price">€9.90</span>', ld(cup)),
      { price: '9.90', list_price: '12.90' },
    ],
    [
      'two prices with a reduction between them',
      page('<b>€20.00</b> <i>-25%</i> <b>€15.00</b>'),
      { price: '15.00', list_price: '20.00' },
    ],
    [
      'data that the page does not show',
      page('<div class="product-price">€14.90</div><button>Add to cart</button>', ld(cup)),
      { price: '14.90' },
    ],
    [
      'a printed symbol over the code in a tracking call',
      page(
        '<b>£12.90</b><button>Add to cart</button>',
        '<script>dataLayer.push({ecommerce: {currency: "USD", product: {price: "12.90"}}})</script>',
      ),
      { price: '12.90', currency: '£', iso_currency: 'GBP' },
    ],
    [
      'a symbol with its country over the code in a tracking call',
      page(
        '<b>AU $12.90</b><button>Add to cart</button>',
        '<script>gtag("event", "view_item", {currency: "USD", items: [{price: 12.90}]})</script>',
      ),
      { price: '12.90', iso_currency: 'AUD' },
    ],
    [
      'a printed number over an internal key',
      page('<p>Product code: 141677</p>', ld(cup)),
      { sku: '141677' },
    ],
    [
      'a number that data and page agree on',
      page('<p>CUP-1</p><p>Item no: 99-88</p>', ld(cup)),
      { sku: 'CUP-1' },
    ],
    [
      'sold out, whatever the data says',
      page('<p>Currently unavailable online</p>', ld(cup)),
      { availability: 'out_of_stock' },
    ],
    [
      'a disabled button',
      page('<b>€5</b><p>Sold out</p><button disabled>Add to cart</button>'),
      { availability: 'out_of_stock' },
    ],
    [
      'a sold-out size',
      page('<b>€5</b><li>Sold out</li><button>Add to cart</button>'),
      { availability: 'in_stock' },
    ],
    [
      'other products on the page',
      page(
        '<div class="price">€8</div><div class="related-products"><h2>More</h2><p class="price">€3</p><p>Sold out</p></div>',
      ),
      { price: '8', availability: null },
    ],
    [
      'shipping, instalments and unit prices',
      page('<p>Delivery €4.95</p><p>€3.20 / 100 g</p><p>Save €5.00</p><p>€16.00</p>'),
      { price: '16.00' },
    ],
    [
      'the cheapest of several offers, each a variant',
      page(
        '',
        ld({
          ...cup,
          offers: { '@type': 'AggregateOffer', lowPrice: 10, highPrice: 20, priceCurrency: 'EUR' },
        }),
      ),
      { price: '10' },
    ],
  ])('%s', (_what, html, wanted) => expect(readProduct(html, url)).toMatchObject(wanted))
})

test('exactly the fields that were found have a source', () => {
  const product = readProduct(
    page(
      '<div class="breadcrumb"><a href="/">Home</a> / <a href="/cups">Cups</a></div><p>12,90 €</p>',
      ld(cup),
    ),
    url,
  )
  expect(product.sources).toEqual({
    name: 'json-ld',
    brand: 'json-ld',
    sku: 'json-ld',
    gtin: 'json-ld',
    price: 'json-ld',
    currency: 'page',
    iso_currency: 'json-ld',
    availability: 'json-ld',
    images: 'json-ld',
    breadcrumbs: 'page',
    rating: 'json-ld',
  })
})

const shoe = { '@type': 'ProductGroup', name: 'Blue cup' }
const sizeOf = (size: string) => ({
  '@type': 'Product',
  name: 'Blue cup',
  size,
  sku: `TS-${size}`,
  offers: {
    '@type': 'Offer',
    price: '90.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
})

// A watch of size 9 must see that it is no longer listed when only size 8 is left.
test.each([
  ['a group with one member left', { ...shoe, hasVariant: [sizeOf('8')] }],
  [
    'one offer left that names its size',
    { '@type': 'Product', name: 'Blue cup', offers: [{ ...sizeOf('8').offers, size: '8', sku: 'TS-8' }] },
  ],
])('a single variant with a size is a variant: %s', (_, data) => {
  expect(readProduct(page('', ld(data)), url).variants).toMatchObject([{ size: '8', sku: 'TS-8' }])
})

test('one offer without a size is no variant', () => {
  const data = { '@type': 'Product', name: 'Blue cup', offers: [sizeOf('8').offers] }
  expect(readProduct(page('', ld(data)), url).variants).toEqual([])
})

test.each([
  ['with a size', { id: 7, title: '8', option1: '8', sku: 'TS-8', price: 9000, available: true }, 1],
  [
    'without one',
    { id: 7, title: 'Default Title', option1: 'Default Title', sku: 'TS', price: 9000, available: true },
    0,
  ],
])('a single variant in the state of a page %s', (_, variant, count) => {
  const options = count ? ['Size'] : ['Title']
  const state = {
    id: 7,
    title: 'Blue cup',
    handle: 'shoe',
    vendor: 'Alder',
    price: 9000,
    options,
    variants: [variant],
  }
  const data = { ...shoe, '@type': 'Product', offers: sizeOf('8').offers }
  const html = page('', `${ld(data)}<script type="application/json">${JSON.stringify(state)}</script>`)
  expect(readProduct(html, url).variants).toHaveLength(count)
})

test('a single variation in an order form is a variant', () => {
  const variations = [
    {
      attributes: { attribute_pa_size: '8' },
      display_price: 90,
      is_in_stock: true,
      sku: 'TS-8',
      variation_id: 7,
    },
  ]
  const data = { ...shoe, '@type': 'Product', offers: sizeOf('8').offers }
  const form = `<form class="variations_form" data-product_variations='${JSON.stringify(variations)}'></form>`
  expect(readProduct(page(form, ld(data)), url).variants).toMatchObject([{ size: '8', sku: 'TS-8' }])
})

test('variants have their own numbers and prices', () => {
  const offers = [
    { '@type': 'Offer', sku: 'S', price: 5, priceCurrency: 'EUR', availability: 'in_stock' },
    { '@type': 'Offer', sku: 'L', price: 7, priceCurrency: 'EUR', availability: 'out_of_stock' },
  ]
  expect(readProduct(page('', ld({ ...cup, offers })), url).variants).toMatchObject([
    { sku: 'S', price: '5', availability: 'in_stock' },
    { sku: 'L', price: '7', availability: 'out_of_stock' },
  ])
})

test.each(['', '<p>nothing here</p>', '<script type="application/ld+json">{broken</script>', '<<<>>>'])(
  'a page without a product: %s',
  html => {
    const product = readProduct(html, url)
    expect([product.price, product.sku, product.brand, product.currency, product.availability]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  },
)

test('no page makes the reader throw', () => {
  const bits = constantFrom(
    '<div class="price">',
    '<span itemprop="price" itemscope>',
    '</div>',
    '€',
    '1.299,00',
    '<h1>',
    'SKU:',
    '-50%',
    '<script type="application/ld+json">',
    '{"@type":"Product","offers":',
    '</script>',
    '<sup>',
    '<a href="',
    '">',
  )
  assert(
    property(array(bits), string(), (parts, rest) => {
      const product = readProduct(`${parts.join('')}${rest}`, url)
      expect(product.price === null || /^\d+(?:\.\d+)?$/.test(product.price)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

it('uses the currency of the symbol printed next to the price', () => {
  const page = (price: string) =>
    `<html><head><title>Corvane lamp</title><script>dataLayer.push({currency: "INR", price: "24.50"})</script></head>
     <body><h1>Corvane lamp</h1><span class="price">${price}</span><button>Add to cart</button></body></html>`
  const read = (price: string) => readProduct(page(price), 'https://shop.example/p/1')
  expect(read('€ 24.50')).toMatchObject({ currency: '€', iso_currency: 'EUR' })
  expect(read('24.50 元').iso_currency).not.toBe('INR')
})

describe('the currency that the caller says of the shop', () => {
  const button = '<button>Add to cart</button>'
  const priced = (price: string) => page(`<span class="price">${price}</span>${button}`)
  const euros = ld({ ...cup, offers: { price: '12.00', priceCurrency: 'EUR' } })
  const meta =
    '<meta property="product:price:amount" content="12.00"><meta property="product:price:currency" content="CAD">'

  it.each([
    ['$12.00', 'USD', 'USD'],
    ['$12.00', 'CAD', 'CAD'],
    ['kr 12.00', 'NOK', 'NOK'],
    ['12.00', 'USD', 'USD'],
  ])('is what %s means: %s', (price, currency, read) => {
    const product = readProduct(priced(price), url, { currency })
    expect(product).toMatchObject({ price: '12.00', iso_currency: read, disputed: [], problems: {} })
  })

  it.each([
    ['another sign', priced('12.00 €'), 'EUR'],
    ['a code', priced('$12.00 CAD'), 'CAD'],
    ['the data of the product', page(`<p>$12.00</p>${button}`, euros), 'EUR'],
    ['a meta element', page(`<p>$12.00</p>${button}`, meta), 'CAD'],
  ])('never overrides %s, and is disputed', (_what, html, read) => {
    expect(readProduct(html, url, { currency: 'USD' })).toMatchObject({
      iso_currency: read,
      disputed: [{ field: 'currency', value: 'USD', from: 'taught' }],
    })
  })

  it('comes before the country of the address; what the texts say is disputed', () => {
    const html = page(`<span class="price">$12.00</span>${button}<p>Prices in CAD. Toronto, Canada</p>`)
    expect(readProduct(html, 'https://shop.ca/p/1', { currency: 'USD' })).toMatchObject({
      iso_currency: 'USD',
      disputed: [{ field: 'currency', value: 'CAD', from: 'page' }],
    })
  })
})

it('an amount whose currency nothing says has a problem', () => {
  const read = (price: string) => readProduct(page(`<b class="price">${price}</b><button>Buy</button>`), url)
  expect(read('$48.50').problems).toEqual({ price: '48.50 $: which dollar is not stated' })
  expect(read('48.50').problems).toEqual({ price: '48.50: which currency is not stated' })
  expect(read('€48.50').problems).toEqual({})
})
