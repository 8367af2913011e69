// No value of a page breaks the contract: whatever stands in a field, the product fits its schema, or the answer is a fault.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeProduct } from '../../src/extract/merge/complete-shape.ts'
import { defineProductMapping } from '#kit/define/product-reading'
import { generalFromSources, generalFromReader } from '../../src/extract/merge/reader-product.ts'
import { buildGeneralProduct } from '../../src/extract/merge/read-site-product.ts'
import { Fault } from '#kit/fault'
import { generalProduct } from '#kit/product/general-product'
import { documentExtractor, type FieldExtractors } from '#kit/product/reading'
import { createSchemaCheck } from '../../src/runtime/check-schema.ts'
import { readProduct } from '#reader'
import { TRIES_ALL } from '../sample.ts'
import { findPlatformCases } from '../platforms/find-cases.ts'
import { runPlatformCase } from '../platforms/run-case.ts'

const schema = createSchemaCheck(generalProduct)
const RUNS = TRIES_ALL ? 2_000 : 200
const seed = 39
const where = { url: 'https://shop.example/p/lamp', shop: 'shop.example', fetchedAtMs: 0 }

/** Every JSON type, and what shops write where another type belongs. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>('1,234', '2.318', '12.345,67', '١٢٣', '-1', 1.5, -3, 1e21, 0, '', null, [], {}, [
    [],
  ]),
  fc.constantFrom<unknown>(true, false, 'InStock', { '@value': 3 }, ['a', 1, null], { name: ['x'] }),
  fc.jsonValue({ maxDepth: 3 }),
)
const fieldsOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map(name => [name, anyValue])), { requiredKeys: [] })

function expectFit(read: () => unknown): void {
  let product: unknown
  try {
    product = read()
  } catch (error) {
    // A page without a name is no product; anything but a fault is a bug.
    if (error instanceof Fault && error.code !== 'contract_broken') return
    throw error
  }
  expect(schema.errors(product)).toEqual([])
}

const names = Object.keys(generalProduct.properties)

describe('any value', () => {
  it('in any field of the general shape', () => {
    fc.assert(
      fc.property(fieldsOf(names.filter(name => name !== 'sources')), fields => {
        expectFit(() => {
          const product = completeProduct({ ...fields, sources: {} })
          if (!product) throw new Fault('upstream_changed', 'no name')
          return product
        })
      }),
      { numRuns: RUNS, seed },
    )
  })

  it('in any field that a document of a platform states', () => {
    fc.assert(
      fc.property(fc.array(fieldsOf([...names, 'currency']), { maxLength: 3 }), documents => {
        const readings = documents.map(fields =>
          documentExtractor(
            'api',
            'https://shop.example/p.json',
            fields,
            readAll(fields) as FieldExtractors<object>,
          ),
        )
        const found = { platform: 'shopify', by: 'mark', readings, leftOut: [] }
        const read = new Fault('upstream_changed', 'a shell')
        expectFit(() => generalFromSources({ ...where, read }, found))
      }),
      { numRuns: RUNS, seed },
    )
  })

  it('in any field that a site states', () => {
    fc.assert(
      fc.property(fieldsOf(names.filter(name => name !== 'sources')), fields => {
        const reading = defineProductMapping({
          operation: 'store.product',
          requests: 1,
          open: () => fields,
          fields: readAll(fields),
        })
        const context = { query: { url: where.url }, params: {}, site: {} }
        const subject = {
          site: 'store',
          reading,
          context,
          page: undefined,
          include: ['absent'],
          fetchedAtMs: 0,
        }
        expectFit(() =>
          buildGeneralProduct(subject as never, { pages: {}, further: {}, missing: {}, leftOut: [] }),
        )
      }),
      { numRuns: RUNS, seed },
    )
  })

  it('in any property of JSON-LD', () => {
    fc.assert(
      fc.property(fieldsOf(PRODUCT), fieldsOf(OFFER), fieldsOf(RATING), (product, offer, rating) => {
        const item = {
          '@type': 'Product',
          name: 'Oak lamp',
          offers: { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR', ...offer },
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, ...rating },
          ...product,
        }
        const text = JSON.stringify(item).replaceAll('<', '\\u003c')
        expectPage(`<script type="application/ld+json">${text}</script>`, '')
      }),
      { numRuns: RUNS, seed },
    )
  })

  it('in any property of microdata and RDFa', () => {
    const texts = anyValue.map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    const properties = fc.array(fc.tuple(fc.constantFrom(...PRODUCT, ...OFFER, ...RATING), texts))
    fc.assert(
      fc.property(properties, fc.boolean(), (all, isRdfa) => {
        const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        const metas = all.map(
          ([name, value]) =>
            `<meta ${isRdfa ? 'property' : 'itemprop'}="${name}" content="${escape(value)}">`,
        )
        const scope = isRdfa
          ? 'vocab="https://schema.org/" typeof="Product"'
          : 'itemscope itemtype="https://schema.org/Product"'
        expectPage('', `<div ${scope}><meta itemprop="ratingValue" content="4">${metas.join('')}</div>`)
      }),
      { numRuns: RUNS, seed },
    )
  })
})

const PRODUCT =
  'name brand sku mpn gtin13 productID image description color size offers hasVariant isVariantOf additionalProperty aggregateRating itemCondition url category model identifier'.split(
    ' ',
  )
const OFFER =
  'price lowPrice highPrice priceCurrency availability itemCondition priceSpecification seller offers url sku gtin itemOffered'.split(
    ' ',
  )
const RATING = 'ratingValue bestRating reviewCount ratingCount'.split(' ')

function readAll(fields: object) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, () => value as unknown]))
}

function expectPage(head: string, body: string): void {
  const html = `<html lang="en"><head><title>Oak lamp</title>${head}</head><body><h1>Oak lamp</h1><p class="price">€12.00</p><button>Add to cart</button>${body}</body></html>`
  expectFit(() => generalFromReader({ ...where, read: readProduct(html, where.url) }, true))
}

describe('any value in the documents of a platform', () => {
  const cases = findPlatformCases().filter(({ expected }) => 'url' in expected || 'search' in expected)
  it.each(cases)('$name', async one => {
    const spoilt = fc.sample(fc.tuple(anyValue, fc.nat()), { numRuns: TRIES_ALL ? 40 : 4, seed })
    for (const [value, place] of spoilt) {
      const readBody = (file: string) => spoil(one.readBody(file), value, place)
      const { outcome } = await runPlatformCase({ ...one, readBody })
      expect(outcome).not.toMatchObject({ fault: { code: 'contract_broken' } })
      const { product } = outcome as { product?: { name?: string } }
      if (product) expect(product.name).toBeTypeOf('string')
    }
  })
})

/** A JSON document with one value replaced; any other document as it is. */
function spoil(body: Uint8Array, value: unknown, place: number): Uint8Array {
  const text = Buffer.from(body).toString()
  if (!/^\s*[[{]/.test(text)) return body
  const places: [object, string][] = []
  const document = JSON.parse(text, function (this: object, key: string, one: unknown) {
    if (key !== '') places.push([this, key])
    return one
  }) as unknown
  const [owner, key] = places[place % Math.max(1, places.length)] ?? []
  if (owner && key !== undefined) (owner as Record<string, unknown>)[key] = value
  return Buffer.from(JSON.stringify(document))
}
