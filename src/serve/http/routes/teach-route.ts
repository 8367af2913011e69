// /api/v2/shops/teach: puts a value right by naming it, for a key with the scope.
import { defineRoute } from '../define-route.ts'
import { f, field, type FieldResult, required } from '../../../settings/fields.ts'
import { isRecord } from '#kit/schema/is-record'
import { Type } from '#kit/schema/json-schema'
import { namedSchema } from '../../../settings/named-schema.ts'
import { type Static, t } from '#kit/schema/schema'
import {
  findRuleProblem,
  TAUGHT_FIELDS,
  type TaughtField,
  type TaughtFields,
} from '#reader/taught/taught-rule'
import type { TeachRequest, TaughtView } from '../../../setup/teach-shop.ts'
import { readNamedValue } from '#reader/taught/taught-value'

/** Finds rules for the values, proves them, and writes them to the settings. */
export type TeachShop = (
  lesson: TeachRequest,
  caller: { readonly caller: string; readonly signal: AbortSignal },
) => Promise<TaughtView>

const TRIAL = 'general.product'
const URL_MAX = 2_048
const ALSO_MAX = 10

const Proof = namedSchema('TaughtProof', 'What a rule gives on a page of the shop', {
  url: t.text('The page'),
  field: t.text('Name of what was taught, such as `price`'),
  before: t.orNull(t.text(), 'What was read before'),
  value: t.orNull(t.text(), 'What is read there now; null if the rule finds nothing'),
  by: t.oneOf(['rule', 'reader'], '`reader`: the rule finds nothing there, and says `else: reader`'),
})

const Choice = namedSchema('PageChoice', 'A value that the page offers for a field', {
  value: t.text('What to name if it is right'),
  where: t.text('Where it stands, as the page writes it'),
})

const Taught = namedSchema('TaughtShop', 'What was taught about a shop', {
  shop: t.text('Its name in the list of shops'),
  rules: Type.Unsafe<TaughtFields>({
    type: 'object',
    description:
      'All rules of the shop by field, as in `wares.yaml`: a rule, a list of rules, or null for a field that the shop does not state',
    additionalProperties: true,
  }),
  before: t.map(t.orNull(t.text()), 'By taught field: what was read on this page before'),
  after: t.map(t.orNull(t.text()), 'By taught field: what is read on this page now'),
  proven: t.list(Proof, 'What the rules give on this and other pages of the shop'),
  warnings: t.list(t.text(), 'What may be wrong with a value, such as a price without tax'),
  choices: t.map(t.list(Choice), 'By field: what the page offers, most likely first'),
  entry: t.text('The entry for `wares.yaml`'),
  written: t.flag('Whether the rules were written'),
  problem: t.orNull(
    t.text(),
    'Why the rules were not written, or are not in effect; null if nothing is wrong',
  ),
})

type NamedValues = TeachRequest['values']

const values = field(
  Type.Unsafe<Readonly<Record<string, string | null>>>({
    type: 'object',
    description: `By field, the right value on this page, as the page writes it; null if the shop states none. Fields: ${TAUGHT_FIELDS.join(', ')}`,
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  }),
  (values): FieldResult<NamedValues> => readNamedValues(values),
)

/** For the command line too. */
export function readNamedValues(values: unknown): FieldResult<NamedValues> {
  if (!isRecord(values)) return { error: 'values must be an object of fields and their right values' }
  const namedValues: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = TAUGHT_FIELDS.find(one => one === name)
    if (field === undefined)
      return { error: `values: ${name.slice(0, 40)} cannot be taught`, accepted: TAUGHT_FIELDS }
    const meant = value === null ? { value: null } : readNamedValue(field, value)
    if ('error' in meant) return { error: `values: ${meant.error}` }
    namedValues[field] = meant.value
  }
  return { value: namedValues }
}

const selectors = field(
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    description:
      'By field, a CSS selector of the element that has the value: for pages on which no rule is found. Without a value, what it finds on this page is taught',
    additionalProperties: { type: 'string' },
  }),
  (selectors): FieldResult<NonNullable<TeachRequest['selectors']>> => readSelectors(selectors),
)

/** For the command line too. */
export function readSelectors(selectors: unknown): FieldResult<NonNullable<TeachRequest['selectors']>> {
  if (!isRecord(selectors)) return { error: 'selectors must be an object of fields and their CSS selectors' }
  for (const [name, css] of Object.entries(selectors)) {
    if (!TAUGHT_FIELDS.some(one => one === name))
      return { error: `selectors: ${name.slice(0, 40)} cannot be taught`, accepted: TAUGHT_FIELDS }
    const problem =
      typeof css !== 'string' || css === '' || css.length > SELECTOR_MAX
        ? { sentence: 'it must be a CSS selector' }
        : findRuleProblem({ [name]: { css } })
    if (problem) return { error: `selectors: ${name}: ${problem.sentence}` }
  }
  return { value: selectors }
}

const SELECTOR_MAX = 300

const urls = field(
  Type.Array(Type.String({ maxLength: URL_MAX }), {
    description: 'Other product pages of the shop on which the rules must hold, at most 10',
  }),
  (value): FieldResult<readonly string[]> =>
    Array.isArray(value) &&
    value.length <= ALSO_MAX &&
    value.every(one => typeof one === 'string' && one.length <= URL_MAX)
      ? { value: value as string[] }
      : { error: `also must be a list of at most ${ALSO_MAX} URLs` },
)

const forget = field(
  Type.Array(Type.Unsafe<TaughtField>({ type: 'string', enum: [...TAUGHT_FIELDS] }), {
    description: 'Fields whose rules are removed',
  }),
  (value): FieldResult<readonly TaughtField[]> =>
    Array.isArray(value) && value.every(one => TAUGHT_FIELDS.includes(one as TaughtField))
      ? { value: value as TaughtField[] }
      : { error: `forget must be a list of ${TAUGHT_FIELDS.join(', ')}`, accepted: TAUGHT_FIELDS },
)

const example: Static<typeof Taught> = {
  shop: 'shop.example',
  rules: { price: { css: 'td.fill', attr: 'data-eur' } },
  before: { price: '24.90' },
  after: { price: '166.00' },
  proven: [
    {
      url: 'https://shop.example/products/oak-lamp',
      field: 'price',
      before: '24.90',
      value: '166.00',
      by: 'rule',
    },
    {
      url: 'https://shop.example/products/ash-lamp',
      field: 'price',
      before: null,
      value: '89.00',
      by: 'rule',
    },
  ],
  warnings: [],
  choices: { price: [{ value: '24.90', where: 'next to “Shipping”' }] },
  entry:
    'reader:\n  hosts:\n    - host: shop.example\n      fields:\n        price: { css: td.fill, attr: data-eur }\n',
  written: true,
  problem: null,
}

export const teachRoute = defineRoute({
  id: 'shops.teach',
  tag: 'shops',
  method: 'POST',
  path: '/api/v2/shops/teach',
  scope: ['shops', TRIAL],
  summary: 'Put a value right by naming it',
  description:
    'What `wares teach` does: finds where the value stands on the page, makes the most stable rule that gives it, proves the rule on the page, on `also`, on products of the shop that are watched or recorded, or else on up to two products that the page links to, and writes it under the shop in the settings file. Without `values`, it only lists what the page offers for each field. Counts as one request for a product, within the limits of the shop.',
  answers: {
    201: 'The rules were written.',
    200: 'Nothing was written: a dry run, no change, or see `problem`.',
  },
  problems: ['upstream_changed', 'upstream_timeout', 'not_found'],
  body: {
    title: 'Lesson',
    description: 'What is right on a page of a listed shop',
    refusesMore: true,
    fields: {
      url: required(f.text('URL of a product page of the shop', { max: URL_MAX })),
      values,
      selectors,
      also: urls,
      forget,
      dry_run: f.flag('Only show the rules and what they give, and write nothing'),
    },
  },
  result: Taught,
  statusOf: ({ written }) => (written ? 201 : 200),
  example: {
    body: { url: 'https://shop.example/products/oak-lamp', values: { price: '166.00' } },
    result: example,
    otherwise: { ...example, written: false },
  },
  async handle({ body, caller, signal }, { teachShop }: { readonly teachShop?: TeachShop | undefined }) {
    if (!teachShop) throw new Error('this server has no settings file')
    const lesson: TeachRequest = {
      url: body.url,
      values: body.values ?? {},
      selectors: body.selectors ?? {},
      also: body.also ?? [],
      forget: body.forget ?? [],
      isDryRun: body.dry_run === true,
    }
    return await caller.counted(TRIAL, () => teachShop(lesson, { caller: caller.key.id, signal }))
  },
})
