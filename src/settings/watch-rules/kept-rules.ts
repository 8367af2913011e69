// The rules of a watch as they are kept: for each its column, and how the API shows it. Row, watch and view derive from these.
import type { TSchema } from 'typebox'
import { Type } from '#kit/schema/json-schema'
import { type Static, t } from '#kit/schema/schema'
import { EVERY_DEFAULT_S } from './interval.ts'
import { type VariantChoice, WatchVariant } from './variant.ts'

/** `initial`: of a watch that does not set it. */
function kept<const Column extends string, S extends TSchema, V, C, const View extends string>(
  column: Column,
  view: View,
  schema: S,
  initial: V,
  ways: { readonly toColumn: (value: V) => C; readonly fromColumn: (cell: C) => V },
) {
  return { column, view, schema, initial, ...ways }
}

/** A rule with the same value in the table and in the API. */
function plain<const Name extends string, S extends TSchema, V>(name: Name, schema: S, initial: V) {
  return kept(name, name, schema, initial, { toColumn: value => value, fromColumn: (cell: V) => cell })
}

type Text = string | null
type Ids = readonly string[] | null

/** Rules in the order in which the API shows them. */
const keptRules = {
  name: plain('name', t.text('Display name: the given one, else that of the product, else the URL'), ''),
  everyS: plain(
    'every_s',
    Type.Integer({ minimum: 60, description: 'Seconds between checks' }),
    EVERY_DEFAULT_S as number,
  ),
  isAuto: kept('auto', 'auto', t.flag('Whether `every_s` is learned from what the checks find'), false, {
    toColumn: Number,
    fromColumn: (cell: number) => cell === 1,
  }),
  when: kept(
    'condition',
    'when',
    t.orNull(t.text(), 'When to alert, several conditions separated by ` or `; null for any change'),
    null as Text,
    { toColumn: value => value, fromColumn: (cell: Text) => cell },
  ),
  keepDays: plain(
    'keep_days',
    t.orNull(t.integer(), 'Days of history to keep; null for the server’s setting'),
    null as number | null,
  ),
  variant: kept(
    'variant',
    'variant',
    t.orNull(WatchVariant, 'The variant that the watch is narrowed to; null for the whole product'),
    null as VariantChoice | null,
    {
      toColumn: value => value && JSON.stringify(value),
      fromColumn: (cell: Text) => (cell === null ? null : (JSON.parse(cell) as VariantChoice)),
    },
  ),
  confirm: plain('confirm', t.integer('How many checks in a row must see a change before it counts'), 1),
  cooldownS: plain('cooldown_s', t.integer('At most one alert in this many seconds; 0 for no limit'), 0),
  active: plain('active', t.orNull(t.text(), 'When checks run; null for always'), null as Text),
  tags: kept('tags', 'tags', t.list(t.text(), 'Words that group watches'), [] as readonly string[], {
    toColumn: tags => tags.join(' '),
    fromColumn: (cell: string) => cell.split(' ').filter(Boolean),
  }),
  notify: kept(
    'notify',
    'notify',
    t.orNull(t.list(t.text()), 'Ids of the receivers of its messages; null for all'),
    null as Ids,
    {
      toColumn: ids => (ids ?? []).join(' '),
      fromColumn: (cell: string) => (cell === '' ? null : cell.split(' ')),
    },
  ),
}

type RuleTable = typeof keptRules
type Name = keyof RuleTable

export type RuleValues = { readonly [K in Name]: RuleTable[K]['initial'] }
/** The part of a watch that people may change. */
export type WatchRules = Partial<RuleValues>
export type RuleColumns = { [K in Name as RuleTable[K]['column']]: ReturnType<RuleTable[K]['toColumn']> }
type RuleSchemas = { readonly [K in Name as RuleTable[K]['view']]: RuleTable[K]['schema'] }
export type RuleViews = { [K in keyof RuleSchemas]: Static<RuleSchemas[K]> }

type AnyRule = ReturnType<typeof kept<string, TSchema, unknown, unknown, string>>
const all = Object.entries(keptRules) as [Name, AnyRule][]

/** The rules of a watch that sets nothing. */
export const INITIAL_RULES = from(all.map(([name, { initial }]) => [name, initial])) as RuleValues

export const ruleSchemas = from(all.map(([, { view, schema }]) => [view, schema])) as RuleSchemas

export function rulesOfRow(row: RuleColumns): RuleValues {
  const cells: Readonly<Record<string, unknown>> = row
  return from(all.map(([name, { column, fromColumn }]) => [name, fromColumn(cells[column])])) as RuleValues
}

/** The columns of the rules that are set. */
export function ruleColumns(rules: RuleValues): RuleColumns
export function ruleColumns(rules: WatchRules): Partial<RuleColumns>
export function ruleColumns(rules: WatchRules): Partial<RuleColumns> {
  const presentRules = all.filter(([name]) => rules[name] !== undefined)
  return from(
    presentRules.map(([name, { column, toColumn }]) => [column, toColumn(rules[name])]),
  ) as Partial<RuleColumns>
}

export function ruleViews(rules: RuleValues): RuleViews {
  return from(all.map(([name, { view }]) => [view, rules[name]])) as RuleViews
}

function from(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries)
}
