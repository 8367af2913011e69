// The answer of the watched operation for a page of the scripted shop, or the fault.
import { generalFromReader } from '../../../src/extract/merge/reader-product.ts'
import type { FaultCode } from '#kit/fault'
import { readProduct } from '#reader'
import { resultOfAnswer } from '../../../src/watch/check/answer-facts.ts'
import type { CheckResult } from '../../../src/watch/model/knowledge.ts'
import type { History, Money, Page, Product } from './truth.ts'

const money = (price: Money | null) =>
  price && { amount: (price.cents / 100).toFixed(2), currency: price.currency }

export function resultOf(page: Page, { operation, settings }: History): CheckResult {
  if (page.shows === 'fault') return { kind: 'fault', fault: page.code as FaultCode, detail: 'scripted' }
  if (page.shows === 'gone') return { kind: 'fault', fault: 'not_found', detail: 'scripted' }
  const name = operation === 'native' ? 'some.list' : operation
  // A watch of one variant depends on how a page is read on which few are left: there the page itself is read.
  const isRead = page.shows === 'product' && settings.variant !== null && page.product.variants !== null
  return resultOfAnswer(name, isRead ? readPage(page.product) : answerOf(page), settings.variant)
}

const URL = 'https://shop.example/boots'

function readPage(product: Product): unknown {
  const read = readProduct(pageOf(product), URL)
  return generalFromReader({ read, url: URL, shop: 'shop.example', fetchedAtMs: 0 }, false)
}

/** A page in the shape in which shops list their variants for search engines. */
function pageOf(product: Product): string {
  const group = {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name: product.name,
    productGroupID: product.sku ?? undefined,
    hasVariant: (product.variants ?? []).map(each => ({
      '@type': 'Product',
      name: `${product.name} ${each.size}`,
      size: each.size,
      color: each.color,
      sku: each.sku ?? undefined,
      offers: {
        '@type': 'Offer',
        price: (each.cents / 100).toFixed(2),
        priceCurrency: product.price?.currency ?? 'EUR',
        availability: `https://schema.org/${each.stock === 'in_stock' ? 'InStock' : 'OutOfStock'}`,
      },
    })),
  }
  const data = `<script type="application/ld+json">${JSON.stringify(group)}</script>`
  return `<html><head><title>${product.name}</title>${data}</head><body><h1>${product.name}</h1></body></html>`
}

function answerOf(page: Exclude<Page, { shows: 'fault' | 'gone' }>): unknown {
  if (page.shows === 'product') return productAnswer(page.product)
  if (page.shows === 'rows')
    return { items: page.rows.map(row => ({ id: row.key, name: row.name, price: row.cents / 100 })) }
  const sites = Object.entries(page.shops).map(([site, each]) => ({
    site,
    outcome: typeof each === 'string' ? each : 'ok',
    count: typeof each === 'string' ? 0 : each.length,
  }))
  if (page.shows === 'offers') {
    const offers = Object.entries(page.shops).flatMap(([site, each]) =>
      typeof each === 'string'
        ? []
        : each.map(offer => ({
            site,
            url: `https://${site}.example/${offer.key}`,
            seller: { name: offer.seller, country: null },
            size: null,
            condition: null,
            price: money(offer.price),
            availability: offer.stock,
          })),
    )
    return { code: 'AB-1200', product: { name: 'Alder hiking boot' }, offers, sites }
  }
  const results = Object.entries(page.shops).flatMap(([site, each]) =>
    typeof each === 'string'
      ? []
      : each.map(row => ({
          site,
          url: `https://${site}.example/${row.key}`,
          name: row.name,
          brand: null,
          image: null,
          sku: null,
          price: { amount: (row.cents / 100).toFixed(2), currency: 'EUR' },
          availability: null,
        })),
  )
  return { results, sites }
}

function productAnswer(product: Product): unknown {
  const currency = product.price?.currency ?? 'EUR'
  return {
    url: 'https://shop.example/boots',
    site: 'shop.example',
    operation: null,
    name: product.name,
    brand: null,
    gtin: product.gtin,
    mpn: product.mpn,
    sku: product.sku,
    color: null,
    condition: null,
    price: money(product.price),
    list_price: money(product.listPrice),
    price_max: null,
    availability: product.stock,
    images: [],
    seller: product.seller === null ? null : { name: product.seller, country: null },
    variants: (product.variants ?? []).map(each => ({
      sku: each.sku,
      gtin: each.gtin,
      size: each.size,
      color: each.color,
      condition: null,
      price: money({ cents: each.cents, currency }),
      list_price: null,
      availability: each.stock,
      url: null,
    })),
  }
}
