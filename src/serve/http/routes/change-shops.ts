// /api/v2/shops/{name}: removes, pauses and edits a shop of the settings, for a key with the scope.
import { currencyFromSymbol } from '#reader/values/currency'
import { defineRoute } from '../define-route.ts'
import { f, field, type FieldResult } from '../../../settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { namedSchema } from '../../../settings/named-schema.ts'
import { parseActive } from '../../../settings/watch-rules/active-times.ts'
import { type Static, t } from '#kit/schema/schema'
import type { ShopChange } from '../../../setup/change-shop.ts'

/** Writes the change to the settings, which are then in effect. */
export type ChangeShop = (change: ShopChange) => Promise<Static<typeof ChangedShop>>

export interface ChangeParts {
  /** Only for a server with a settings file. */
  readonly changeShop?: ChangeShop | undefined
}

const TAG = 'shops'
const scope = ['shops']
const path = '/api/v2/shops/{name}'
const names = { name: 'Name of the shop in the list of shops' }

const ChangedShop = namedSchema('ChangedShop', 'What was changed in the settings', {
  shop: t.text('Its name in the list of shops'),
  entry: t.text('Its lines in `wares.yaml`: after an edit, or those that were removed'),
  watches: t.integer('Watches of the shop: while it is paused or removed, they are paused too'),
  written: t.flag('Whether the settings file was written'),
  problem: t.orNull(t.text(), 'Why it was not written, or is not in effect; null if nothing is wrong'),
})

const answers = { 200: 'The shop, and its entry.' } as const

const removed = {
  shop: 'shop.example',
  entry: 'reader:\n  hosts:\n    - shop.example\n',
  watches: 3,
  written: true,
  problem: null,
} as const

export const removeShopRoute = defineRoute({
  id: 'shops.remove',
  tag: TAG,
  method: 'DELETE',
  path,
  scope,
  summary: 'Remove a shop',
  description:
    'Removes the shop from the settings file of this server, and keeps comments. Its watches are paused with the reason `shop_removed`, their histories stay, and they continue if the shop is added again. Shops of the sandbox cannot be removed.',
  answers,
  problems: ['not_found', 'invalid_parameter'],
  names,
  result: ChangedShop,
  example: { path: { name: 'shop.example' }, result: removed },
  handle: ({ path: { name } }, { changeShop }: ChangeParts) =>
    changer(changeShop)({ name, values: undefined }),
})

export const editShopRoute = defineRoute({
  id: 'shops.update',
  tag: TAG,
  method: 'PATCH',
  path,
  scope,
  summary: 'Pause, resume or edit a shop',
  description:
    'Changes the entry of the shop in the settings file of this server. `null` removes a value, so that the default applies. While a shop is paused, nothing is requested from it: its operations answer `site_disabled`, and its watches are paused with the reason `shop_paused`.',
  answers,
  problems: ['not_found', 'invalid_parameter'],
  names,
  body: {
    title: 'ShopEdit',
    description: 'What is to change',
    refusesMore: true,
    fields: {
      paused: f.flag('Whether the shop is paused'),
      currency: orNull(
        Type.String(),
        'ISO 4217 code: what a sign that several countries share, or none, means on its pages',
        value => typeof value === 'string' && currencyFromSymbol(value) === value,
        'currency must be a currency code such as USD, or null',
      ),
      requests_per_second: orNull(
        Type.Number({ exclusiveMinimum: 0 }),
        'How fast the shop may be asked, by all callers and watches together',
        value => typeof value === 'number' && value > 0 && value <= 1_000,
        'requests_per_second must be a number above 0, or null',
      ),
      active: orNull(
        Type.String(),
        'Watches of the shop are checked only then: `22:00-06:00 Europe/Berlin`',
        value => typeof value === 'string' && 'active' in parseActive(value),
        'active must be times such as 22:00-06:00 Europe/Berlin, or null',
      ),
    },
  },
  result: ChangedShop,
  example: {
    path: { name: 'shop.example' },
    body: { paused: true },
    result: {
      ...removed,
      entry: 'reader:\n  hosts:\n    - host: shop.example\n      enabled: false\n',
    },
  },
  handle({ path: { name }, body: { paused, ...values } }, { changeShop }: ChangeParts) {
    const enabled = paused === undefined ? {} : { enabled: paused ? false : null }
    return changer(changeShop)({ name, values: { ...values, ...enabled } })
  },
})

function orNull<S extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(
  schema: S,
  description: string,
  isGood: (value: unknown) => boolean,
  error: string,
) {
  return field(
    Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }], description }),
    (value): FieldResult<Static<S> | null> =>
      value === null || isGood(value) ? { value: value as Static<S> | null } : { error },
  )
}

function changer(changeShop: ChangeShop | undefined): ChangeShop {
  if (!changeShop) throw new Error('this server has no settings file')
  return changeShop
}
