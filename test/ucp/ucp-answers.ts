// What this server answers by UCP: the part of the specification's schemas that it uses, written anew.
import { Type as T } from '#kit/schema/json-schema'
import { UCP_VERSION } from '../../src/serve/http/ucp/ucp-schemas.ts'

const price = T.Object({
  amount: T.Integer({ minimum: 0 }),
  currency: T.String({ pattern: '^[A-Z]{3}$' }),
})
const range = T.Object({ min: price, max: price })
const description = T.Object({ plain: T.String() })
const selected = T.Object({ name: T.String(), label: T.String() })

const variant = {
  id: T.String(),
  sku: T.Optional(T.String()),
  barcodes: T.Optional(T.Array(T.Object({ type: T.String(), value: T.String() }))),
  title: T.String(),
  description,
  url: T.Optional(T.String()),
  price,
  list_price: T.Optional(price),
  availability: T.Optional(T.Object({ available: T.Boolean(), status: T.String() })),
  options: T.Optional(T.Array(selected)),
  seller: T.Optional(T.Object({ name: T.String() })),
}

const product = {
  id: T.String(),
  title: T.String(),
  description,
  url: T.Optional(T.String()),
  categories: T.Optional(T.Array(T.Object({ value: T.String(), taxonomy: T.String() }))),
  price_range: range,
  list_price_range: T.Optional(range),
  media: T.Optional(T.Array(T.Object({ type: T.Literal('image'), url: T.String() }))),
  rating: T.Optional(
    T.Object({
      value: T.Number({ minimum: 0 }),
      scale_max: T.Number({ minimum: 1 }),
      count: T.Optional(T.Integer()),
    }),
  ),
  metadata: T.Object({}),
}

const variants = T.Array(T.Object(variant), { minItems: 1 })
const options = T.Array(
  T.Object({ name: T.String(), values: T.Array(T.Object({ label: T.String() }), { minItems: 1 }) }),
)
const envelope = T.Object({
  version: T.Literal(UCP_VERSION),
  status: T.Optional(T.Literal('error')),
  capabilities: T.Object({}),
})
const message = T.Object({
  type: T.Union([T.Literal('error'), T.Literal('warning'), T.Literal('info')]),
  code: T.String(),
  content: T.String(),
  severity: T.Optional(T.Union([T.Literal('recoverable'), T.Literal('unrecoverable')])),
})
const messages = T.Optional(T.Array(message))

export const ucpAnswers = {
  search: T.Object({
    ucp: envelope,
    products: T.Array(T.Object({ ...product, variants })),
    pagination: T.Object({ has_next_page: T.Boolean(), cursor: T.Optional(T.String()) }),
    messages,
  }),
  lookup: T.Object({
    ucp: envelope,
    products: T.Array(
      T.Object({
        ...product,
        options: T.Optional(options),
        variants: T.Array(
          T.Object({
            ...variant,
            inputs: T.Array(T.Object({ id: T.String(), match: T.String() }), { minItems: 1 }),
          }),
          { minItems: 1 },
        ),
      }),
    ),
    messages,
  }),
  product: T.Object({
    ucp: envelope,
    product: T.Object({
      ...product,
      options: T.Optional(options),
      selected: T.Optional(T.Array(selected)),
      variants,
    }),
    messages,
  }),
  error: T.Object({ ucp: envelope, messages: T.Array(message, { minItems: 1 }) }),
}
