// The recorded samples of the sportswear shop: the state of one page, and a feed answer with seven threads.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://sportswear.example'
const API = 'https://api.sportswear.example'

interface Recorded {
  readonly nextData: { readonly props: { readonly pageProps: { selectedProduct: { styleColor: string } } } }
}

interface Feed {
  readonly objects: readonly { readonly productInfo: readonly { merchProduct: { styleColor: string } }[] }[]
}

export function samples(read: ReadSample): Sample[] {
  const { nextData } = JSON.parse(read('product-1.nextdata.reduced.json')) as Recorded
  const { selectedProduct, ...others } = nextData.props.pageProps
  const { styleColor } = selectedProduct
  const grouped = {
    ...others,
    selectedProduct: null,
    productGroups: [{ products: { [styleColor]: selectedProduct } }],
  }
  const feed = read('feed-gb.json')
  const threads = (JSON.parse(feed) as Feed).objects
  const colours = new Set(threads.map(one => one.productInfo[0]?.merchProduct.styleColor ?? ''))
  return [
    page('product-1, selected', styleColor, nextData),
    page('product-1, among the groups', styleColor, { props: { pageProps: grouped } }),
    ...[...colours].map(colour => fromFeed(colour, feed)),
  ]
}

function page(name: string, styleColor: string, state: unknown): Sample {
  const url = `${SHOP}/t/any-name/${styleColor}`
  const script = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`
  return {
    name,
    operation: 'sportswear.product',
    params: { url },
    responses: { [url]: `<!doctype html><html><body>${script}</body></html>` },
    summarize,
  }
}

function fromFeed(styleColor: string, feed: string): Sample {
  const filters = [
    'marketplace(GB)',
    'language(en-GB)',
    'channelId(any)',
    `productInfo.merchProduct.styleColor(${styleColor})`,
  ]
  return {
    name: `feed-gb.json, ${styleColor}`,
    operation: 'sportswear.product',
    params: { sku: styleColor, country: 'UK' },
    origins: { api: API },
    settings: { channel_id: 'any' },
    responses: { [`${API}/product_feed/threads/v3/?${filters.map(one => `filter=${one}`).join('&')}`]: feed },
    summarize,
  }
}

function summarize(result: unknown): unknown {
  const { sizes, content_images, ...rest } = result as Record<string, readonly unknown[]>
  return {
    ...rest,
    sizes: [sizes?.length, sizes?.[0], sizes?.at(-1)],
    images: [content_images?.length, content_images?.[0]],
  }
}
