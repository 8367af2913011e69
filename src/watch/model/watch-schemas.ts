// What the API says of watches, their history and their changes: a schema for each view.
import { Type } from '#kit/schema/json-schema'
import { describedSchema, MEANING, namedSchema } from '../../settings/named-schema.ts'
import { type Static, t } from '#kit/schema/schema'
import { ruleSchemas } from '../../settings/watch-rules/kept-rules.ts'
import { changeTypeSchema } from './change-types.ts'

const time = (description?: string) => t.text({ ...(description && { description }), format: 'date-time' })
const timeOrNull = (description: string) => t.orNull(time(), description)
const textOrNull = (description: string) => t.orNull(t.text(), description)

const WatchMoney = namedSchema('WatchMoney', 'An exact amount with its currency', {
  amount: t.text({ description: 'Decimal', examples: ['119.99'] }),
  currency: t.text({ description: 'ISO 4217', examples: ['GBP'] }),
})

const factValue = Type.Union([Type.String(), Type.Number(), WatchMoney, Type.Null()])

const WatchFacts = {
  ...t.map(Type.Union([...factValue.anyOf, t.map(t.map(factValue))])),
  title: 'WatchFacts',
  description:
    'Money is `{amount, currency}`; `variants` and `sites` are objects keyed by name. For operations other than `general.*`, values are keyed by JSON Pointer',
  [MEANING]:
    'Money is `{amount, currency}`; `variants` and `sites` are objects keyed by name. For operations other than `general.*`, values are keyed by JSON Pointer',
}

const WatchCheck = namedSchema('WatchCheck', 'Result of a check', {
  at: time('When'),
  outcome: t.text('`ok`, or the code of a problem'),
  request_id: t.text('`X-Request-Id` of the check'),
  detail: textOrNull('What went wrong'),
  failures: t.integer('Failed checks in a row'),
})

const { name, ...otherRules } = ruleSchemas

const watchProperties = {
  id: t.text('Id of the watch; never changes'),
  name,
  url: textOrNull('URL of the product; null for a watch of another operation'),
  operation: t.text({ description: 'Id of the operation that is checked', examples: ['general.product'] }),
  params: t.open('Parameters of the operation'),
  ...otherRules,
  state: t.oneOf(['new', 'ok', 'failing', 'gone', 'paused'], 'Status of the watch'),
  paused_by: textOrNull(
    'Why the watch is paused, other than on request: `key_revoked` if its key was revoked or has expired, `shop_removed` or `shop_paused` until its shop is back in the settings',
  ),
  owner: textOrNull('Id of the key that made the watch; null for the operator'),
  source: t.oneOf(['api', 'file'], '`file`: it is set in `wares.yaml`, and changed only there'),
  facts: t.orNull(WatchFacts, 'What the last successful check found; null before the first'),
  last_check: t.orNull(WatchCheck, 'The latest check, successful or not; null before the first'),
  last_ok_at: timeOrNull('Time of the last successful check'),
  next_check_at: timeOrNull('When the next check is due; null while the watch is paused'),
  created_at: time('When it was created'),
}

export const Watch = namedSchema('Watch', 'One operation that is checked on a schedule', watchProperties)
export type WatchView = Static<typeof Watch>

const next = textOrNull('Value of `after` for the next page; null on the last page')

export const WatchPage = namedSchema('WatchPage', 'A page of watches', {
  watches: t.list(Watch, 'At most `limit`'),
  next,
})

const ConditionWindow = namedSchema('ConditionWindow', 'The time that a condition looks back on', {
  seconds: t.integer('Its length'),
  seen_seconds: t.integer('How much of it had a known price'),
})

const AlertBaseline = namedSchema('AlertBaseline', 'The value that an alert is measured from', {
  is: t.oneOf(['bound', 'first_price', 'last_alert', 'highest', 'lowest', 'stock'], 'Where it comes from'),
  value: Type.Union([WatchMoney, Type.String()], { description: 'A price, or an availability' }),
  at: timeOrNull('When it was first seen; null for a bound'),
})

const MetCondition = namedSchema('MetCondition', 'A condition, and what the new value was held against', {
  when: t.text('As it is written in the watch: `price drops 10%`'),
  baseline: t.orNull(AlertBaseline, 'What the new value was compared with; null for any change'),
  window: t.orNull(ConditionWindow, 'For a condition with a time, such as `in 7d`'),
})

export const AlertReason = namedSchema('AlertReason', 'Why a change is an alert', {
  conditions: t.list(MetCondition, 'The conditions that are met'),
  since: time('The first check that saw the new value'),
  times_seen: t.integer('How many checks have seen it'),
  request_ids: t.list(t.text(), '`X-Request-Id` of these checks'),
})

const sampleProperties = {
  url: t.text('URL of the product page'),
  name: textOrNull('Title; null if neither the list nor the page states one'),
  image: textOrNull('URL of a picture; null if the list states none'),
}

const differences = {
  before: t.orNull(WatchFacts, 'The changed values, before; null for a product that is new or removed'),
  after: t.orNull(WatchFacts, 'The changed values, after'),
}

const CatalogSample = namedSchema('CatalogSample', 'A product of a catalog, in short', {
  ...sampleProperties,
  ...differences,
})

export const CatalogNews = namedSchema('CatalogNews', 'The products that a change of a catalog is about', {
  count: t.integer('How many'),
  matched: t.integer('How many of them meet the condition of the watch'),
  products: t.list(
    CatalogSample,
    'At most ten of them: those that meet the condition first, largest move first',
  ),
  rows: t.text('Path of all of them'),
})

const PricePoint = namedSchema('PricePoint', 'A price, and the check that saw it first', {
  at: time('When'),
  price: t.orNull(WatchMoney, 'null if the list stated none'),
})

export const CatalogProduct = namedSchema('CatalogProduct', 'A product of a watched catalog', {
  ...sampleProperties,
  state: t.oneOf(
    ['listed', 'unlisted', 'removed'],
    '`unlisted`: no longer listed, but its page does not say that it is gone',
  ),
  first_seen: time('The check that found it first'),
  last_seen: time('The last check whose list named it'),
  removed_at: timeOrNull('The check that found it removed'),
  price: t.orNull(WatchMoney, 'As the list states it; null if it does not'),
  list_price: t.orNull(WatchMoney, 'Price before a reduction'),
  price_max: t.orNull(WatchMoney, 'Highest price of the variants; null if all cost the same'),
  availability: textOrNull('`in_stock`, `out_of_stock` and so on; null if the list does not say'),
  previous_price: t.orNull(WatchMoney, 'The last other price in the same currency; null if there was none'),
  moved: t.orNull(t.number(), '`-0.2` for a drop of 20% from the previous price; null without one'),
  since: timeOrNull('Since when price and availability are as they are'),
  prices: t.list(PricePoint, 'Prices over time, oldest first, at most 30; empty unless `include=prices`'),
  ...differences,
  conditions: t.list(t.text(), 'Of a change: the conditions that this product meets'),
})

export const CatalogProducts = namedSchema('CatalogProducts', 'A page of the products of a catalog', {
  watch: t.text('Id of the watch'),
  products: t.list(CatalogProduct, 'At most `limit`'),
  next,
})

const changeType = describedSchema(changeTypeSchema, 'What changed')
const before = describedSchema(WatchFacts, 'The changed values, before')
const after = describedSchema(WatchFacts, 'The changed values, after')
const why = t.orNull(AlertReason, 'Why the change is an alert; null if it is none')

const Change = namedSchema('Change', 'A difference that a check found', {
  id: t.text('Cursor of the change; ids only increase'),
  at: time('Time of the check that found it'),
  type: changeType,
  watch: t.text('Id of the watch; empty for `site.*` and `canary.*`, which belong to none'),
  name: textOrNull('Name of the watch; null without a watch, or when it was removed'),
  url: textOrNull('URL of the product; null like `name`, and for a watch of another operation'),
  before,
  after,
  catalog: t.orNull(CatalogNews, 'The products of a `catalog.*` change; null for any other'),
  alert: t.flag('Whether the change meets the condition of the watch'),
  request_id: t.text('`X-Request-Id` of the check'),
  why,
})
export type ChangeView = Static<typeof Change>

export const ChangePage = namedSchema('ChangePage', 'A page of changes', {
  changes: t.list(Change, 'In the requested order'),
  cursor: t.text('Value of `after` for the next page'),
})

export const ChangeMessage = namedSchema('ChangeMessage', 'Body of a webhook', {
  type: changeType,
  timestamp: time('Time of the change'),
  data: describedSchema(Change, 'The change itself'),
})

export const CheckedWatch = namedSchema('CheckedWatch', 'A watch after a check', {
  ...watchProperties,
  changes: t.list(Change, 'Changes that the check found, as they are in the feed'),
  running: t.flag('Whether the check continues: a long catalog is read in the background from here'),
})

const TriedAlert = namedSchema('TriedAlert', 'An alert that would have been sent', {
  at: time('The check that saw the new value first'),
  type: changeType,
  before,
  after,
  why,
})

export const TriedAlerts = namedSchema('TriedAlerts', 'The alerts that the rules would have sent', {
  from: time('Start of the history: when the watch was created'),
  to: time('End: now'),
  alerts: t.list(TriedAlert, 'Oldest first; may be empty'),
  thinned: t.flag('Whether the history was downsampled, so that short changes may be missing'),
})

const HistorySpan = namedSchema('HistorySpan', 'Facts and the period in which they were seen', {
  first_seen: time('The check that saw them first'),
  last_seen: time('The check that saw them last'),
  facts: describedSchema(WatchFacts, 'What was seen from `first_seen` to `last_seen`'),
})

const HistoryGap = namedSchema('HistoryGap', 'A period without a successful check', {
  from: time('Start of the period'),
  to: time('End'),
  outcome: t.text('The code of a problem, `not_checked`, or `product_replaced`'),
})

const PriceStats = namedSchema('PriceStats', 'Time-weighted statistics', {
  min: describedSchema(WatchMoney, 'Lowest price seen'),
  max: describedSchema(WatchMoney, 'Highest price seen'),
  median: describedSchema(WatchMoney, 'Time-weighted median'),
  mean: describedSchema(WatchMoney, 'Time-weighted average'),
  seconds: t.integer('Seconds covered, without gaps'),
})

export const WatchHistory = namedSchema('WatchHistory', 'Facts over time', {
  watch: t.text('Id of the watch'),
  from: time('Start of the period'),
  to: time('End'),
  spans: t.list(HistorySpan, 'Oldest first'),
  gaps: t.list(HistoryGap, 'Oldest first; may be empty'),
  stats: t.map(PriceStats, 'Statistics for `price` and `list_price`, if there are any'),
  thinned: t.flag('Whether the history was downsampled'),
})
