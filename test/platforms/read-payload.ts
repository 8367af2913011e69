// Reads a page or a JSON document as the adapter of its platform does, without a network.
import { platforms, recognisePlatform } from '../../platforms/index.ts'
import { toHostProduct } from '../../src/general/reader-product.ts'
import { mergeReadings } from '../../src/general/merge/merge-readings.ts'
import type { GeneralProduct } from '../../src/kit/general/general-product.ts'
import { makePage, type Page } from '../../src/kit/page/page.ts'
import { stated } from '../../src/kit/general/reading.ts'
import { readProduct } from '../../src/reader/index.ts'

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
  return toHostProduct(
    { read: readProduct(html, address), url: address, shop: 'shop.example', fetchedAtMs: 0 },
    { platform: platform.name, by, readings, leftOut: [] },
  )
}

/** The products of a document, as the platform that knows its shape reads them. `currency`: what the shop's pages state. */
export function readDocument(name: string, value: unknown, currency?: string): Partial<GeneralProduct>[] {
  const readings = platforms.find(one => one.name === name)?.readDocument?.(value, 'document') ?? []
  const ofPage = currency ? [stated('page', 'page', {}, { currency: () => currency })] : []
  return readings.map(one => mergeReadings([one, ...ofPage], undefined).fields)
}
