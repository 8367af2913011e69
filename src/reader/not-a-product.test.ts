// Pages that are not about one product say so instead of inventing one.
import { expect, test } from 'vitest'
import { readProduct } from './index.ts'

const url = 'https://shop.example/cups'
const shell = (title: string, body: string, head = '') =>
  `<html lang="en"><head><title>${title} - Shop</title>${head}</head><body><header><nav><a href="/">Home</a></nav></header>${body}<footer>© Shop. Free delivery over €50</footer></body></html>`
const cards = Array.from(
  { length: 24 },
  (_, n) =>
    `<li class="product-card"><a href="/p/${n}"><h3>Cup of the number ${n}</h3></a><span class="price">€${n + 3}.90</span><button>Add to cart</button></li>`,
).join('')

test.each([
  ['a category', shell('Cups', `<h1>Cups</h1><ul class="grid">${cards}</ul>`)],
  [
    'a category with a list of products in its data',
    shell(
      'Cups',
      `<h1>Cups</h1><ul class="grid">${cards}</ul>`,
      `<script type="application/ld+json">${JSON.stringify({
        '@type': 'ItemList',
        itemListElement: Array.from({ length: 24 }, (_, n) => ({
          '@type': 'Product',
          name: `Cup of the number ${n}`,
          offers: { price: n + 3.9, priceCurrency: 'EUR' },
        })),
      })}</script>`,
    ),
  ],
  [
    'an article',
    shell(
      'How we glaze',
      `<article><h1>How we glaze</h1>${'<p>Clay is older than writing, and glaze is glass. In 1890 a kiln cost 300 pounds.</p>'.repeat(20)}</article>`,
      '<meta property="og:type" content="article">',
    ),
  ],
  ['an error page', shell('Not found', '<h1>Page not found</h1><p>Error 404</p>')],
  [
    'a login page',
    shell(
      'Sign in',
      '<h1>Sign in</h1><form><input name="email"><input type="password"><button>Sign in</button></form>',
    ),
  ],
  ['nothing', ''],
])('%s', (_what, html) => {
  const product = readProduct(html, url)
  expect(product).toMatchObject({
    is_product: false,
    price: null,
    sku: null,
    brand: null,
    availability: null,
    images: [],
  })
  expect(product.confidence.is_product).toBeGreaterThan(0.5)
})

test.each([
  ['a price and a heading', '<h1>Blue cup</h1><p>€12.90</p>'],
  ['gone, without a price', '<h1>Blue cup</h1><p>Item no: 12-345</p><p>Currently unavailable.</p>'],
])('a product page with little to say: %s', (_what, body) => {
  expect(readProduct(shell('Blue cup', body), url).is_product).toBe(true)
})
