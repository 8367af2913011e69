// Classes of pages that were once misread, each with the value that must be read.
import { expect, test } from 'vitest'
import { type Product, readProduct } from './index.ts'

function read(body: string, name = 'Corvane lamp', url = 'https://shop.example/p/corvane-lamp'): Product {
  return readProduct(
    `<html lang="en"><head><title>${name} - Shop</title></head><body>${body}</body></html>`,
    url,
  )
}
const button = '<button>Add to cart</button>'
const data = (product: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', ...product })}</script>`

test('a model in the name is no price', () => {
  const name = 'Corvane monitor MK 2 pair'
  const { price, iso_currency } = read(`<h1>${name}</h1><b>€ 430,00</b>${button}`, name)
  expect([price, iso_currency]).toEqual(['430.00', 'EUR'])
})

test('the price of a range is its lower end, also with the symbol after the higher', () => {
  const { price } = read(`<h1>Corvane lamp</h1><div class="price">352,00 – 376,45 €</div>${button}`)
  expect(price).toBe('352.00')
})

test.each([
  ['<ul><li>Brand: Tessen</li><li>Availability: <b>Out Of Stock</b></li></ul>', 'out_of_stock'],
  ['<ul><li>Small</li><li>Extra large: out of stock</li></ul>', 'in_stock'],
  ['<ul><li>Small: out of stock</li><li>Large: out of stock</li></ul>', 'in_stock'],
])('a statement in a list is about the product only among other details: %s', (list, availability) => {
  expect(read(`<h1>Corvane lamp</h1><p>£24.00</p>${list}${button}`).availability).toBe(availability)
})

test('a price with free delivery is the price', () => {
  const { price } = read(
    `<h1>Corvane lamp</h1><h6>£579.99 Delivered free</h6><p>RRP <strong>£749.99</strong></p><p>You save: <strong>£170.00</strong></p>${button}`,
  )
  expect(price).toBe('579.99')
})

test('a block beside the heading is part of the product, even if it is called a header', () => {
  const filler = '<p>Something else about this shop.</p>'.repeat(80)
  const { price } = read(
    `${filler}<section><h1>Corvane lamp</h1><div class="product-header"><span class="price">EUR 60.99</span></div>${button}</section>
     ${filler}<div class="seller"><span class="price">EUR 66.25</span></div>${filler}`,
  )
  expect(price).toBe('60.99')
})

test('a row of a table about something else says nothing about stock', () => {
  const rows = (label: string) =>
    read(
      `<h1>Corvane lamp</h1><span class="price">€25.00</span>
       <table><tr><th>${label}</th><td>not available</td></tr></table>${button}`,
    ).availability
  expect(rows('Dimmer')).toBe('in_stock')
  expect(rows('Availability')).toBe('out_of_stock')
})

test('a number that is only the end of the one in the data is not the article number', () => {
  const { sku } = read(
    `${data({ name: 'Corvane lamp', sku: '4550002868284', offers: { price: 25, priceCurrency: 'EUR' } })}<h1>Corvane lamp</h1>
     <p>Product number: 02868284</p><span class="price">€25.00</span>${button}`,
    'Corvane lamp',
    'https://shop.example/p/4550002868284',
  )
  expect(sku).toBe('4550002868284')
})

test('a random key is not the article number', () => {
  const { sku } = read(
    `<meta property="product:retailer_item_id" content="afae5d2e-0bad-44dd-8fd4-62994cc57ad2"><h1>Corvane lamp</h1>
     <p>SKU: CL-RED-1</p><span class="price">€25.00</span>${button}`,
  )
  expect(sku).toBe('CL-RED-1')
})

test('two numbers in one line, and labels of the manufacturer', () => {
  const { mpn, sku } = read(
    `<h1>Corvane lamp</h1><p>Artikel-Nr.: AGX1634723 | Herstellernr.: 60005830</p><span class="price">€25.00</span>${button}`,
  )
  expect([sku, mpn]).toEqual(['AGX1634723', '60005830'])
})

test('a GTIN in the place of the manufacturer number is not one', () => {
  const { mpn } = read(
    `${data({ name: 'Corvane lamp', sku: 'C-1', mpn: '4006381333931', gtin13: '4006381333931', offers: { price: 25, priceCurrency: 'EUR' } })}
     <h1>Corvane lamp</h1><p>Manufacturer number: CV-77</p><span class="price">€25.00</span>${button}`,
  )
  expect(mpn).toBe('CV-77')
})

test('how a book is bound is not in its name', () => {
  const { name } = read(
    `<h1>The Lion (Large Print Hardcover)</h1><span class="price">€25.00</span>${button}`,
    'The Lion',
  )
  expect(name).toBe('The Lion')
})

test('a name without spaces is found by the title', () => {
  const name = '西莎小羊肉餐盒'
  const { is_product, price } = read(
    `<div>${name}</div><p>售價 <span class="price">NT$ 290</span></p><button>加入購物車</button>`,
    name,
  )
  expect([is_product, price]).toEqual([true, '290'])
})

const inStock = 'https://schema.org/InStock'
const offer = (price: string, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  availability: inStock,
  ...more,
})
const offered = (offers: unknown, lang = 'en') =>
  readProduct(
    `<html lang="${lang}"><head><title>Corvane lamp</title>${data({ name: 'Corvane lamp', offers })}</head><body><h1>Corvane lamp</h1>${button}</body></html>`,
    'https://shop.example/p/corvane-lamp',
  )

test('a list price is that of the same variant', () => {
  const listed = {
    priceSpecification: [{ priceType: 'https://schema.org/ListPrice', price: '150', priceCurrency: 'EUR' }],
  }
  const group = (first: object, second: object) =>
    read(
      `<script type="application/ld+json">${JSON.stringify({
        '@type': 'ProductGroup',
        name: 'Corvane lamp',
        hasVariant: [
          { '@type': 'Product', sku: 'A-9', size: '9', offers: offer('90', first) },
          { '@type': 'Product', sku: 'A-10', size: '10', offers: offer('100', second) },
        ],
      })}</script><h1>Corvane lamp</h1>${button}`,
    )
  expect(group({}, listed)).toMatchObject({ price: '90', list_price: null })
  expect(group(listed, {})).toMatchObject({ price: '90', list_price: '150' })
})

test('an amount without a currency is not the price beside one that has its own', () => {
  const bare = { '@type': 'Offer', price: '50', availability: inStock }
  for (const offers of [
    [bare, offer('100')],
    [offer('100'), bare],
  ]) {
    const { price, iso_currency, price_max, variants } = offered(offers)
    expect({ price, iso_currency, price_max }).toEqual({ price: '100', iso_currency: 'EUR', price_max: null })
    expect(new Set(variants.map(one => one.price))).toEqual(new Set(['100', undefined]))
  }
  expect(offered([bare, { ...bare, price: '60' }]).price).toBe('50')
})

test('the price of many pieces or of a lease is not the price of one', () => {
  const many = offer('80', { eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 10 } })
  expect(offered([many, offer('100')])).toMatchObject({
    price: '100',
    other_prices: [{ kind: 'unit', price: '80' }],
  })
  expect(offered([offer('100'), many]).price_max).toBeNull()
  for (const kind of ['http://purl.org/goodrelations/v1#LeaseOut', 'https://schema.org/LeaseOut', 'LeaseOut'])
    expect(offered([offer('10', { businessFunction: kind }), offer('1200')])).toMatchObject({
      price: '1200',
      price_max: null,
    })
  expect(offered(offer('10', { businessFunction: 'http://purl.org/goodrelations/v1#Sell' })).price).toBe('10')
})

test.each([
  ['$', 'en-CA', 'CAD'],
  ['$', 'en-AU', 'AUD'],
  ['$', 'en-US', 'USD'],
  ['$', 'en', null],
  ['¥', 'zh-CN', 'CNY'],
  ['￥', 'zh-CN', 'CNY'],
  ['¥', 'ja', 'JPY'],
  ['kr', 'sv', 'SEK'],
  ['kr.', 'da', 'DKK'],
  ['kr', 'en', null],
  ['Bs.', 'es-BO', 'BOB'],
  ['Bs', 'es-VE', 'VES'],
  ['Bs.', 'es', null],
  ['lei', 'ro-MD', 'MDL'],
  ['lei', 'ro', 'RON'],
  ['F CFA', 'fr-SN', 'XOF'],
  ['FCFA', 'fr-CM', 'XAF'],
])('%s as the currency of data means, in %s, %s', (sign, lang, code) => {
  expect(offered(offer('499', { priceCurrency: sign }), lang).iso_currency).toBe(code)
  const page = (head: string, body: string) =>
    readProduct(
      `<html lang="${lang}"><head><title>Corvane lamp</title>${head}</head><body><h1>Corvane lamp</h1>${body}${button}</body></html>`,
      'https://shop.example/p/corvane-lamp',
    ).iso_currency
  const meta = `<meta property="product:price:amount" content="499"><meta property="product:price:currency" content="${sign}">`
  expect(page(meta, '')).toBe(code)
  const item = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Corvane lamp</b><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="499"><meta itemprop="priceCurrency" content="${sign}"></div></div>`
  expect(page('', item)).toBe(code)
  expect(page('', `<p class="price">499 ${sign}</p>`)).toBe(code)
})

test.each([
  ['1,299.00', '1299.00'],
  ['1.299,00', '1299.00'],
  ['129,90', '129.90'],
  ['6972,62', '6972.62'],
  ['129,90 €', '129.90'],
  ['', null],
  ['1299.00.', null],
])('a price in data without quotes, %s, is %s', (written, price) => {
  const block = `{"@type": "Product", "name": "Corvane lamp", "gtin13":, "sku": "C-1", "offers": {"@type": "Offer", "price": ${written}, "priceCurrency": "EUR"}}`
  expect(
    read(`<script type="application/ld+json">${block}</script><h1>Corvane lamp</h1>${button}`),
  ).toMatchObject({ price, sku: 'C-1' })
})

test.each([
  'null',
  'Default',
  'N/A',
  'n.a.',
  'undefined',
  'Unknown',
  'Brand Name',
  'Default Vendor',
  '-',
  'k.A.',
])('%s is no brand', brand => {
  expect(
    read(`${data({ name: 'Corvane lamp', brand, offers: offer('25') })}<h1>Corvane lamp</h1>${button}`).brand,
  ).toBeNull()
  const label = `<p>Brand: ${brand}</p><b class="brand">${brand}</b>`
  expect(read(`<h1>Corvane lamp</h1>${label}<span class="price">€25.00</span>${button}`).brand).toBeNull()
})

test.each([
  ['Garden chair', '<nav><a href="/garden">Garden</a></nav>', '', null],
  ['Garden Chair', '<nav><a href="/garden">Garden</a></nav>', '<p>For the garden and the hall.</p>', null],
  ['Black chair', '', '<table><tr><th>Colour</th><td>Black</td></tr></table>', null],
  ['Corvane Chair', '<nav><a href="/corvane">Corvane</a></nav>', '', 'Corvane'],
  ['Corvane chair', '', '<p>Brand: Corvane</p>', 'Corvane'],
])('the first word of %s is a brand only where the page shows it', (name, before, after, brand) => {
  const url = 'https://shop.example/garden/garden-chair'
  expect(
    read(`${before}<h1>${name}</h1><span class="price">€25.00</span>${after}${button}`, name, url).brand,
  ).toBe(brand)
})

test.each([
  [
    { ratingValue: 4.5, reviewCount: 12 },
    { value: 4.5, count: 12 },
  ],
  [
    { ratingValue: 4.5, ratingCount: 12, reviewCount: 0 },
    { value: 4.5, count: 12 },
  ],
  [{ ratingValue: '4.5' }, { value: 4.5 }],
  [{ ratingValue: 5, reviewCount: 0 }, null],
  [{ ratingValue: '5.0' }, null],
  [{ ratingValue: 10, bestRating: 10 }, null],
  [{ ratingValue: 0, bestRating: 5, reviewCount: 1 }, null],
])('the rating in %j is %j', (aggregateRating, rating) => {
  const stated = data({ name: 'Corvane lamp', aggregateRating, offers: offer('25') })
  expect(read(`${stated}<h1>Corvane lamp</h1>${button}`).rating).toEqual(rating)
  const properties = Object.entries(aggregateRating).map(
    ([key, value]) => `<meta itemprop="${key}" content="${value}">`,
  )
  const item = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Corvane lamp</h1><div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">${properties.join('')}</div></div>`
  expect(read(`${item}<span class="price">€25.00</span>${button}`).rating).toEqual(rating)
})

const charge = { '@type': 'DeliveryChargeSpecification', price: '4.95', priceCurrency: 'EUR' }
const asked = { '@type': 'UnitPriceSpecification', price: '100', priceCurrency: 'EUR' }

test.each<[string, object, string | null]>([
  ['before the price', { priceSpecification: [charge, asked] }, '100'],
  ['alone', { priceSpecification: charge }, null],
])('what delivery costs, %s, is no price', (_, specifications, price) => {
  const stated = { '@type': 'Offer', availability: inStock, ...specifications }
  expect(offered(stated)).toMatchObject({ price, other_prices: [], list_price: null })
  const scopes = [specifications].flatMap(one => Object.values(one)).flat() as Record<string, string>[]
  const inMarkup = scopes.map(
    one =>
      `<div itemprop="priceSpecification" itemscope itemtype="https://schema.org/${one['@type']}"><meta itemprop="price" content="${one.price}"><meta itemprop="priceCurrency" content="EUR"></div>`,
  )
  const item = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Corvane lamp</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${inMarkup.join('')}</div></div>`
  expect(read(`${item}${button}`).price).toBe(price)
})

test.each([
  ['a list in a list', [[offer('100')], [offer('120')]]],
  ['a list of JSON-LD', { '@list': [offer('100'), offer('120')] }],
  [
    'an aggregate with a list in a list',
    { '@type': 'AggregateOffer', offers: [[offer('120'), offer('100')]] },
  ],
])('offers in %s are read', (_, offers) => {
  expect(offered(offers)).toMatchObject({ price: '100', price_max: '120', iso_currency: 'EUR' })
})

test('an offer around its product is the offer of the product', () => {
  const product = { '@type': 'Product', name: 'Corvane lamp', sku: 'C-1' }
  const around = JSON.stringify({ ...offer('100'), itemOffered: [product] })
  expect(
    read(`<script type="application/ld+json">${around}</script><h1>Corvane lamp</h1>${button}`),
  ).toMatchObject({ price: '100', sku: 'C-1', availability: 'in_stock' })
})

test('the same offer twice is one variant', () => {
  const url = 'https://shop.example/p/corvane-lamp'
  expect(offered([offer('100', { sku: 'a' }), offer('100.00', { sku: 'a', url })]).variants).toEqual([])
  const several = [offer('100', { sku: 'a' }), offer('100', { sku: 'b' }), offer('100', { sku: 'a' })]
  expect(offered(several).variants.map(({ sku }) => sku)).toEqual(['a', 'b'])
})

test.each([
  [['InStoreOnly', 'OutOfStock'], 'out_of_stock'],
  [['https://schema.org/InStoreOnly', 'https://schema.org/OutOfStock'], 'out_of_stock'],
  [['OutOfStock', 'BackOrder'], 'backorder'],
  [['InStock', 'OnlineOnly'], 'in_stock'],
  [[{ '@id': 'https://schema.org/OutOfStock' }], 'out_of_stock'],
])('%j as the availability is %s', (availability, state) => {
  expect(offered(offer('100', { availability })).availability).toBe(state)
})

test.each([
  [{ '@list': ['/a.jpg', '/b.jpg'] }],
  [[['/a.jpg'], [{ '@type': 'ImageObject', url: '/b.jpg' }]]],
  [{ '@type': 'ImageObject', contentUrl: ['/a.jpg', '/b.jpg'] }],
])('all images of %j are read', image => {
  const stated = data({ name: 'Corvane lamp', image, offers: offer('25') })
  const { images } = read(`${stated}<h1>Corvane lamp</h1>${button}`)
  expect(images).toEqual(['https://shop.example/a.jpg', 'https://shop.example/b.jpg'])
})

test.each([
  ['橡木台灯', '加入购物车', 'CNY'],
  ['照明器具', 'カートに入れる', 'JPY'],
])('the yen sign on a page about %s that states no language', (name, buy, code) => {
  const html = `<html><head><title>${name}</title></head><body><h1>${name}</h1><span class="price">¥1,299</span><button>${buy}</button></body></html>`
  expect(readProduct(html, 'https://shop.example/p/1')).toMatchObject({ price: '1299', iso_currency: code })
})

test('what the answer has too is not disputed', () => {
  const meta = (price: string, state: string) =>
    `<meta property="product:price:amount" content="${price}"><meta property="product:price:currency" content="EUR"><meta property="product:availability" content="${state}">`
  const printed = '<span class="price">€90.00</span>'
  const sizes = ['90', '120'].map((price, place) => ({
    '@type': 'Product',
    size: `${place}`,
    offers: offer(price, place > 0 ? { availability: 'OutOfStock' } : {}),
  }))
  const group = data({ '@type': 'ProductGroup', name: 'Corvane lamp', hasVariant: sizes })
  const disputed = (head: string, body: string) =>
    read(`${head}<h1>Corvane lamp</h1>${body}${button}`).disputed
  expect(disputed(`${group}${meta('120', 'out of stock')}`, printed)).toEqual([])
  const single = data({ name: 'Corvane lamp', offers: offer('90') })
  expect(disputed(`${single}${meta('110', 'in stock')}`, `${printed}<del>€110.00</del>`)).toEqual([])
  expect(disputed(`${single}${meta('115', 'out of stock')}`, `${printed}<del>€110.00</del>`)).toEqual([
    { field: 'price', value: '115', from: 'open-graph' },
    { field: 'availability', value: 'out_of_stock', from: 'open-graph' },
  ])
})

test('an address of an image has no control characters', () => {
  const { images } = read(
    `${data({ name: 'Corvane lamp', image: ['https://cdn.example/a\u0000b.jpg', 'https://cdn.example/\u001bc.jpg\u007f'], offers: { price: 25, priceCurrency: 'EUR' } })}<h1>Corvane lamp</h1>${button}`,
  )
  expect(images).toEqual(['https://cdn.example/ab.jpg', 'https://cdn.example/c.jpg'])
})

test('an article number and an EAN on one line', () => {
  const { sku, gtin } = read(
    `<h1>Corvane lamp</h1><b>€25.00</b>${button}<p>Art.-Nr.: HF-B500 · EAN: 4006381333931</p>`,
  )
  expect([sku, gtin]).toEqual(['HF-B500', '4006381333931'])
})
