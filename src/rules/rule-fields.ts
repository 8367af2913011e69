// The fields of a watch: what is watched and by which rules, each with its schema and its reader.
import type { TSchema } from 'typebox'
import { field, type Read, type Values } from '../kit/define/fields.ts'
import { isRecord } from '../kit/json/is-record.ts'
import { Type } from '../kit/json/json-schema.ts'
import { as, named } from '../kit/json/named-schema.ts'
import { t } from '../kit/json/schema.ts'
import { isStorable } from '../kit/json/json-values.ts'
import { parseActive } from './active-times.ts'
import { parseConditions } from './condition.ts'
import { parseDuration } from './duration.ts'
import { EVERY_MIN_S, parseInterval } from './interval.ts'

const NAME_MAX = 200
const KEEP_DAYS_MAX = 3_650
const CONFIRM_MAX = 5
const COOLDOWN_MAX_S = 30 * 86_400
const TAGS_MAX = 20
const RECEIVERS_MAX = 20
const VARIANT_TEXT_MAX = 100

/** The part of a watch that people may change. */
export interface Rules {
  readonly name?: string
  readonly everyS?: number
  readonly isAuto?: boolean
  readonly when?: string | null
  readonly keepDays?: number | null
  readonly confirm?: number
  readonly cooldownS?: number
  readonly active?: string | null
  readonly tags?: readonly string[]
  readonly notify?: readonly string[] | null
}

/** `read` returns the part of the rules that the value means. */
function rule<S extends TSchema>(schema: S, read: (value: unknown) => Rules | { readonly error: string }) {
  return field(schema, (given, name): Read<Rules> => {
    const found = read(given)
    return 'error' in found ? { error: `${name}: ${found.error}` } : { value: found }
  })
}

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** The rules of a watch: HTTP, wares.yaml, CSV, the command line, agents and the page read these. */
export const ruleFields = {
  every: rule(
    Type.Union([Type.String(), Type.Integer({ minimum: EVERY_MIN_S })], {
      description:
        'Interval: `15m`, `1h`, `1d`, or seconds, at least 60; `auto` learns it from how often the product changes',
      default: '1h',
    }),
    value => {
      const isGiven = typeof value === 'string' || typeof value === 'number'
      return isGiven ? parseInterval(value) : { error: 'it must be a time such as 15m, or auto' }
    },
  ),
  when: rule(
    Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()], {
      description:
        'When to alert: `price < 100`, `price drops 10%`, `price lowest in 30d`, `back in stock`; a list for any of several; any change by default',
    }),
    value => {
      if (value === null) return { when: null }
      const texts = typeof value === 'string' ? [value] : value
      if (!isTexts(texts))
        return { error: 'it must be a condition such as "price < 100", or a list of conditions' }
      const parsed = parseConditions(texts)
      return 'error' in parsed ? parsed : { when: texts.map(text => text.trim()).join(' or ') }
    },
  ),
  confirm: rule(
    Type.Integer({
      minimum: 1,
      maximum: CONFIRM_MAX,
      default: 1,
      description: 'How many checks in a row must see a change before it counts',
    }),
    value => {
      if (isWhole(value, CONFIRM_MAX)) return { confirm: value }
      return { error: `it must be a whole number from 1 to ${CONFIRM_MAX}` }
    },
  ),
  cooldown: rule(
    Type.Union([Type.String(), Type.Integer(), Type.Null()], {
      description: 'At most one alert in this time: `6h`, or seconds',
    }),
    value => {
      if (value === null) return { cooldownS: 0 }
      const isGiven = typeof value === 'string' || typeof value === 'number'
      const seconds = isGiven ? parseDuration(value) : undefined
      if (seconds === undefined || seconds > COOLDOWN_MAX_S)
        return { error: 'it must be a time such as 6h, of at most 30 days' }
      return { cooldownS: seconds }
    },
  ),
  active: rule(
    orNull(Type.String(), 'When checks run: `Mon-Fri 08:00-20:00 Europe/Berlin`; always by default'),
    value => {
      if (value === null) return { active: null }
      return typeof value === 'string' ? parseActive(value) : { error: 'it must be a text' }
    },
  ),
  tags: rule(
    Type.Union([Type.Array(Type.String()), Type.String()], { description: 'Words to group watches by' }),
    value => {
      const tags = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
      const isGood =
        Array.isArray(tags) &&
        tags.length <= TAGS_MAX &&
        tags.every(tag => typeof tag === 'string' && /^[\p{L}\p{N}_.:-]{1,40}$/u.test(tag))
      // An empty list removes all.
      if (isGood) return { tags: [...new Set(tags as string[])] }
      return { error: `at most ${TAGS_MAX} words of letters, digits, "-", "_", "." and ":"` }
    },
  ),
  notify: rule(
    Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()], {
      description: 'Ids of the receivers of its messages, as `wares notify list` shows them; all by default',
    }),
    value => {
      if (value === null || value === '') return { notify: null }
      const ids = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
      const isGood =
        Array.isArray(ids) &&
        ids.length > 0 &&
        ids.length <= RECEIVERS_MAX &&
        ids.every(id => typeof id === 'string' && /^(?:wh|nt)_[0-9a-f]{16}$/.test(id))
      if (isGood) return { notify: [...new Set(ids as string[])] }
      return { error: `it must be a list of 1 to ${RECEIVERS_MAX} ids such as nt_0123456789abcdef` }
    },
  ),
  name: rule(Type.String({ maxLength: NAME_MAX, description: 'Display name' }), value => {
    const text = typeof value === 'string' ? oneLine(value) : ''
    if (text !== '' && text.length <= NAME_MAX && isStorable(text)) return { name: text }
    return { error: `it must be a text of at most ${NAME_MAX} characters` }
  }),
  keep_days: rule(
    orNull(
      Type.Integer({ minimum: 1, maximum: KEEP_DAYS_MAX }),
      'Days of history to keep; defaults to the server’s setting',
    ),
    value => {
      if (value === null) return { keepDays: null }
      if (isWhole(value, KEEP_DAYS_MAX)) return { keepDays: value }
      return { error: `it must be a whole number from 1 to ${KEEP_DAYS_MAX}` }
    },
  ),
} as const

/** All that the fields of a body mean together. */
export function mergeRules(values: Partial<Values<typeof ruleFields>>): Rules {
  const names = Object.keys(ruleFields) as (keyof typeof ruleFields)[]
  return Object.assign({}, ...names.map(name => values[name])) as Rules
}

export const VARIANT_FIELDS = ['size', 'color', 'condition', 'sku', 'gtin'] as const

/** At least one field. All that are given must match. */
export type VariantChoice = Readonly<Partial<Record<(typeof VARIANT_FIELDS)[number], string>>>

export const WatchVariant = named(
  'WatchVariant',
  'A variant of a product; everything that is given must match',
  {
    size: t.optional(t.text('Size label, as the shop writes it')),
    color: t.optional(t.text('Colour name, as the shop writes it')),
    condition: t.optional(t.text('`new`, `used`, `refurbished` or `damaged`')),
    sku: t.optional(t.text('The shop’s own number')),
    gtin: t.optional(t.text('EAN, UPC or another article number of 8 to 14 digits')),
  },
)

const anyText = <S extends TSchema>(schema: S) => field(schema, (value): Read<unknown> => ({ value }))

/** What is watched. The operation that it stands for reads `url`, `catalog` and `params`. */
const targetFields = {
  url: anyText(Type.String({ description: 'URL of a product page', format: 'uri' })),
  catalog: field(
    Type.String({ description: 'Name or address of a shop, in place of `url`: watches its catalog' }),
    (given): Read<string> =>
      typeof given === 'string'
        ? { value: given }
        : { error: 'catalog must be the name or the address of a shop, as text' },
  ),
  operation: field(
    Type.String({ description: 'Id of an operation, in place of `url`' }),
    (given): Read<string> => (typeof given === 'string' ? { value: given } : { error: OPERATION_ERROR }),
  ),
  params: field(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'Parameters of the operation',
    }),
    (given): Read<Readonly<Record<string, unknown>>> =>
      isRecord(given) ? { value: given } : { error: 'params must be an object of parameters' },
  ),
  variant: field(
    as(WatchVariant, 'Narrows the watch: price and availability are those of this variant'),
    readVariant,
  ),
} as const

/** Of a watch that exists. */
export const editedVariant = field(
  orNull(WatchVariant, 'Another variant, or null for the whole product; facts and history start over'),
  readVariant,
)

const paused = field(
  Type.Boolean({ description: 'Whether checks are paused' }),
  (given, name): Read<boolean> => {
    if (typeof given === 'boolean') return { value: given }
    // As CSV has it.
    if (given === 'true' || given === 'false') return { value: given === 'true' }
    return { error: `${name} must be true or false` }
  },
)

export const OPERATION_ERROR = 'operation must be the id of an operation, such as general.product'

/** The fields of a watch to create. */
export const watchFields = { ...targetFields, ...ruleFields, paused } as const

/** Also a text such as `size=9, color=Forest`, as the command line and CSV have it. */
export function readVariant(value: unknown): Read<VariantChoice | null> {
  if (value === null || value === '') return { value: null }
  const given = typeof value === 'string' ? fieldsOf(value) : value
  const entries = isRecord(given) ? Object.entries(given).filter(([, one]) => one !== null) : []
  const isGood = entries.every(
    ([name, one]) =>
      (VARIANT_FIELDS as readonly string[]).includes(name) &&
      (typeof one === 'string' || typeof one === 'number') &&
      oneLine(String(one)) !== '' &&
      isStorable(String(one)) &&
      String(one).length <= VARIANT_TEXT_MAX,
  )
  if (entries.length === 0 || !isGood)
    return {
      error: `variant: it must have one or more of ${VARIANT_FIELDS.join(', ')}, such as {"size": "9"}`,
    }
  // In one order, so that the same variant is the same watch.
  const texts = new Map(entries.map(([name, one]) => [name, oneLine(String(one))]))
  const named = VARIANT_FIELDS.flatMap(name => (texts.has(name) ? [[name, texts.get(name)]] : []))
  return { value: Object.fromEntries(named) as VariantChoice }
}

function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map(part => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()]
    }),
  )
}

/** Messages put it into a subject or a header, and a table into a line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'string')
}
