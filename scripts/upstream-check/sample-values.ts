// Values of recorded samples that are more than a path in the file, and the pages that hold a shop's state.

type Values = Readonly<Record<string, unknown>>

interface ExchangeProduct extends Values {
  readonly id: string
  readonly variants?: readonly { readonly id: string }[]
  readonly pricing?: { readonly market: unknown; readonly variants: readonly { readonly id: string }[] }
}

/** A page with the state of Next.js. */
export const nextPage = (json: unknown) => ({
  json,
  page: '<!DOCTYPE html><html><body><script id="__NEXT_DATA__" type="application/json">{state}</script></body></html>',
})

/** A page with the cache of queries. */
export function queryPage(...data: readonly unknown[]) {
  const queries = data.map(one => ({ state: { data: one } }))
  const query = { value: { queries } }
  return nextPage({ props: { pageProps: { req: { appContext: { states: { query } } } } } })
}

/** The product without its market, the market alone, and the two joined. */
export function productAndMarket(text: string): Values {
  const { pricing, ...product } = JSON.parse(text) as ExchangeProduct
  const variants = product.variants?.map(variant => ({
    ...variant,
    ...pricing?.variants.find(other => other.id === variant.id),
  }))
  const joined = { ...product, market: pricing?.market, ...(variants ? { variants } : {}) }
  return { product, market: { id: product.id, ...pricing }, joined }
}

export function otherProduct(text: string): Values {
  const { data } = JSON.parse(text) as { data: { product: ExchangeProduct } }
  return { other: { ...data.product, id: 'other', urlKey: 'other' } }
}

export function listResults(text: string): Values {
  const nodes = JSON.parse(text) as readonly unknown[]
  const pageInfo = { limit: 40, page: 1, pageCount: null, total: nodes.length }
  return { results: { edges: nodes.map(node => ({ node })), pageInfo } }
}

/** The names were removed from this sample; the slug is used instead. */
export function olderResults(text: string): Values {
  const entries = JSON.parse(text) as readonly { readonly slug: string }[]
  return {
    results: entries.map(data => ({
      value: data.slug,
      data,
      matched_terms: [],
      labels: {},
      is_slotted: false,
    })),
  }
}

export function articleCode(text: string): Values {
  return { article: /'articleCode':'(\d{10})'/.exec(text)?.[1] }
}

export function firstProductPath(text: string): Values {
  const list = text.slice(text.indexOf('<li class="product-list-item'))
  return { path: /product-list-item-link" href="https:\/\/[^/]+([^"]+)"/.exec(list)?.[1] }
}

/** The product among the groups instead of selected. */
export function groupedProduct(text: string): Values {
  const { nextData } = JSON.parse(text) as {
    nextData: { props: { pageProps: { selectedProduct: { styleColor: string } } } }
  }
  const { selectedProduct, ...others } = nextData.props.pageProps
  const productGroups = [{ products: { [selectedProduct.styleColor]: selectedProduct } }]
  return { grouped: { ...others, selectedProduct: null, productGroups } }
}

export function styleColours(text: string): Values {
  const { objects } = JSON.parse(text) as {
    objects: readonly { readonly productInfo: readonly { merchProduct: { styleColor: string } }[] }[]
  }
  return { colours: [...new Set(objects.map(one => one.productInfo[0]?.merchProduct.styleColor ?? ''))] }
}

export function luxuryhouseState(text: string): Values {
  const [outline = ''] = outlinesIn(text)
  const { props } = JSON.parse(outline) as {
    props: { pageProps: object; initialReduxState: { CONTENT: { cmsContent: object } } }
  }
  const { initialReduxState, pageProps, ...rest } = props
  const newer = { ...rest, pageProps: { ...pageProps, ...initialReduxState.CONTENT.cmsContent } }
  return { of2021: { props }, of2026: { props: newer } }
}

export function luxurymarketScripts(text: string): Values {
  const outlines = outlinesIn(text)
  const group = outlines.find(json => json.includes('ProductGroup')) ?? ''
  const model: unknown = JSON.parse(outlines.find(json => json.includes('designerDetails')) ?? '')
  const slice = JSON.stringify({ productViewModel: model })
  return {
    jsonLd: `<script type="application/ld+json">${group}</script>`,
    state: `<script>window['__initialState_slice-pdp__'] = ${slice};</script>`,
    quoted: JSON.stringify(`{"initialStates":{"slice-product":${slice}}}`),
  }
}

/** The blocks of JSON in a description of a shop. */
function outlinesIn(markdown: string): string[] {
  return [...markdown.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, json = '']) => json)
}
