// Pages that are not about one product are reported as such.
import { expect, test } from 'vitest'
import { readProduct } from './index.ts'

const url = 'http://127.0.0.1:41234/shop/cups'
const shell = (title: string, body: string, head = '') =>
  `<html lang="en"><head><title>${title} - Shop</title>${head}</head><body><header><nav><a href="/">Home</a><a href="/cups">Cups</a></nav></header>${body}<footer>© 2024 Shop. Free delivery over €50. Call 0800 123 456</footer></body></html>`
const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('')
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const product = (n: number) => ({
  '@type': 'Product',
  name: `Cup of the number ${n}`,
  sku: `C-${n}`,
  offers: { price: n + 3.9, priceCurrency: 'EUR' },
})
const sentence = 'Clay is older than writing, and glaze is glass. In 1890 a kiln cost 300 pounds. '
const cards = times(
  24,
  n =>
    `<li class="product-card"><a href="/p/${n}"><h3>Cup of the number ${n}</h3></a><span class="price">€${n + 3}.90</span><button>Add to cart</button></li>`,
)
const bareCards = times(
  24,
  n => `<li class="card"><a href="/p/${n}">Cup of the number ${n}</a> <span>$${n + 3}.90</span></li>`,
)

const PAGES: [what: string, html: string][] = [
  ['a category', shell('Cups', `<h1>Cups</h1><ul class="grid">${cards}</ul>`)],
  ['a category without class names', shell('Cups', `<h1>Cups</h1><ul>${bareCards}</ul>`)],
  [
    'a category of three',
    shell(
      'Cups',
      `<h1>Cups</h1>${times(3, n => `<div class="tile"><a href="/p/${n}">Cup number ${n} in blue</a><span class="price">€${n + 3}.90</span></div>`)}`,
    ),
  ],
  [
    'a category with a list of products in its data',
    shell(
      'Cups',
      `<h1>Cups</h1><ul class="grid">${cards}</ul>`,
      data({ '@type': 'ItemList', itemListElement: Array.from({ length: 24 }, (_, n) => product(n)) }),
    ),
  ],
  [
    'a category with its products in its state',
    shell(
      'Cups',
      `<h1>Cups</h1><div id="root"></div><script>window.__STATE__ = ${JSON.stringify({ products: Array.from({ length: 24 }, (_, n) => ({ id: n, sku: `C-${n}`, name: `Cup of the number ${n}`, price: n + 3.9, image: '/a.jpg' })) })}</script>`,
    ),
  ],
  [
    'search results',
    shell(
      'Results for cup',
      `<h1>24 results for “cup”</h1><form><input name="q" value="cup"></form><ul>${cards}</ul>`,
    ),
  ],
  [
    'a search without results',
    shell('Results for xyz', '<h1>No results for “xyz”</h1><p>Try other words.</p>'),
  ],
  [
    'a home page',
    shell(
      'Cups and plates',
      `<h1>Welcome</h1><section><h2>New in</h2><ul>${cards}</ul></section><section><h2>Sale: up to 50% off</h2><p>From €5</p></section>`,
    ),
  ],
  [
    'an article',
    shell(
      'How we glaze',
      `<article><h1>How we glaze</h1><p>${sentence.repeat(20)}</p></article>`,
      '<meta property="og:type" content="article">',
    ),
  ],
  [
    'an article that names prices',
    shell(
      'The five best cups',
      `<article><h1>The five best cups</h1>${times(5, n => `<h2>${n + 1}. Cup of the number ${n}</h2><p>${sentence}It costs €${n + 9}.90 in most shops.</p>`)}</article>`,
      data({ '@type': 'Article', headline: 'The five best cups' }),
    ),
  ],
  [
    'a cart',
    shell(
      'Your cart',
      '<h1>Your cart</h1><table><tr><td>Blue cup</td><td>2</td><td>€25.80</td></tr></table><p>Subtotal €25.80</p><p>Delivery €4.95</p><p>Total €30.75</p><button>Checkout</button>',
    ),
  ],
  ['an empty cart', shell('Your cart', '<h1>Your cart is empty</h1><a href="/">Continue shopping</a>')],
  [
    'a checkout',
    shell(
      'Checkout',
      '<h1>Checkout</h1><form><input name="email"><input name="zip"></form><p>Total €30.75</p><button>Pay now</button>',
    ),
  ],
  ['an error page', shell('Not found', '<h1>Page not found</h1><p>Error 404</p>')],
  [
    'an error page with suggestions',
    shell('Not found', `<h1>This page does not exist</h1><h2>You might like</h2><ul>${cards}</ul>`),
  ],
  [
    'a server error',
    '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
  ],
  [
    'a challenge',
    '<html><head><title>Just a moment</title></head><body><h1>Checking your browser</h1></body></html>',
  ],
  [
    'a login page',
    shell(
      'Sign in',
      '<h1>Sign in</h1><form><input name="email"><input type="password"><button>Sign in</button></form>',
    ),
  ],
  ['an about page', shell('About us', '<h1>About us</h1><p>A small shop by the harbour since 1987.</p>')],
  [
    'contact',
    shell(
      'Contact',
      '<h1>Contact</h1><p>Tel: 0800 123 456</p><p>VAT no: DE 123456789</p><p>Harbour road 12, 20095</p>',
    ),
  ],
  [
    'shipping costs',
    shell(
      'Delivery',
      '<h1>Delivery</h1><table><tr><th>Letter</th><td>€1.95</td></tr><tr><th>Parcel</th><td>€4.95</td></tr><tr><th>Express</th><td>€12.95</td></tr></table><p>Free delivery on orders over €50.</p>',
    ),
  ],
  [
    'questions',
    shell(
      'Help',
      `<h1>Frequently asked questions</h1>${times(9, n => `<h3>Question ${n}?</h3><p>${sentence}</p>`)}`,
    ),
  ],
  [
    'terms',
    shell('Terms', `<h1>Terms and conditions</h1>${times(20, n => `<h2>§ ${n}</h2><p>${sentence}</p>`)}`),
  ],
  [
    'brands',
    shell(
      'Brands',
      `<h1>Brands A to Z</h1><ul>${times(60, n => `<li><a href="/brand/${n}">Maker ${n}</a></li>`)}</ul>`,
    ),
  ],
  [
    'shops',
    shell(
      'Our shops',
      `<h1>Our shops</h1>${times(9, n => `<h3>Town ${n}</h3><p>High street ${n}, ${20_000 + n}</p>`)}`,
    ),
  ],
  [
    'an order',
    shell('Order 100234', '<h1>Order no. 100234</h1><p>Status: shipped</p><p>Placed on 12 May 2024</p>'),
  ],
  [
    'reviews of a shop',
    shell(
      'Reviews',
      `<h1>What customers say</h1>${times(12, n => `<p>${sentence}</p><b>4.${n % 10} / 5</b>`)}`,
    ),
  ],
  [
    'a blog',
    shell(
      'Blog',
      `<h1>Blog</h1>${times(10, n => `<h2><a href="/blog/${n}">Post ${n}</a></h2><p>${sentence}</p>`)}`,
    ),
  ],
  [
    'a video',
    shell(
      'How to pour',
      '<h1>How to pour</h1><video></video>',
      '<meta property="og:type" content="video.other">',
    ),
  ],
  ['an empty app', '<html><head><title>Shop</title></head><body><div id="root"></div></body></html>'],
  ['nothing', ''],
]

test.each(PAGES)('%s', (_what, html) => {
  const read = readProduct(html, url)
  expect(read).toMatchObject({
    is_product: false,
    price: null,
    sku: null,
    brand: null,
    availability: null,
    images: [],
  })
  expect(read.confidence.is_product).toBeGreaterThan(0.5)
})

test.each([
  ['a price and a heading', '<h1>Blue cup</h1><p>€12.90</p>'],
  ['unavailable, without a price', '<h1>Blue cup</h1><p>Item no: 12-345</p><p>Currently unavailable.</p>'],
  [
    'a price, a button and a list of other products',
    `<h1>Blue cup</h1><p class="price">€12.90</p><button>Add to cart</button><h2>You might like</h2><ul>${cards}</ul>`,
  ],
])('a sparse product page: %s', (_what, body) => {
  expect(readProduct(shell('Blue cup', body), 'http://127.0.0.1:41234/shop/blue-cup').is_product).toBe(true)
})

test('an unknown URL is not evidence against a product', () => {
  const html = shell('Blue cup', '<h1>Blue cup</h1><p>€12.90</p>')
  const known = readProduct(html, 'https://shop.example/').confidence.is_product
  expect(readProduct(html, 'https://unknown.invalid/').confidence.is_product).toBeGreaterThanOrEqual(
    known ?? 1,
  )
})

const state = {
  cart: { items: [], total: 0 },
  page: {
    product: {
      id: 77,
      sku: 'CUP-1',
      name: 'Blue cup',
      brand: { name: 'Cupworks' },
      price: { amount: 12.9, currency: 'EUR' },
      images: [{ url: '/a.jpg' }],
      inStock: false,
    },
    related: Array.from({ length: 4 }, (_, n) => ({
      id: n,
      sku: `C-${n}`,
      name: `Cup of the number ${n}`,
      price: n + 3.9,
      image: '/b.jpg',
    })),
  },
}

test.each([
  ['a global', `<script>window.__STATE__ = ${JSON.stringify(state)};</script>`],
  ['a string', `<script>var data=JSON.parse(${JSON.stringify(JSON.stringify(state))});</script>`],
  [
    'a typed script',
    `<script type="application/json" id="data">${JSON.stringify({ props: state })}</script>`,
  ],
])('a page that is empty except for its state in %s', (_what, script) => {
  expect(readProduct(shell('Blue cup', `<div id="root"></div>${script}`), url)).toMatchObject({
    is_product: true,
    name: 'Blue cup',
    brand: 'Cupworks',
    sku: 'CUP-1',
    price: '12.9',
    iso_currency: 'EUR',
    availability: 'out_of_stock',
    images: ['http://127.0.0.1:41234/a.jpg'],
  })
})

test.each([
  ['Sorry!', 'This product is no longer available.'],
  ['Sorry', 'Unfortunately, the item you were looking for is no longer available.'],
  ['Oops!', 'This item has been discontinued.'],
  ['We’re sorry', 'We could not find that product.'],
  ['Entschuldigung', 'Dieser Artikel ist leider nicht mehr verfügbar.'],
])('a page that says "%s" and "%s" says that the product is gone', (heading, text) => {
  const html = shell(
    heading,
    `<main><h1>${heading}</h1><p>${text}</p><a href="/">Continue shopping</a></main>`,
  )
  expect(readProduct(html, 'https://shop.example/products/blue-cup')).toMatchObject({
    is_product: false,
    page_kind: 'soft-404',
  })
})

test.each([
  ['with a price', 'Sorry!', '<p class="price">€12.90</p><button>Add to cart</button>', ''],
  ['in structured data', 'Sorry!', '', data({ '@type': 'Product', name: 'Sorry!', sku: 'G-1' })],
  ['of another name', 'Blue cup', '', ''],
])('a product %s that is no longer available is a product', (_what, name, body, head) => {
  const html = shell(name, `<h1>${name}</h1>${body}<p>This product is no longer available.</p>`, head)
  const read = readProduct(html, 'https://shop.example/products/blue-cup')
  expect(read).toMatchObject({ is_product: true, name })
})

test.each([
  ['https://schema.org/UsedCondition', {}, 'used'],
  ['RefurbishedCondition', {}, 'refurbished'],
  [undefined, { itemCondition: 'http://schema.org/NewCondition' }, 'new'],
  ['as good as new', {}, null],
  [undefined, {}, null],
])('an offer in the condition %j, of a product with %j', (itemCondition, more, condition) => {
  const offers = { '@type': 'Offer', price: '12.90', priceCurrency: 'EUR', itemCondition }
  const html = shell(
    'Blue cup',
    '<h1>Blue cup</h1><p>€12.90</p>',
    data({ '@type': 'Product', name: 'Blue cup', offers, ...more }),
  )
  expect(readProduct(html, url).condition).toBe(condition)
})

test('offers in two conditions', () => {
  const offer = (price: string, itemCondition: string) => ({
    '@type': 'Offer',
    price,
    priceCurrency: 'EUR',
    itemCondition,
  })
  const offers = [offer('12.90', 'NewCondition'), offer('9.90', 'UsedCondition')]
  const html = shell('Blue cup', '<h1>Blue cup</h1>', data({ '@type': 'Product', name: 'Blue cup', offers }))
  // The price is that of the new one.
  expect(readProduct(html, url)).toMatchObject({ price: '12.90', condition: 'new' })
})
