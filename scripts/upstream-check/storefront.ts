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
      asked: null,
      summarize,
    },
    ...ofOtherShops(read),
  ]
}

type Handled = { readonly handle: string }

/** Products of other shops of the platform: of the JSON route, of the script route, and embedded in pages. */
function ofOtherShops(read: ReadSample): Sample[] {
  const folder = '../platforms/shopify'
  const asProduct = (product: Handled) => JSON.stringify({ product })
  const [listed] = productsIn(read('products-list-1.json'))
  const [first] = productsIn(read(`${folder}/4-product-json-herbera-x2.json`))
  const json = read(`${folder}/1-product-json-mhstudios-brl.json`)
  const [plan] = productsIn(read(`${folder}/6-product-js-partners-demo-selling-plans.json`))
  const [script] = productsIn(read(`${folder}/5-product-js-jumpichiban.json`))
  return [
    ...byJson('an item of products-list-1.json', listed, asProduct),
    ...byJson('4-product-json', first, asProduct),
    ...byJson('1-product-json', productsIn(json)[0], () => json),
    ...byScript('5-product-js', script),
    ...byScript('6-product-js', plan),
  ]
}

function productsIn(text: string): readonly Handled[] {
  const body = JSON.parse(text) as Handled[] | { products?: Handled[]; product?: Handled }
  if (Array.isArray(body)) return body
  return body.products ?? [body.product ?? (body as Handled)]
}

function byJson(name: string, product: Handled | undefined, text: (product: Handled) => string): Sample[] {
  if (!product) return []
  const { handle } = product
  const responses = { [`${SHOP}/products/${handle}.json`]: text(product) }
  return [{ ...ofAnotherShop, name, params: { query: handle }, responses }]
}

/** These documents state no currency. */
const ofAnotherShop = { operation: 'storefront.products', settings: { currency: 'USD' }, summarize }

/** The shop answers the JSON route with a page, so that the script route is used. */
function byScript(name: string, product: Handled | undefined): Sample[] {
  if (!product) return []
  const { handle } = product
  const responses = {
    [`${SHOP}/products/${handle}.json`]: '<!doctype html><p>Not here</p>',
    [`${SHOP}/products/${handle}.js`]: JSON.stringify(product),
  }
  return [{ ...ofAnotherShop, name, params: { query: handle }, responses }]
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
