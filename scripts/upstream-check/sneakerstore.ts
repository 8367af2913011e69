// No payload of a sneakerstore is known, so recorded products of the two most similar sites are used, in its envelopes.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://sneakerstore.example'

export function samples(read: ReadSample): Sample[] {
  return [...marketplace(read), ...hosted(read)]
}

/** From sneakerhub, which has the same field names as the marketplace model. */
function marketplace(read: ReadSample): Sample[] {
  const file = '../sneakerhub/products-1.json'
  const templates = JSON.parse(read(file)) as readonly { readonly slug: string; readonly sku: string }[]
  return templates.flatMap((productTemplate, index) => {
    const address = `${SHOP}/${productTemplate.slug}`
    const state = JSON.stringify({ props: { pageProps: { productTemplate } } }).replaceAll('<', '\\u003c')
    const page = `<!DOCTYPE html><html><body><script id="__NEXT_DATA__" type="application/json">${state}</script></body></html>`
    const answer = JSON.stringify({ data: { getProductTemplate: productTemplate } })
    const sample = { operation: 'sneakerstore.product', params: { url: address }, summarize: summarize }
    return [
      { ...sample, name: `${file} [${index}] in a page`, responses: { [address]: page } },
      {
        ...sample,
        name: `${file} [${index}] in an answer`,
        responses: { [address]: '<!DOCTYPE html><p>', [`POST ${SHOP}/graphql`]: answer },
      },
    ]
  })
}

/** From a storefront, the platform of the hosted model. */
function hosted(read: ReadSample): Sample[] {
  const file = '../storefront/product-1.json'
  const body = read(file)
  const { product } = JSON.parse(body) as {
    product: { readonly handle: string; readonly variants: readonly { readonly sku: string | null }[] }
  }
  const json = `${SHOP}/products/${product.handle}.json`
  const sample = { operation: 'sneakerstore.product', summarize: summarize }
  const byUrl = {
    ...sample,
    name: `${file} by URL`,
    params: { url: `${SHOP}/products/${product.handle}` },
    responses: { [json]: body },
  }
  const sku = product.variants[0]?.sku
  if (!sku) return [byUrl]
  const suggest = `${SHOP}/search/suggest.json?q=${encodeURIComponent(sku.replace(/[\s_-]+/g, ' '))}&resources[type]=product`
  const suggestions = JSON.stringify({ resources: { results: { products: [{ handle: product.handle }] } } })
  return [
    byUrl,
    {
      ...sample,
      name: `${file} by SKU`,
      params: { sku },
      responses: { [suggest]: suggestions, [json]: body },
    },
  ]
}

function summarize(result: unknown): unknown {
  const { description, images, ...rest } = result as { description: string; images: readonly string[] }
  return { ...rest, description, images: images.length, firstImage: images[0] }
}
