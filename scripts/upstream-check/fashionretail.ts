// The recorded samples of fashionretail: two pages, and an answer of the catalogue service.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://fashionretail.example'

interface Product {
  readonly images: readonly string[]
  readonly variants: readonly {
    readonly sku: string
    readonly price: number
    readonly price_currency: string
  }[]
}

export function samples(read: ReadSample): Sample[] {
  const service = `${SHOP}/api/product/catalogue/v3/products/1`
  return [
    sample('product-1.de.html', `${SHOP}/sample-1.html`, read),
    sample('product-2.fr.html', `${SHOP}/sample-2.html`, read),
    sample('product-3.rest-fr.json', `${service}?currency=EUR&lang=fr-FR&sizeSchema=FR&store=FR`, read),
    {
      ...sample('product-3.rest-fr.json', `${service}?store=FR&currency=EUR`, read),
      name: 'product-3.rest-fr.json in place of a page',
      params: { url: `${SHOP}/brand/slug/prd/1` },
      settings: { catalogue_market: 'store=FR&currency=EUR' },
    },
  ]
}

function sample(file: string, url: string, read: ReadSample): Sample {
  return {
    name: file,
    operation: 'fashionretail.product',
    params: { url },
    responses: { [url]: read(file) },
    summarize,
  }
}

function summarize(result: unknown): unknown {
  const { images, variants, ...rest } = result as Product
  return {
    ...rest,
    images: images.length,
    firstImage: images[0],
    variants: variants.map(one => `${one.sku} ${one.price} ${one.price_currency}`),
  }
}
