// The ways in which the made-up shops state a product: JSON-LD, microdata, meta elements, or text alone.
import type { Locale } from './trap-locales.ts'

export interface Stated {
  readonly name: string
  /** Undefined when the shop states none. */
  readonly price: string | undefined
  readonly availability?: 'InStock' | 'OutOfStock' | undefined
  /** Further members of the JSON-LD offer. */
  readonly offer?: Readonly<Record<string, unknown>> | undefined
}

export interface Markup {
  readonly name: string
  head(stated: Stated, locale: Locale): string
  /** Around the product's part of the page. */
  around(body: string, stated: Stated, locale: Locale): string
}

const plain = (body: string): string => `<div class="product-detail">${body}</div>`

export const MARKUPS: readonly Markup[] = [
  {
    name: 'json-ld',
    head: ({ name, price, availability, offer }, { currency }) =>
      `<script type="application/ld+json">${JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        sku: 'LMP-4711',
        ...(price === undefined && availability === undefined
          ? {}
          : {
              offers: {
                '@type': 'Offer',
                ...(price === undefined ? {} : { price, priceCurrency: currency }),
                ...(availability === undefined ? {} : { availability: `https://schema.org/${availability}` }),
                ...offer,
              },
            }),
      })}</script>`,
    around: plain,
  },
  {
    name: 'microdata',
    head: () => '',
    around: (body, { name, price, availability }, { currency }) =>
      `<div itemscope itemtype="https://schema.org/Product" class="product-detail"><meta itemprop="name" content="${name}"><meta itemprop="sku" content="LMP-4711"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${price === undefined ? '' : `<meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="${currency}">`}${availability === undefined ? '' : `<link itemprop="availability" href="https://schema.org/${availability}">`}</div>${body}</div>`,
  },
  {
    name: 'open-graph',
    head: ({ name, price, availability }, { currency }) =>
      `<meta property="og:type" content="product"><meta property="og:title" content="${name}">${price === undefined ? '' : `<meta property="product:price:amount" content="${price}"><meta property="product:price:currency" content="${currency}">`}${availability === undefined ? '' : `<meta property="product:availability" content="${availability === 'InStock' ? 'in stock' : 'out of stock'}">`}`,
    around: plain,
  },
  { name: 'text alone', head: () => '', around: plain },
  {
    name: 'text alone, no class names',
    head: () => '',
    around: body => `<table><tr><td>${body}</td></tr></table>`,
  },
]
