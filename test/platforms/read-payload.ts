// Reads a page as the adapter of its platform does, without a network.
import { recognisePlatform } from '../../adapters/platforms/index.ts'
import { generalFromSources } from '../../src/extract/merge/reader-product.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { makePage, type Page } from '#kit/page/page'
import { readProduct } from '#reader'

export function pageOf(body: string, address: string, type: string): Page {
  const headers = { 'content-type': type }
  return makePage({ url: new URL(address), status: 200, headers, body: Buffer.from(body), charset: 'utf-8' })
}

/** `documents`: what the shop answers to the platform's own requests, by the name that `load` gives them. */
export function readPayload(
  html: string,
  documents: Readonly<Record<string, unknown>> = {},
  address = 'https://shop.example/products/oak-lamp',
): GeneralProduct {
  const page = pageOf(html, address, 'text/html')
  const recognised = recognisePlatform(page)
  if (!recognised) throw new Error('no platform was recognised')
  const { platform, by, facts } = recognised
  const fetched = Object.fromEntries(
    Object.entries(documents).map(([name, value]) => [
      name,
      pageOf(JSON.stringify(value), `https://shop.example/${name}`, 'application/json'),
    ]),
  )
  const readings = platform.product.read(page, fetched, { base: 'https://shop.example', facts })
  return generalFromSources(
    { read: readProduct(html, address), url: address, shop: 'shop.example', fetchedAtMs: 0 },
    { platform: platform.name, by, readings, leftOut: [] },
  )
}
