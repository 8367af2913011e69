// The fields of a watch: what is watched and by which rules, each with its schema and its reader.
import type { TSchema } from 'typebox'
import { type DeepReadonly, field, type Field, type FieldResult, type Values } from '../fields.ts'
import { isRecord } from '#kit/schema/is-record'
import { Type } from '#kit/schema/json-schema'
import { describedSchema } from '../named-schema.ts'
import { isStorable } from '#kit/schema/json-values'
import { parseActive } from './active-times.ts'
import { parseConditions } from './condition.ts'
import { durationText, parseDuration } from './duration.ts'
import { EVERY_MIN_S, parseInterval, shownInterval, writtenInterval } from './interval.ts'
import type { WatchRules, RuleViews } from './kept-rules.ts'
import { oneLine, readVariant, WatchVariant } from './variant.ts'

const NAME_MAX = 200
const KEEP_DAYS_MAX = 3_650
const CONFIRM_MAX = 5
const COOLDOWN_MAX_S = 30 * 86_400
const TAGS_MAX = 20
const RECEIVERS_MAX = 20

/** A field of the input, which means a part of the rules; also an option of the command line, a column of CSV, a line of a table. */
export interface RuleField<S extends TSchema> extends Field<S, WatchRules, 'optional'>, Texts {
  /** What stands for the value in the help of an option. */
  readonly placeholder: string
}

interface Texts {
  /** Text for an option or a cell, empty for the default; if missing, the value of the same name is the text. */
  readonly text?: (watch: ShownRules) => string
  /** Text for people, if it differs. */
  readonly shown?: (watch: ShownRules) => string
}

type ShownRules = DeepReadonly<RuleViews>

/** `read` returns the part of the rules that the value means. */
function rule<S extends TSchema>(
  schema: S,
  read: (value: unknown) => WatchRules | { readonly error: string },
  placeholder: string,
  texts: Texts = {},
): RuleField<S> {
  const own = field(schema, (value, name): FieldResult<WatchRules> => {
    const parsed = read(value)
    return 'error' in parsed ? { error: `${name}: ${parsed.error}` } : { value: parsed }
  })
  return { ...own, placeholder, ...texts }
}

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** The rules of a watch: HTTP, wares.yaml, CSV, the command line, agents and the page read these. */
export const ruleFields = {
  every: rule(
    Type.Union([Type.String(), Type.Integer({ minimum: EVERY_MIN_S })], {
      description:
        'Time between checks: `15m`, `1h`, `1d`, a number of seconds (at least 60), or `auto`, which follows how often the product changes',
      default: '1h',
    }),
    value => {
      const isGiven = typeof value === 'string' || typeof value === 'number'
      return isGiven ? parseInterval(value) : { error: 'it must be a time such as 15m, or auto' }
    },
    'time',
    {
      text: watch => writtenInterval({ everyS: watch.every_s, isAuto: watch.auto }),
      shown: watch => shownInterval(watch.every_s, watch.auto),
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
    'condition',
    { shown: watch => watch.when ?? 'any change' },
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
    'n',
    {
      text: watch => (watch.confirm === 1 ? '' : String(watch.confirm)),
      shown: watch => (watch.confirm === 1 ? '' : `${watch.confirm} checks in a row`),
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
    'time',
    { text: watch => (watch.cooldown_s === 0 ? '' : durationText(watch.cooldown_s)) },
  ),
  active: rule(
    orNull(Type.String(), 'When checks run: `Mon-Fri 08:00-20:00 Europe/Berlin`; always by default'),
    value => {
      if (value === null) return { active: null }
      return typeof value === 'string' ? parseActive(value) : { error: 'it must be a text' }
    },
    'times',
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
    'words',
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
    'ids',
  ),
  name: rule(
    Type.String({ maxLength: NAME_MAX, description: 'Display name' }),
    value => {
      const text = typeof value === 'string' ? oneLine(value) : ''
      if (text !== '' && text.length <= NAME_MAX && isStorable(text)) return { name: text }
      return { error: `it must be a text of at most ${NAME_MAX} characters` }
    },
    'name',
  ),
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
    'n',
  ),
} as const

/** The text of each rule of a watch, by its name; empty for the default. */
export function ruleTexts(watch: ShownRules, isForPeople = false): Record<keyof typeof ruleFields, string> {
  const { variant: _inShort, ...values } = watch
  const plain = new Map<string, number | string | boolean | readonly string[] | null>(Object.entries(values))
  const texts = Object.entries<Texts>(ruleFields).map(([name, { text, shown }]) => {
    const value = plain.get(name) ?? ''
    const own = (isForPeople && shown) || text
    return [name, own ? own(watch) : typeof value === 'object' ? value.join(' ') : String(value)]
  })
  return Object.fromEntries(texts) as Record<keyof typeof ruleFields, string>
}

/** All that the fields of a body mean together. */
export function mergeRules(values: Partial<Values<typeof ruleFields>>): WatchRules {
  const names = Object.keys(ruleFields) as (keyof typeof ruleFields)[]
  return Object.assign({}, ...names.map(name => values[name])) as WatchRules
}

const anyText = <S extends TSchema>(schema: S) => field(schema, (value): FieldResult<unknown> => ({ value }))

/** What is watched. The operation that it stands for reads `url`, `catalog` and `params`. */
const targetFields = {
  url: anyText(Type.String({ description: 'URL of a product page', format: 'uri' })),
  catalog: field(
    Type.String({ description: 'Name or URL of a shop, instead of `url`: watches its catalog' }),
    (value): FieldResult<string> =>
      typeof value === 'string'
        ? { value }
        : { error: 'catalog must be the name or the address of a shop, as text' },
  ),
  operation: field(
    Type.String({ description: 'Id of an operation, instead of `url`' }),
    (value): FieldResult<string> => (typeof value === 'string' ? { value } : { error: OPERATION_ERROR }),
  ),
  params: field(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'Parameters of the operation',
    }),
    (value): FieldResult<Readonly<Record<string, unknown>>> =>
      isRecord(value) ? { value } : { error: 'params must be an object of parameters' },
  ),
  variant: field(
    describedSchema(WatchVariant, 'Narrows the watch: price and availability are those of this variant'),
    readVariant,
  ),
} as const

/** The variant of an existing watch. */
export const editedVariant = field(
  orNull(WatchVariant, 'Another variant, or null for the whole product; facts and history start over'),
  readVariant,
)

const paused = field(
  Type.Boolean({ description: 'Whether checks are paused' }),
  (value, name): FieldResult<boolean> => {
    if (typeof value === 'boolean') return { value }
    // A cell of CSV is text.
    if (value === 'true' || value === 'false') return { value: value === 'true' }
    return { error: `${name} must be true or false` }
  },
)

export const OPERATION_ERROR = 'operation must be the id of an operation, such as general.product'

export const watchFields = { ...targetFields, ...ruleFields, paused } as const

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'string')
}
