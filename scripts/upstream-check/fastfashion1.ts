// The recorded sample of fastfashion1: the product of a view payload, wrapped in a page and in the answer for scripts.
import type { ReadSample, Sample } from './sample.ts'

const PAGE = 'https://fastfashion1.example/pl/pl/sample-p00000001.html'
const FILE = 'product-1.viewpayload-product.json'

interface Payload {
  readonly product: { readonly detail: { readonly colors: readonly { readonly productId: number }[] } }
}

interface Product {
  readonly sku: string
  readonly name: string
  readonly color: string
  readonly image: string
  readonly description: string
  readonly variants: readonly {
    readonly sku: string
    readonly size: string
    readonly color: string
    readonly price: number
    readonly price_currency: string
  }[]
}

export function samples(read: ReadSample): Sample[] {
  const payload = read(FILE).trim()
  const [colour] = (JSON.parse(payload) as Payload).product.detail.colors
  const script = `window.shop.viewPayload = ${payload.replaceAll('<', '\\u003c')};`
  const sample = (name: string, url: string, body: string): Sample => ({
    name: `${FILE} ${name}`,
    operation: 'fastfashion1.product',
    params: { url },
    responses: { [url]: body },
    summarize,
  })
  return [
    sample('in a page', PAGE, `<!DOCTYPE html><html><body><script>${script}</script></body></html>`),
    sample('as JSON', `${PAGE}?v1=${colour?.productId}&ajax=true`, payload),
  ]
}

function summarize(result: unknown): unknown {
  const { sku, name, color, image, description, variants } = result as Product
  return {
    sku,
    name,
    color,
    image,
    description,
    variants: variants.map(one => `${one.sku} ${one.size} ${one.color} ${one.price} ${one.price_currency}`),
  }
}
