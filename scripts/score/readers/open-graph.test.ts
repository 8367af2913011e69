// readOpenGraph: properties and namespaces.
import { expect, test } from 'vitest'
import { readOpenGraph } from './open-graph.ts'

const og = 'http://ogp.me/ns#'
const title = '<meta property="og:title" content="Lamp &amp; shade">'

test.each([
  [
    'in the head',
    `<html><head>${title}</head></html>`,
    [{ namespace: { og }, properties: [['og:title', 'Lamp & shade']] }],
  ],
  ['without a head', title, [{ namespace: { og }, properties: [['og:title', 'Lamp & shade']] }]],
  [
    'properties in head and body',
    `<html><head>${title}</head><body><META CONTENT=x PROPERTY=og:type></body></html>`,
    [
      { namespace: { og }, properties: [['og:title', 'Lamp & shade']] },
      { namespace: { og }, properties: [['og:type', 'x']] },
    ],
  ],
  [
    'several images, a price, a declared prefix, an unknown one',
    `<html prefix="shop: http://shop.example/ns#"><head><meta property="og:image" content="1"><meta property="og:image" content="2">
     <meta property="product:price:amount" content="3"><meta property="shop:sku" content="4"><meta property="fb:admins" content="5">
     <meta property="og:no-content"><meta name="og:name" content="6"></head></html>`,
    [
      {
        namespace: { shop: 'http://shop.example/ns#', og, product: 'http://ogp.me/ns/product#' },
        properties: [
          ['og:image', '1'],
          ['og:image', '2'],
          ['product:price:amount', '3'],
          ['shop:sku', '4'],
        ],
      },
    ],
  ],
  ['nothing', '<html><head><title>x</title></head></html>', []],
])('%s', (_what, html, expected) => {
  expect(readOpenGraph(html)).toEqual(expected)
})
