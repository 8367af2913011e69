// The recorded samples of shops for clothes.
import type { Row } from '../fill-row.ts'
import {
  articleCode,
  groupedProduct,
  luxuryhouseState,
  luxurymarketScripts,
  nextPage,
  styleColours,
} from '../sample-values.ts'

const FASTFASHION1_PAGE = '{shop}/pl/pl/sample-p00000001.html'
const FASTFASHION1_JSON = `${FASTFASHION1_PAGE}?v1={json.product.detail.colors.0.productId}&ajax=true`
const FASTFASHION2_PRODUCT =
  '{commerce}/uk/api/commerce/v5/en/products/{json.detail.result.productId}/price-groups/00'
const FASTFASHION3_PAGE = '{shop}/fr_fr/productpage.{article}.html'

const fastfashion: readonly Row[] = [
  {
    operation: 'fastfashion1.product',
    file: 'product-1.viewpayload-product.json',
    name: '{file} in a page',
    params: { url: FASTFASHION1_PAGE },
    responses: {
      [FASTFASHION1_PAGE]:
        '<!DOCTYPE html><html><body><script>window.shop.viewPayload = {json};</script></body></html>',
    },
  },
  {
    operation: 'fastfashion1.product',
    file: 'product-1.viewpayload-product.json',
    name: '{file} as JSON',
    params: { url: FASTFASHION1_JSON },
    responses: { [FASTFASHION1_JSON]: '{text}' },
  },
  {
    operation: 'fastfashion2.product',
    file: ['catalog-1.json', 'catalog-2.json'],
    params: { id: '{json.Results.0.Id}' },
    origins: ['catalog'],
    settings: { catalog_key: 'none' },
    responses: {
      '{catalog}/data/products.json?apiversion=5.4&passkey=none&filter=id:{json.Results.0.Id}': '{text}',
      // No variants were recorded; one entry shows that the two answers are joined.
      '{shop}/on/demandware.store/Sites-GB-Site/en_GB/Product-GetVariants?pid={json.Results.0.Id}&Quantity=1':
        {
          json: {
            'color-COL00|size-SMA003': { id: 'made-up', attributes: { color: 'COL00', size: 'SMA003' } },
          },
        },
    },
  },
  {
    operation: 'fastfashion2.product',
    file: 'newer-commerce-v5.kr.json',
    params: { id: '{json.detail.result.productId}' },
    origins: ['commerce'],
    responses: {
      [`${FASTFASHION2_PRODUCT}/details?httpFailure=true`]: { json: '{json.detail}' },
      [`${FASTFASHION2_PRODUCT}/stock?httpFailure=true`]: { json: '{json.stocks}' },
    },
  },
  {
    operation: 'fastfashion3.product',
    file: 'product-1.fr.html',
    values: articleCode,
    params: { url: FASTFASHION3_PAGE },
    responses: { [FASTFASHION3_PAGE]: '{text}' },
  },
]

const CATALOGUE_SERVICE = '{shop}/api/product/catalogue/v3/products/1'
const CATALOGUE_URL = `${CATALOGUE_SERVICE}?currency=EUR&lang=fr-FR&sizeSchema=FR&store=FR`

const fashionretail: readonly Row[] = [
  {
    operation: 'fashionretail.product',
    file: ['product-1.de.html', 'product-2.fr.html'],
    params: { url: '{shop}/{file}' },
    responses: { '{shop}/{file}': '{text}' },
  },
  {
    operation: 'fashionretail.product',
    file: 'product-3.rest-fr.json',
    params: { url: CATALOGUE_URL },
    responses: { [CATALOGUE_URL]: '{text}' },
  },
  {
    operation: 'fashionretail.product',
    file: 'product-3.rest-fr.json',
    name: '{file} in place of a page',
    params: { url: '{shop}/brand/slug/prd/1' },
    settings: { catalogue_market: 'store=FR&currency=EUR' },
    responses: { [`${CATALOGUE_SERVICE}?store=FR&currency=EUR`]: '{text}' },
  },
]

/** No pages were recorded, so the outlines in SHAPE.md are checked, in each of their locations. */
const LUXURYMARKET = { operation: 'luxurymarket.product', file: 'SHAPE.md', values: luxurymarketScripts }
const LUXURYMARKET_PAGE = '{shop}/uk/shopping/women/leather-boots-item-12345678.aspx?lang=en-GB'
const luxurymarketRow = (name: string, mode: string, scripts: string): Row => ({
  ...LUXURYMARKET,
  name: `{file}, ${name}, ${mode} mode`,
  params: { url: LUXURYMARKET_PAGE, mode },
  responses: { [LUXURYMARKET_PAGE]: `<!DOCTYPE html><html><body>${scripts}</body></html>` },
})

const luxury: readonly Row[] = [
  {
    operation: 'luxuryhouse.product',
    file: 'SHAPE.md',
    name: '{file}, page of 2021',
    values: luxuryhouseState,
    params: { url: '{shop}/en_gb/products/couture-STYLE_COLOR' },
    responses: { '{shop}/en_gb/products/couture-STYLE_COLOR': nextPage('{of2021}') },
  },
  {
    operation: 'luxuryhouse.product',
    file: 'SHAPE.md',
    name: '{file}, page of 2026',
    values: luxuryhouseState,
    params: { url: '{shop}/en_gb/fashion/products/STYLE_COLOR' },
    responses: { '{shop}/en_gb/fashion/products/STYLE_COLOR': nextPage('{of2026}') },
  },
  luxurymarketRow('JSON-LD', 'simple', '{jsonLd}'),
  luxurymarketRow('JSON-LD alone', 'extended', '{jsonLd}'),
  luxurymarketRow('state alone', 'simple', '{state}'),
  luxurymarketRow('object', 'extended', '{jsonLd}{state}'),
  luxurymarketRow('string', 'extended', "<script>window['__initialState__'] = {quoted};</script>"),
  luxurymarketRow('newest string', 'extended', '<script>window.__HYDRATION_STATE__={quoted};</script>'),
]

const SPORTSWEAR_STATE = '{json.nextData.props.pageProps.selectedProduct.styleColor}'
const SPORTSWEAR_PAGE = `{shop}/t/any-name/${SPORTSWEAR_STATE}`

const sportswear: readonly Row[] = [
  {
    operation: 'sportswear.product',
    file: 'product-1.nextdata.reduced.json',
    name: 'product-1, selected',
    params: { url: SPORTSWEAR_PAGE },
    responses: { [SPORTSWEAR_PAGE]: nextPage('{json.nextData}') },
  },
  {
    operation: 'sportswear.product',
    file: 'product-1.nextdata.reduced.json',
    name: 'product-1, among the groups',
    values: groupedProduct,
    params: { url: SPORTSWEAR_PAGE },
    responses: { [SPORTSWEAR_PAGE]: nextPage({ props: { pageProps: '{grouped}' } }) },
  },
  {
    operation: 'sportswear.product',
    file: 'feed-gb.json',
    name: '{file}, {item}',
    values: styleColours,
    each: 'colours',
    params: { sku: '{item}', country: 'UK' },
    origins: ['api'],
    settings: { channel_id: 'any' },
    responses: {
      '{api}/product_feed/threads/v3/?filter=marketplace(GB)&filter=language(en-GB)&filter=channelId(any)&filter=productInfo.merchProduct.styleColor({item})':
        '{text}',
    },
  },
]

export const clothes: readonly Row[] = [...fastfashion, ...fashionretail, ...luxury, ...sportswear]
