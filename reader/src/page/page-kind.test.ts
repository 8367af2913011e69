// Which pages without a product are a shell for scripts, and which are only short.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../../src/extract/merge/reader-product.ts'
import { readProduct } from '../index.ts'

const script = '<script src="/app.js"></script>'
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Corner Shop</title>${script}</head><body>${body}</body></html>`
const kindOf = (body: string) => readProduct(page(body), 'https://shop.example/lamps').page_kind

describe('a page with hardly any text', () => {
  it.each([
    ['an empty root', '<div id="root"></div>'],
    ['an element of its own', '<app-root></app-root>'],
    ['a message', '<noscript>You need to enable JavaScript to run this app.</noscript><div id="app"></div>'],
    ['a message and nothing else', '<p>Please enable JavaScript to continue.</p>'],
    ['a logo', '<header><a href="/">Corner Shop</a></header><div class="page">Loading…</div>'],
    [
      'menus around an empty root',
      '<nav><a href="/a">Lamps</a><a href="/b">Chairs</a></nav><div id="__next"></div>',
    ],
  ])('with %s is a shell', (_, body) => expect(kindOf(body)).toBe('shell'))

  it.each([
    ['a category', '<h1>Lamps</h1><a href="/p/1">Oak lamp</a> <a href="/p/2">Elm lamp</a>'],
    ['a home page', '<nav><a href="/a">Lamps</a><a href="/b">Chairs</a></nav><p>Welcome to our shop.</p>'],
    [
      'a category without products',
      '<a href="/">Home</a><h1>Lamps</h1><p>No products were found in this category.</p>',
    ],
    [
      'a German category without products',
      '<a href="/">Start</a><h1>Lampen</h1><p>In dieser Kategorie wurden keine Produkte gefunden.</p>',
    ],
    ['a search without results', '<a href="/">Home</a><h1>Search</h1><p>Your search returned 0 results.</p>'],
    [
      'a category with a message for old browsers',
      '<noscript>Please enable JavaScript</noscript><h1>Lamps</h1><a href="/p/1">Oak lamp</a><a href="/p/2">Elm lamp</a>',
    ],
  ])('that is %s is none', (_, body) => expect(kindOf(body)).toBe('other'))
})

describe('a page that asks for consent', () => {
  it.each([
    ['Wir verwenden Cookies', 'Damit finden Sie schneller, was Sie suchen.', 'Alle akzeptieren'],
    [
      'Ihre Privatsphäre ist uns wichtig',
      'Wir und unsere Partner speichern Daten.',
      'Akzeptieren und weiter',
    ],
    ['Cookie-Einstellungen', 'Bitte stimmen Sie der Verwendung zu.', 'Zustimmen'],
    ['Bevor Sie zum Shop weitergehen', 'Wir verwenden Cookies und Daten.', 'Ich stimme zu'],
    ['We use cookies', 'They remember what is in your cart.', 'Accept all'],
  ])('%s is a wall', (heading, text, agree) => {
    const rest = `<p>${text}</p><button>${agree}</button><button>Ablehnen</button><footer><a href="/i">Impressum</a></footer>`
    expect(kindOf(`<h1>${heading}</h1>${rest}`)).toBe('wall')
    expect(kindOf(`<div>${heading}</div>${rest}`)).toBe('wall')
    expect(kindOf(`<h1>Kontakt</h1><p>Schreiben Sie uns.</p><h2>${heading}</h2>${rest}`)).not.toBe('wall')
  })

  it('is none without a button that agrees', () => {
    expect(kindOf('<h1>Datenschutzerklärung</h1><p>Wir verwenden Cookies.</p>')).not.toBe('wall')
  })

  it('is none with a product below the banner', () => {
    const banner = '<div>Wir verwenden Cookies</div><button>Alle akzeptieren</button>'
    const price = '<span class="price">25,00 €</span><button>In den Warenkorb</button>'
    for (const tag of ['h1', 'div'])
      expect(kindOf(`${banner}<${tag}>Corner Shop lamp</${tag}>${price}`)).toBe('product')
  })
})

describe('a heading that says that the product is gone', () => {
  const GONE = [
    'This product is no longer available',
    'Sorry, this item is no longer available.',
    'The product you are looking for is no longer available',
    'This item has been discontinued',
    'Dieses Produkt ist nicht mehr verfügbar',
    'Dieser Artikel ist leider nicht mehr lieferbar',
    'Este producto ya no está disponible',
    "Ce produit n'est plus disponible",
    'Questo prodotto non è più disponibile',
    'Este produto não está mais disponível',
    'Dit product is niet meer beschikbaar',
    'Ten produkt nie jest już dostępny',
    'Den här produkten finns inte längre',
    'Этот товар больше не доступен',
    'この商品は現在お取り扱いできません',
  ]
  it.each(GONE)('%s', heading => {
    expect(kindOf(`<h1>${heading}</h1>`)).toBe('soft-404')
    const menu = '<nav><a href="/a">Lamps</a><a href="/b">Chairs</a></nav>'
    expect(kindOf(`${menu}<h1>${heading}</h1><p>Have a look at our other lamps.</p>`)).toBe('soft-404')
  })

  it('is about stock beside a product', () => {
    const data = JSON.stringify({
      '@type': 'Product',
      name: 'Oak lamp',
      sku: 'OL-1',
      offers: { price: '12', priceCurrency: 'EUR', availability: 'https://schema.org/Discontinued' },
    })
    const html = `<h1>Oak lamp</h1><h2>This product is no longer available</h2><p class="price">€12.00</p><script type="application/ld+json">${data}</script>`
    expect(kindOf(html)).toBe('product')
    expect(
      kindOf(
        `<h1>Oak lamp (no longer available)</h1><p class="price">€12.00</p><button>Add to cart</button>`,
      ),
    ).toBe('product')
  })
})

describe('a redirect to a page without a product', () => {
  const read = (body: string, url: string) => () =>
    generalFromReader(
      {
        read: readProduct(page(body), url),
        url,
        asked: 'https://shop.example/p/oak-lamp',
        shop: 'shop.example',
        fetchedAtMs: 0,
      },
      true,
    )
  const list = '<h1>Lamps</h1><a href="/p/1">Elm lamp</a> <a href="/p/2">Ash lamp</a>'

  it('names where it leads', () => {
    expect(read(list, 'https://shop.example/lamps')).toThrow(
      expect.objectContaining({
        code: 'upstream_changed',
        message: 'the shop redirected to /lamps, which shows no product',
      }),
    )
    expect(read(list, 'https://www.shop.example/p/oak-lamp')).toThrow(
      /shows no product that could be recognised/,
    )
  })

  it('to a shell still advises a browser', () => {
    expect(read('<div id="root"></div>', 'https://shop.example/de/p/oak-lamp')).toThrow(/render: browser/)
  })
})
