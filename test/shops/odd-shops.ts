// Five shops in the shapes in which real ones come, for tests that play a stranger. Every name in them is made up.
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { startHttpServer } from '../support/servers.ts'

export interface OddShop {
  readonly origin: string
  /** Of one product. */
  readonly url: string
  /** What its pages ask for the product from now on; undefined after a redesign that lost the price. */
  setPrice(amount: string | undefined): void
  close(): Promise<void>
}

type Render = (path: string, price: string | undefined, origin: string) => Reply | undefined

interface Reply {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

async function openShop(path: string, render: Render): Promise<OddShop> {
  let price: string | undefined = '40.00'
  let origin = ''
  const server = await startHttpServer((request: IncomingMessage, response: ServerResponse) => {
    const reply = request.url === '/robots.txt' ? robots : render(request.url ?? '/', price, origin)
    if (!reply) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404 Page Not Found</h1>')
      return
    }
    response
      .writeHead(200, { 'content-type': reply.type ?? 'text/html; charset=utf-8', ...reply.headers })
      .end(reply.body)
  })
  origin = server.origin
  return {
    origin,
    url: origin + path,
    setPrice(amount) {
      price = amount
    },
    close: server.close,
  }
}

const robots: Reply = { type: 'text/plain', body: 'User-agent: *\nDisallow: /cart\nDisallow: /checkout\n' }

/** Prices are strings in units in `.json` and integers in minor units in `.js`; only newer shops name a currency. */
export const openStorefront = (hasCurrency: boolean) =>
  openShop('/products/oak-lamp', (path, price, origin) => {
    const variants = ['Small', 'Large'].map((title, place) => ({
      id: 4_100 + place,
      title,
      sku: `OL-${place}`,
      position: place + 1,
    }))
    if (path === '/products/oak-lamp.json') {
      const priced = variants.map(one => ({
        ...one,
        product_id: 77,
        price: price ?? '0.00',
        compare_at_price: '0.00',
        ...(hasCurrency ? { price_currency: 'EUR', compare_at_price_currency: 'EUR' } : {}),
      }))
      const product = {
        id: 77,
        title: 'Oak lamp',
        vendor: 'Halvik',
        handle: 'oak-lamp',
        body_html: '<p>A lamp.</p>',
      }
      return json({
        product: {
          ...product,
          variants: priced,
          options: [{ name: 'Size', values: ['Small', 'Large'] }],
          images: [],
        },
      })
    }
    if (path === '/products/oak-lamp.js') {
      const cents = Math.round(Number(price ?? 0) * 100)
      const sold = variants.map(one =>
        Object.assign({}, one, {
          available: one.id === 4_100,
          price: cents,
          compare_at_price: null,
          option1: one.title,
        }),
      )
      const product = {
        id: 77,
        title: 'Oak lamp',
        vendor: 'Halvik',
        handle: 'oak-lamp',
        description: '<p>A lamp.</p>',
      }
      return json({
        ...product,
        available: true,
        price: cents,
        price_min: cents,
        variants: sold,
        options: [{ name: 'Size', position: 1, values: ['Small', 'Large'] }],
        images: [],
      })
    }
    if (path !== '/products/oak-lamp') return undefined
    const meta =
      price === undefined
        ? ''
        : `<meta property="og:price:amount" content="${price}"><meta property="og:price:currency" content="EUR">`
    return {
      headers: { 'x-shopid': '1', 'powered-by': 'Shopify' },
      body: `<!doctype html><html lang="en"><head><title>Oak lamp – Lamps</title><link rel="canonical" href="${origin}/products/oak-lamp">
<meta property="og:type" content="product"><meta property="og:title" content="Oak lamp">${meta}
<script>window.Shopify = window.Shopify || {}; Shopify.shop = "lamps.myshopify.com"; Shopify.currency = {"active":"EUR","rate":"1.0"};</script></head>
<body><h1>Oak lamp</h1>${price === undefined ? '' : `<span class="price">€${price}</span>`}<form action="/cart/add"><button name="add">Add to cart</button></form></body></html>`,
    }
  })

/** Minor units by the shop's own setting, as text; purchasable and in stock are two things. */
export const openWooCommerce = () =>
  openShop('/product/oak-lamp/', (path, price, origin) => {
    if (path.startsWith('/wp-json/wc/store/v1/products')) {
      const minor = String(Math.round(Number(price ?? 0) * 100))
      return json([
        {
          id: 9,
          name: 'Oak lamp',
          slug: 'oak-lamp',
          type: 'simple',
          permalink: `${origin}/product/oak-lamp/`,
          sku: 'OL-9',
          prices: {
            price: minor,
            regular_price: minor,
            sale_price: minor,
            currency_code: 'EUR',
            currency_minor_unit: 2,
          },
          images: [],
          variations: [],
          is_purchasable: true,
          is_in_stock: true,
        },
      ])
    }
    if (path !== '/product/oak-lamp/') return undefined
    const amount =
      price === undefined
        ? ''
        : `<p class="price"><span class="woocommerce-Price-amount amount"><bdi>${price}&nbsp;<span class="woocommerce-Price-currencySymbol">&euro;</span></bdi></span></p>`
    const data = {
      '@context': 'https://schema.org/',
      '@graph': [
        {
          '@type': 'Product',
          name: 'Oak lamp',
          sku: 'OL-9',
          offers: [
            { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'http://schema.org/InStock' },
          ],
        },
      ],
    }
    return {
      body: `<!doctype html><html><head><title>Oak lamp</title><meta name="generator" content="WooCommerce 9.8.5"><link rel="https://api.w.org/" href="${origin}/wp-json/">${price === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`}</head>
<body class="single-product woocommerce postid-9"><h1 class="product_title">Oak lamp</h1>${amount}<p class="stock in-stock">In stock</p><form class="cart"><button name="add-to-cart" value="9">Add to cart</button></form></body></html>`,
    }
  })

export const openJsonLdShop = () =>
  openShop('/p/oak-lamp', (path, price) => {
    if (path.split('?')[0] !== '/p/oak-lamp') return undefined
    const data = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Oak lamp',
      sku: 'OL-1',
      brand: { '@type': 'Brand', name: 'Halvik' },
      offers: {
        '@type': 'Offer',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        ...(price === undefined ? {} : { price }),
      },
    }
    return {
      body: `<!doctype html><html><head><title>Oak lamp</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Oak lamp</h1><p>In stock</p><button>Add to cart</button></body></html>`,
    }
  })

export const openPlainShop = () =>
  openShop('/lamps/oak-lamp.html', (path, price) =>
    path === '/lamps/oak-lamp.html'
      ? {
          body: `<!doctype html><html><head><title>Oak lamp - The lamp shop</title></head><body><ul class="menu"><li>Lamps</li></ul><h1>Oak lamp</h1><div class="product-price">${price === undefined ? '' : `€ ${price}`}</div><p>Item no. OL-1</p><p class="stock">In stock</p><button type="submit" class="add-to-cart">Add to cart</button></body></html>`,
        }
      : undefined,
  )

export const openScriptShell = () =>
  openShop('/p/oak-lamp', path =>
    path === '/p/oak-lamp'
      ? {
          body: '<!doctype html><html><head><title>Lamps</title><script defer src="/static/js/main.4f2a.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>',
        }
      : undefined,
  )

function json(value: unknown): Reply {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

/** Its sign is that of several countries, and nothing says which. */
export const openDollarShop = () =>
  openShop('/lamps/oak-lamp.html', path =>
    path === '/lamps/oak-lamp.html'
      ? {
          body: '<!doctype html><html><head><title>Oak lamp</title></head><body><h1>Oak lamp</h1><div class="product-price">$48.50</div><p>Item no. OL-1</p><button type="submit" class="add-to-cart">Add to cart</button></body></html>',
        }
      : undefined,
  )
