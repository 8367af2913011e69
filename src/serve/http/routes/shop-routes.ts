// /api/v2/shops: everything that this server can read, for any key; and one shop more, for a key with the scope.
import { invalidParameterFault } from '../../../answer/request/read-params.ts'
import { defineRoute } from '../define-route.ts'
import { type DeepReadonly, f, field, type FieldResult, required } from '../../../settings/fields.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { Type } from '#kit/schema/json-schema'
import { describedSchema, namedSchema } from '../../../settings/named-schema.ts'
import { type Static, t } from '#kit/schema/schema'
import { currencyFromSymbol } from '#reader/values/currency'
import type { AddedShopView } from '../../../setup/add-shop.ts'
import { editShopRoute, removeShopRoute } from './change-shops.ts'
import { teachRoute } from './teach-route.ts'

/** Reads the product and writes the shop to the settings. */
export type AddShop = (
  shop: { readonly url: string; readonly currency?: string | undefined; readonly isDryRun: boolean },
  caller: { readonly caller: string; readonly signal: AbortSignal },
) => Promise<AddedShopView>

const TAG = 'shops'
const SHOPS_SCOPE = 'shops'
/** A trial reads a product: it needs the scope for that, and counts as one. */
const TRIAL = 'general.product'

const textOrNull = (description: string) => t.orNull(t.text(), description)

const ShopAbilities = namedSchema(
  'ShopAbilities',
  'What a shop can be asked for in the shape for all shops',
  {
    product: t.flag('A product by its URL'),
    search: t.flag('A search by words'),
    offers: t.flag('Offers by a code'),
    catalog: t.flag('A list of its products'),
  },
)

const ShopList = namedSchema('ShopList', 'What the list of a shop states, and what a check of it costs', {
  source: t.oneOf(['ucp', 'platform', 'sitemap'], 'The kind of list'),
  price: t.flag('Whether it states prices: a watch on the whole shop can alert on them'),
  availability: t.flag('Whether it states stock'),
  products: t.integer('Products that it names: a watch on each costs a request or more for each check'),
  requests: t.integer('Requests to read all of it, which is a check of the whole shop'),
  complete: t.flag('Whether it was read to its end; otherwise products and requests are those so far'),
})

const ShopSettings = namedSchema('ShopSettings', 'Settings of a shop that can be edited', {
  currency: textOrNull('What a sign that several countries share, or none, means on its pages'),
  requests_per_second: t.number('How fast it may be asked, by all callers and watches together'),
  active: textOrNull('When its watches are checked; null for always'),
})

export const Shop = namedSchema('Shop', 'A shop that this server can read', {
  name: t.text('Name of the site, or the host as the operator lists it'),
  kind: t.oneOf(
    ['site', 'host', 'sandbox'],
    '`site` has an adapter, `host` is read by the general reader, `sandbox` is made up',
  ),
  hosts: t.list(t.text(), 'Its host names; `*.example.org` stands for all subdomains'),
  platform: textOrNull('Software of the shop, such as `shopify`; null if it is not known (yet)'),
  operations: t.list(t.text(), 'Ids of the operations that read it'),
  can: describedSchema(ShopAbilities, 'Which of the operations for all shops it takes part in'),
  state: t.oneOf(
    ['ok', 'degraded', 'failing', 'unknown'],
    'By the latest requests; `unknown` before the first',
  ),
  fields: t.map(t.number(), 'By field: the share of answers that had it; empty before the first answer'),
  list: t.orNull(ShopList, 'Its list, as it was last read since the server was started; null if it was not'),
  last_success_at: t.orNull(
    t.text({ format: 'date-time' }),
    'When it last answered, since the server was started',
  ),
  problem: textOrNull('What is wrong, in one sentence; null if nothing is'),
  paused: t.flag('Whether the operator has paused it: nothing is requested from it'),
  settings: t.orNull(ShopSettings, 'What the operator has set for it; null for a shop of the sandbox'),
})

export type ShopRow = DeepReadonly<Static<typeof Shop>>

const Shops = namedSchema('Shops', 'What this server can read', {
  shops: t.list(Shop, 'The shops, real ones first'),
  can_add: t.optional(t.flag('Whether this key may add shops with POST')),
  can_edit: t.optional(t.flag('Whether this key may pause, edit and remove shops')),
})

const FoundField = namedSchema('FoundField', 'A field that the shop states', {
  field: t.text('Its name in the general product'),
  value: t.text('What the shop states, in words'),
  from: t.text('Kind of its source, such as `json-ld`'),
})

const MissingField = namedSchema('MissingField', 'A field that the shop does not state', {
  field: t.text('Its name in the general product'),
  why: t.text('The reason, and what to do about it'),
})

const TrialRequest = namedSchema('TrialRequest', 'A request that was sent to the shop', {
  url: t.text('URL of the document'),
  status: t.integer('Status with which the shop answered'),
})

const AddedShop = namedSchema('AddedShop', 'What was found in a shop, and whether it was added', {
  shop: t.text('Its name in the list of shops'),
  kind: textOrNull('`site` or `host`; null if it is configured already'),
  platform: textOrNull('Software of the shop, such as `shopify`; null if it was not detected'),
  operation: t.text('Id of the operation that reads its products'),
  robots: t.oneOf(['allowed'], '`allowed`: a page that robots.txt forbids is a problem'),
  render: t.oneOf(['none', 'browser'], 'Whether its pages are rendered in a browser'),
  found: t.list(FoundField, 'The fields that the page or the shop’s documents state'),
  missing: t.list(MissingField, 'The fields that are not stated'),
  requests: t.list(TrialRequest, 'What was fetched from the shop'),
  product: t.optional(
    Type.Unsafe<GeneralProduct>({
      $ref: '#/components/schemas/GeneralProduct',
      description: 'The product as it was read',
    }),
  ),
  entry: textOrNull('The entry for `wares.yaml`; null if it is there already'),
  written: t.flag('Whether the entry was written'),
  configured: t.flag('Whether the shop is in the settings now'),
  suggested_currency: textOrNull(
    'If the price has a sign that several countries share, such as `$`: its most common currency. Add the shop again with the right `currency`; null if nothing is open',
  ),
  sandbox: t.optional(
    textOrNull(
      'With the first shop: `kept` if the entry keeps the sandbox on, `off` if it ends; null if nothing changes',
    ),
  ),
  problem: textOrNull('Why the entry was not written, or is not in effect; null if nothing is wrong'),
})

export const listedExample = {
  name: 'shop.example',
  kind: 'host',
  hosts: ['shop.example'],
  platform: 'shopify',
  operations: ['general.product'],
  can: { product: true, search: false, offers: false, catalog: false },
  state: 'ok',
  fields: { price: 1, availability: 0.98, brand: 1 },
  list: {
    source: 'platform',
    price: true,
    availability: true,
    products: 1_000,
    requests: 4,
    complete: true,
  },
  last_success_at: '2027-01-31T08:15:00.000Z',
  problem: null,
  paused: false,
  settings: { currency: null, requests_per_second: 1, active: null },
} as const

interface ShopsParts {
  readonly shops: () => readonly ShopRow[]
  /** Only for a server with a settings file. */
  readonly addShop?: AddShop | undefined
}

const listShops = defineRoute({
  id: 'shops.list',
  tag: TAG,
  method: 'GET',
  path: '/api/v2/shops',
  scope: [],
  summary: 'Every shop that this server can read',
  description:
    'Sites with an origin, hosts under `reader.hosts`, and the sandbox while it is on. Asks no shop; counts against the rate limit, not the quota.',
  answers: { 200: 'The shops, real ones first.' },
  result: Shops,
  rows: 'shops',
  example: { result: { can_add: false, can_edit: false, shops: [listedExample] } },
  handle: ({ caller }, { shops, addShop }: ShopsParts) => ({
    shops: shops(),
    can_add: addShop !== undefined && caller.covers(SHOPS_SCOPE) && caller.covers(TRIAL),
    can_edit: addShop !== undefined && caller.covers(SHOPS_SCOPE),
  }),
})

const URL_MAX = 2_048

const addedExample = {
  shop: 'shop.example',
  kind: 'host',
  platform: 'shopify',
  operation: 'general.product',
  robots: 'allowed',
  render: 'none',
  found: [{ field: 'price', value: '24.90 EUR', from: 'api' }],
  missing: [{ field: 'gtin', why: 'none of the documents that were read states it' }],
  requests: [{ url: 'https://shop.example/products/oak-lamp', status: 200 }],
  entry: 'reader:\n  hosts:\n    - shop.example\n',
  written: true,
  configured: true,
  suggested_currency: null,
  sandbox: null,
  problem: null,
} as const

const addShopRoute = defineRoute({
  id: 'shops.add',
  tag: TAG,
  method: 'POST',
  path: '/api/v2/shops',
  scope: [SHOPS_SCOPE, TRIAL],
  summary: 'Add a shop by the URL of one of its products',
  description:
    'Like `wares add`: checks robots.txt, fetches the page, detects the site or the platform, reports what was found and what is missing, and adds the shop to the settings file of this server, which picks it up at once. Needs the scopes `shops` and `general.product`, and counts as one request for a product, within the limits of the shop. An address that is not https on a public host name is accepted from the machine of the server only.',
  answers: {
    200: 'Nothing was written: the shop is configured already, or see `problem`.',
    201: 'The shop was added.',
  },
  problems: ['upstream_changed', 'upstream_timeout'],
  body: {
    title: 'NewShop',
    description: 'A shop to add',
    refusesMore: true,
    fields: {
      url: required(
        field(
          Type.String({ description: 'URL of a product page of the shop', maxLength: URL_MAX }),
          (value): FieldResult<string> =>
            typeof value === 'string' && value !== '' && value.length <= URL_MAX
              ? { value }
              : { error: 'url must be the address of a product page of the shop' },
        ),
      ),
      currency: field(
        Type.String({
          description:
            'ISO 4217 code: what a sign that several countries share, or none, means on the pages of the shop. Also sets it for a shop that is configured',
        }),
        (value): FieldResult<string> =>
          typeof value === 'string' && /^[A-Z]{3}$/.test(value) && currencyFromSymbol(value) === value
            ? { value }
            : { error: 'currency must be a currency code such as USD' },
      ),
      dry_run: f.flag('Only say what was found, and write nothing'),
    },
  },
  result: AddedShop,
  statusOf: ({ written }) => (written ? 201 : 200),
  example: {
    body: { url: 'https://shop.example/products/oak-lamp' },
    result: addedExample,
    otherwise: { ...addedExample, written: false },
  },
  async handle({ body, caller, signal }, { addShop }: ShopsParts) {
    if (!addShop) throw new Error('this server has no settings file')
    const { url, currency } = body
    if (!caller.isOnThisMachine) throwIfPrivate(url)
    return await caller.counted(TRIAL, () =>
      addShop({ url, currency, isDryRun: body.dry_run === true }, { caller: caller.key.id, signal }),
    )
  },
})

/** An address inside the operator's network may be added by the operator only: no other key must read what it protects. */
function throwIfPrivate(address: string): void {
  const url = URL.parse(address)
  const isPublicName =
    url?.protocol === 'https:' &&
    url.port === '' &&
    /\.[a-z][a-z0-9-]*$/i.test(url.hostname) &&
    !/\.(?:localhost|local|internal|test|lan|home\.arpa)$/i.test(url.hostname)
  if (isPublicName) return
  const message =
    'url must be https on a public host name; add other addresses on the machine of the server, with `wares add`'
  throw invalidParameterFault([{ name: 'url', in: 'body', message }])
}

export const shopRoutes = [listShops, addShopRoute, teachRoute, editShopRoute, removeShopRoute] as const
/** For a server without a settings file. */
export const readOnlyShopRoutes = [listShops] as const
