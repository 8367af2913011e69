// The recorded samples of storefronts: a product from the handle route, a page of the list route.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://storefront.example'

interface Product {
  readonly id: number
  readonly handle: string
  readonly title: string
  readonly tags: string
  readonly created_at: string
  readonly variants: readonly {
    readonly price: string
    readonly compare_at_price: string
    readonly image_id: number | null
    readonly quantity_rule: unknown
  }[]
  readonly images: readonly unknown[]
  readonly image: { readonly id: number }
}

export function samples(read: ReadSample): Sample[] {
  const product = read('product-1.json')
  const { handle } = (JSON.parse(product) as { product: Product }).product
  return [
    {
      name: 'product-1.json by handle',
      operation: 'storefront.products',
      params: { query: handle },
      responses: { [`${SHOP}/products/${handle}.json`]: product },
      summarize,
    },
    {
      name: 'product-1.json by URL',
      operation: 'storefront.products',
      params: { query: `${SHOP}/collections/all/products/${handle}?variant=1` },
      responses: { [`${SHOP}/products/${handle}.json`]: product },
      summarize,
    },
    {
      name: 'products-list-1.json',
      operation: 'storefront.products',
      params: {},
      responses: { [`${SHOP}/products.json?limit=50&page=1`]: read('products-list-1.json') },
      summarize,
    },
  ]
}

function summarize(result: unknown): unknown {
  return (result as readonly Product[]).map(
    ({ id, handle, title, tags, created_at, variants, images, image }) => ({
      id,
      handle,
      title,
      tags,
      created_at,
      variants: variants.map(
        one =>
          `${one.price} before "${one.compare_at_price}", picture ${one.image_id}, ${JSON.stringify(one.quantity_rule)}`,
      ),
      images: images.length,
      firstImage: image.id,
    }),
  )
}
