// The list of shops in the OpenAPI document.
type Json = Record<string, unknown>

export const SHOPS_PATH = '/api/v2/shops'

export const shopsTag = { name: 'shops', description: 'What this server can read' }

const text = (description: string, more: Json = {}) => ({ type: 'string', description, ...more })
const maybe = (description: string, more: Json = {}) => ({
  anyOf: [{ type: 'string', ...more }, { type: 'null' }],
  description,
})
const flag = (description: string) => ({ type: 'boolean', description })
const list = (description: string, items: Json = { type: 'string' }) => ({
  type: 'array',
  description,
  items,
})

export function shopsPath(problem: (status: number) => Json): Json {
  return {
    get: {
      operationId: 'shops.list',
      summary: 'Every shop that this server can read',
      description:
        'Sites with an origin, hosts under `reader.hosts`, and the sandbox while it is on. Asks no shop; counts against the rate limit, not the quota.',
      tags: [shopsTag.name],
      security: [{ key: [] }],
      responses: {
        200: {
          description: 'The shops, real ones first.',
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Shops' }, example: EXAMPLE },
          },
        },
        ...Object.fromEntries([400, 401, 429].map(status => [status, problem(status)])),
      },
    },
    post: {
      operationId: 'shops.add',
      summary: 'Add a shop by the URL of one of its products',
      description:
        'What `wares add` does: asks robots.txt and the page, recognises the site or the platform, says what was found and what is missing, and writes the entry to the settings file of this server, which reads the shop at once. Needs the scopes `shops` and `general.product`, and counts as one request for a product, within the limits of the shop. An address that is not https on a public host name is accepted from the machine of the server only.',
      tags: [shopsTag.name],
      security: [{ key: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/NewShop' },
            example: { url: 'https://shop.example/products/oak-lamp' },
          },
        },
      },
      responses: {
        200: added('Nothing was written: the shop is configured already, or see `problem`.', false),
        201: added('The shop was added.', true),
        ...Object.fromEntries(
          [400, 401, 403, 404, 413, 415, 429, 502, 503, 504].map(status => [status, problem(status)]),
        ),
      },
    },
  }
}

function added(description: string, isWritten: boolean): Json {
  const example = { ...ADDED_EXAMPLE, written: isWritten }
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/AddedShop' }, example } },
  }
}

export const shopsSchemas: Json = {
  Shops: {
    type: 'object',
    description: 'What this server can read',
    required: ['shops'],
    properties: {
      shops: list('The shops, real ones first', { $ref: '#/components/schemas/Shop' }),
      can_add: flag('Whether this key may add shops with POST'),
    },
  },
  NewShop: {
    type: 'object',
    description: 'A shop to add',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: text('URL of a product page of the shop', { maxLength: 2_048 }),
      dry_run: flag('Only say what was found, and write nothing'),
    },
  },
  FoundField: {
    type: 'object',
    description: 'A field that the shop states',
    required: ['field', 'value', 'from'],
    properties: {
      field: text('Its name in the general product'),
      value: text('What the shop states, in words'),
      from: text('Kind of its source, such as `json-ld`'),
    },
  },
  MissingField: {
    type: 'object',
    description: 'A field that the shop does not state',
    required: ['field', 'why'],
    properties: {
      field: text('Its name in the general product'),
      why: text('The reason, and what to do about it'),
    },
  },
  TrialRequest: {
    type: 'object',
    description: 'A request that was sent to the shop',
    required: ['url', 'status'],
    properties: {
      url: text('URL of the document'),
      status: { type: 'integer', description: 'Status with which the shop answered' },
    },
  },
  AddedShop: {
    type: 'object',
    description: 'What was found in a shop, and whether it was added',
    required: [
      'shop',
      'kind',
      'platform',
      'operation',
      'robots',
      'render',
      'found',
      'missing',
      'requests',
      'entry',
      'written',
      'configured',
      'problem',
    ],
    properties: {
      shop: text('Its name in the list of shops'),
      kind: maybe('`site` or `host`; null if it is configured already'),
      platform: maybe('Software of the shop, such as `shopify`; null if it is not recognised'),
      operation: text('Id of the operation that reads its products'),
      robots: text('`allowed`: a page that robots.txt forbids is a problem', { enum: ['allowed'] }),
      render: text('Whether its pages are rendered in a browser', { enum: ['none', 'browser'] }),
      found: list('The fields that the page or the shop’s documents state', {
        $ref: '#/components/schemas/FoundField',
      }),
      missing: list('The fields that are not stated', { $ref: '#/components/schemas/MissingField' }),
      requests: list('What was fetched from the shop', { $ref: '#/components/schemas/TrialRequest' }),
      product: { $ref: '#/components/schemas/GeneralProduct', description: 'The product as it was read' },
      entry: maybe('The entry for `wares.yaml`; null if it is there already'),
      written: flag('Whether the entry was written'),
      configured: flag('Whether the shop is in the settings now'),
      sandbox: maybe(
        'With the first shop: `kept` if the entry keeps the sandbox on, `off` if it ends; null if nothing changes',
      ),
      problem: maybe('Why the entry was not written, or is not in effect; null if nothing is wrong'),
    },
  },
  ShopAbilities: {
    type: 'object',
    description: 'What a shop can be asked for in the shape for all shops',
    required: ['product', 'search', 'offers', 'catalog'],
    properties: {
      product: flag('A product by its URL'),
      search: flag('A search by words'),
      offers: flag('Offers by a code'),
      catalog: flag('A list of its products'),
    },
  },
  Shop: {
    type: 'object',
    description: 'A shop that this server can read',
    required: [
      'name',
      'kind',
      'hosts',
      'platform',
      'operations',
      'can',
      'state',
      'fields',
      'last_success_at',
      'problem',
    ],
    properties: {
      name: text('Name of the site, or the host as the operator lists it'),
      kind: text('`site` has an adapter, `host` is read by the general reader, `sandbox` is made up', {
        enum: ['site', 'host', 'sandbox'],
      }),
      hosts: list('Its host names; `*.example.org` stands for all subdomains'),
      platform: maybe('Software of the shop, such as `shopify`; null if it is not known (yet)'),
      operations: list('Ids of the operations that read it'),
      can: {
        $ref: '#/components/schemas/ShopAbilities',
        description: 'Which of the operations for all shops it takes part in',
      },
      state: text('By the latest requests; `unknown` before the first', {
        enum: ['ok', 'degraded', 'failing', 'unknown'],
      }),
      fields: {
        type: 'object',
        description: 'By field: the share of answers that had it; empty before the first answer',
        additionalProperties: { type: 'number' },
      },
      last_success_at: maybe('When it last answered, since the server was started', { format: 'date-time' }),
      problem: maybe('What is wrong, in one sentence; null if nothing is'),
    },
  },
}

const ADDED_EXAMPLE = {
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
  configured: true,
  sandbox: null,
  problem: null,
}

const EXAMPLE = {
  can_add: false,
  shops: [
    {
      name: 'shop.example',
      kind: 'host',
      hosts: ['shop.example'],
      platform: 'shopify',
      operations: ['general.product'],
      can: { product: true, search: false, offers: false, catalog: false },
      state: 'ok',
      fields: { price: 1, availability: 0.98, brand: 1 },
      last_success_at: '2027-01-31T08:15:00.000Z',
      problem: null,
    },
  ],
}
