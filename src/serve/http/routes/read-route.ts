// /api/v2/read: the product of a page that the caller already has.
import type { PostedPage } from '../../../answer/shop/posted-page.ts'
import { defineRoute } from '../define-route.ts'
import { field, type FieldResult, required } from '../../../settings/fields.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { Type } from '#kit/schema/json-schema'
import type { RecordedCaller } from '../../../record/recordings/run-trace.ts'

/** Reads a posted page, without a request to the shop. */
export type ReadPage = (
  page: PostedPage,
  by: { readonly caller: string; readonly recordFor: RecordedCaller; readonly signal: AbortSignal },
) => Promise<GeneralProduct>

const OPERATION = 'general.product'
const URL_MAX = 2_048
const BODY_MAX_BYTES = 16 * 1024 * 1024

const productSchema = Type.Unsafe<GeneralProduct>({
  $ref: '#/components/schemas/GeneralProduct',
  description: 'The product, with its sources',
})

const exampleProduct: GeneralProduct = {
  url: 'https://shop.example/products/oak-lamp',
  site: 'shop.example',
  operation: null,
  name: 'Oak lamp',
  brand: null,
  description: null,
  breadcrumbs: [],
  gtin: null,
  mpn: null,
  sku: null,
  color: null,
  condition: null,
  price: { amount: '166.00', currency: 'EUR' },
  list_price: null,
  price_max: null,
  availability: null,
  images: [],
  rating: null,
  seller: null,
  attributes: [],
  variants: [],
  other_prices: [],
  disputed: [],
  platform: null,
  fetched_at: '2027-01-31T08:00:00.000Z',
  sources: {
    name: { from: 'page', where: 'h1', confidence: 0.987, also: [] },
    price: { from: 'page', where: 'p.price', confidence: 1, also: [] },
  },
}

export const readRoute = defineRoute({
  id: 'pages.read',
  tag: 'shops',
  method: 'POST',
  path: '/api/v2/read',
  scope: [OPERATION],
  summary: 'The product of a page that you already have',
  description:
    'Reads HTML from your own browser or archive into the product of `general.product`, with `sources`. Sends no request to the shop, so its host need not be listed; rules that were taught about a listed shop apply. Counts as one request for a product and is not cached. The body may have 16 MB.',
  answers: { 200: 'The product.' },
  problems: ['upstream_changed', 'upstream_blocked', 'not_found'],
  body: {
    title: 'PostedPage',
    description: 'A page, and where it came from',
    refusesMore: true,
    maxBytes: BODY_MAX_BYTES,
    fields: {
      url: required(
        field(
          Type.String({
            description: 'Where the page was saved from, as the browser shows it',
            maxLength: URL_MAX,
          }),
          (value): FieldResult<string> =>
            typeof value === 'string' && value.length <= URL_MAX && isWebAddress(value)
              ? { value }
              : { error: 'url must be the http or https address of the page' },
        ),
      ),
      html: required(
        field(
          Type.String({ description: 'Source text, as a browser saves it; at most 16 MB' }),
          (value): FieldResult<string> =>
            typeof value === 'string' && value.trim() !== ''
              ? { value }
              : { error: 'html must be the HTML of the page' },
        ),
      ),
    },
  },
  result: productSchema,
  example: {
    body: {
      url: 'https://shop.example/products/oak-lamp',
      html: '<html><body><h1>Oak lamp</h1><p class="price">€166.00</p></body></html>',
    },
    result: exampleProduct,
  },
  async handle({ body, caller, signal }, { readPage }: { readonly readPage: ReadPage }) {
    const recordFor = { requestId: caller.requestId, keyId: caller.key.id, isRecorded: false }
    return await caller.counted(OPERATION, () => readPage(body, { caller: caller.key.id, recordFor, signal }))
  },
})

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
