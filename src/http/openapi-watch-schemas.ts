// The schemas of watches, their history and changes in the OpenAPI document.
import { CHANGE_TYPES } from '../watch/change-types.ts'
import { type Json, object, orNull, ref, text, time } from './openapi-watch-parts.ts'
import { webhookSchemas } from './openapi-webhooks.ts'

const FACTS_NOTE =
  'Money is `{amount, currency}`; `variants` and `sites` are objects keyed by name. For operations other than `general.*`, values are keyed by JSON Pointer'

const written = {
  every: {
    description:
      'Interval: `15m`, `1h`, `1d`, or seconds, at least 60; `auto` learns it from how often the product changes',
    anyOf: [{ type: 'string' }, { type: 'integer', minimum: 60 }],
    default: '1h',
  },
  when: {
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
    description:
      'When to alert: `price < 100`, `price drops 10%`, `price lowest in 30d`, `back in stock`; a list for any of several; any change by default',
  },
  confirm: {
    type: 'integer',
    minimum: 1,
    maximum: 5,
    default: 1,
    description: 'How many checks in a row must see a change before it counts',
  },
  cooldown: {
    anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
    description: 'At most one alert in this time: `6h`, or seconds',
  },
  active: {
    ...orNull({ type: 'string' }),
    description: 'When checks run: `Mon-Fri 08:00-20:00 Europe/Berlin`; always by default',
  },
  tags: {
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    description: 'Words to group watches by',
  },
  name: text('Display name', { maxLength: 200 }),
  keep_days: {
    ...orNull({ type: 'integer', minimum: 1, maximum: 3_650 }),
    description: 'Days of history to keep; defaults to the server’s setting',
  },
}

const watchProperties = {
  id: text('Id of the watch; never changes'),
  name: text('Display name: the given one, else that of the product, else the URL'),
  url: orNull(text('URL of the product; null for a watch of another operation')),
  operation: text('Id of the operation that is checked', { examples: ['general.product'] }),
  params: { type: 'object', description: 'Parameters of the operation', additionalProperties: true },
  every_s: { type: 'integer', minimum: 60, description: 'Seconds between checks' },
  auto: { type: 'boolean', description: 'Whether `every_s` is learned from what the checks find' },
  when: orNull(text('When to alert, several conditions separated by ` or `; null for any change')),
  keep_days: orNull({
    type: 'integer',
    description: 'Days of history to keep; null for the server’s setting',
  }),
  variant: orNull(
    ref('WatchVariant', 'The variant that the watch is narrowed to; null for the whole product'),
  ),
  confirm: { type: 'integer', description: 'How many checks in a row must see a change before it counts' },
  cooldown_s: { type: 'integer', description: 'At most one alert in this many seconds; 0 for no limit' },
  active: orNull(text('When checks run; null for always')),
  tags: { type: 'array', items: { type: 'string' }, description: 'Words that group watches' },
  state: text('Status of the watch', { enum: ['new', 'ok', 'failing', 'gone', 'paused'] }),
  paused_by: orNull(
    text(
      'Why the watch is paused, other than on request: `key_revoked` if its key was revoked or has expired',
    ),
  ),
  owner: orNull(text('Id of the key that made the watch; null for the operator')),
  facts: orNull(ref('WatchFacts', 'What the last successful check found; null before the first')),
  last_check: orNull(ref('WatchCheck', 'The latest check, successful or not; null before the first')),
  last_ok_at: orNull(time('Time of the last successful check')),
  next_check_at: orNull(time('When the next check is due; null while the watch is paused')),
  created_at: time('When it was created'),
}

const changeProperties = {
  id: text('Cursor of the change; ids only increase'),
  at: time('Time of the check that found it'),
  type: text('What changed', { enum: CHANGE_TYPES }),
  watch: text('Id of the watch; empty for `site.*` and `canary.*`, which belong to none'),
  name: orNull(text('Name of the watch; null without a watch, or when it was removed')),
  url: orNull(text('URL of the product; null like `name`, and for a watch of another operation')),
  before: ref('WatchFacts', 'The changed values, before'),
  after: ref('WatchFacts', 'The changed values, after'),
  catalog: orNull(ref('CatalogNews', 'The products of a `catalog.*` change; null for any other')),
  alert: { type: 'boolean', description: 'Whether the change meets the condition of the watch' },
  request_id: text('`X-Request-Id` of the check'),
  why: orNull(ref('AlertReason', 'Why the change is an alert; null if it is none')),
}

const variantProperties = {
  size: text('Size label, as the shop writes it'),
  color: text('Colour name, as the shop writes it'),
  condition: text('`new`, `used`, `refurbished` or `damaged`'),
  sku: text('The shop’s own number'),
  gtin: text('EAN, UPC or another article number of 8 to 14 digits'),
}

export const watchSchemas: Json = {
  NewWatch: {
    ...object(
      'A watch to create: `url`, `catalog`, or `operation` and `params`',
      {
        url: text('URL of a product page', { format: 'uri' }),
        catalog: text('Name or address of a shop, in place of `url`: watches its catalogue'),
        operation: text('Id of an operation, in place of `url`'),
        params: { type: 'object', description: 'Parameters of the operation', additionalProperties: true },
        ...written,
        variant: ref('WatchVariant', 'Narrows the watch: price and availability are those of this variant'),
      },
      ['url', 'catalog', 'operation', 'params', ...Object.keys(written), 'variant'],
    ),
  },
  WatchUpdate: object(
    'Fields to change; the others keep their values',
    { ...written, paused: { type: 'boolean', description: 'Whether checks are paused' } },
    [...Object.keys(written), 'paused'],
  ),
  TriedRules: object(
    'The rules to try; without a field, that of the watch is taken',
    { when: written.when, cooldown: written.cooldown },
    ['when', 'cooldown'],
  ),
  TriedAlerts: object('What the rules would have alerted', {
    from: time('Start of the history: when the watch was created'),
    to: time('End: now'),
    alerts: { type: 'array', description: 'Oldest first; may be empty', items: ref('TriedAlert') },
    thinned: {
      type: 'boolean',
      description: 'Whether the history was downsampled, so that short changes may be missing',
    },
  }),
  TriedAlert: object('An alert that would have been sent', {
    at: time('The check that saw the new value first'),
    type: changeProperties.type,
    before: changeProperties.before,
    after: changeProperties.after,
    why: changeProperties.why,
  }),
  Watch: object('One operation that is checked on a schedule', watchProperties),
  WatchPage: object('A page of watches', {
    watches: { type: 'array', description: 'At most `limit`', items: ref('Watch') },
    next: orNull(text('Value of `after` for the next page; null on the last page')),
  }),
  CheckedWatch: object('A watch after a check', {
    ...watchProperties,
    changes: {
      type: 'array',
      description: 'Changes that the check found, as they are in the feed',
      items: ref('Change'),
    },
    running: {
      type: 'boolean',
      description: 'Whether the check continues: a long catalogue is read in the background from here',
    },
  }),
  CheckOptions: object(
    'How to check; may be omitted',
    { simulate: text('A magic word of the sandbox, without `~`; refused for a real shop') },
    ['simulate'],
  ),
  WatchVariant: object(
    'A variant of a product; everything that is given must match',
    variantProperties,
    Object.keys(variantProperties),
  ),
  AlertReason: object('Why a change is an alert', {
    conditions: { type: 'array', description: 'The conditions that are met', items: ref('MetCondition') },
    since: time('The first check that saw the new value'),
    times_seen: { type: 'integer', description: 'How many checks have seen it' },
    request_ids: { type: 'array', description: '`X-Request-Id` of these checks', items: { type: 'string' } },
  }),
  MetCondition: object('A condition, and what the new value was held against', {
    when: text('As it is written in the watch: `price drops 10%`'),
    baseline: orNull(ref('AlertBaseline', 'What the new value was compared with; null for any change')),
    window: orNull(ref('ConditionWindow', 'For a condition with a time, such as `in 7d`')),
  }),
  ConditionWindow: object('The time that a condition looks back on', {
    seconds: { type: 'integer', description: 'Its length' },
    seen_seconds: { type: 'integer', description: 'How much of it had a known price' },
  }),
  AlertBaseline: object('The value that an alert is measured from', {
    is: text('Where it comes from', {
      enum: ['bound', 'first_price', 'last_alert', 'highest', 'lowest', 'stock'],
    }),
    value: {
      description: 'A price, or an availability',
      anyOf: [ref('WatchMoney'), { type: 'string' }],
    },
    at: orNull(time('When it was first seen; null for a bound')),
  }),
  CatalogNews: object('Products that are new in a catalogue, or removed from it', {
    count: { type: 'integer', description: 'How many' },
    products: { type: 'array', description: 'At most ten of them', items: ref('CatalogSample') },
    rows: text('Path of all of them'),
  }),
  CatalogSample: object('A product of a catalogue, in short', {
    url: text('URL of the product page'),
    name: orNull(text('Title; null if neither the list nor the page states one')),
    image: orNull(text('URL of a picture; null if the list states none')),
  }),
  CatalogProducts: object('A page of the products of a catalogue', {
    watch: text('Id of the watch'),
    products: { type: 'array', description: 'At most `limit`', items: ref('CatalogProduct') },
    next: orNull(text('Value of `after` for the next page; null on the last page')),
  }),
  CatalogProduct: object('A product of a watched catalogue', {
    url: text('URL of the product page'),
    name: orNull(text('Title; null if neither the list nor the page states one')),
    image: orNull(text('URL of a picture; null if the list states none')),
    state: text('`unlisted`: no longer listed, but its page does not say that it is gone', {
      enum: ['listed', 'unlisted', 'removed'],
    }),
    first_seen: time('The check that found it first'),
    last_seen: time('The last check whose list named it'),
    removed_at: orNull(time('The check that found it removed')),
  }),
  WatchFacts: { type: 'object', description: FACTS_NOTE, additionalProperties: true },
  WatchCheck: object('Result of a check', {
    at: time('When'),
    outcome: text('`ok`, or the code of a problem'),
    request_id: text('`X-Request-Id` of the check'),
    detail: orNull(text('What went wrong')),
    failures: { type: 'integer', description: 'Failed checks in a row' },
  }),
  WatchHistory: object('Facts over time', {
    watch: text('Id of the watch'),
    from: time('Start of the period'),
    to: time('End'),
    spans: { type: 'array', description: 'Oldest first', items: ref('HistorySpan') },
    gaps: { type: 'array', description: 'Oldest first; may be empty', items: ref('HistoryGap') },
    stats: {
      type: 'object',
      description: 'Statistics for `price` and `list_price`, if there are any',
      additionalProperties: ref('PriceStats'),
    },
    thinned: { type: 'boolean', description: 'Whether the history was downsampled' },
  }),
  HistorySpan: object('Facts and the period in which they were seen', {
    first_seen: time('The check that saw them first'),
    last_seen: time('The check that saw them last'),
    facts: ref('WatchFacts', 'What was seen from `first_seen` to `last_seen`'),
  }),
  HistoryGap: object('A period without a successful check', {
    from: time('Start of the period'),
    to: time('End'),
    outcome: text('The code of a problem, `not_checked`, or `product_replaced`'),
  }),
  PriceStats: object('Time-weighted statistics', {
    min: ref('WatchMoney', 'Lowest price seen'),
    max: ref('WatchMoney', 'Highest price seen'),
    median: ref('WatchMoney', 'Time-weighted median'),
    mean: ref('WatchMoney', 'Time-weighted average'),
    seconds: { type: 'integer', description: 'Seconds covered, without gaps' },
  }),
  WatchMoney: object('An exact amount with its currency', {
    amount: text('Decimal', { examples: ['119.99'] }),
    currency: text('ISO 4217', { examples: ['GBP'] }),
  }),
  Change: object('A difference that a check found', changeProperties),
  ChangePage: object('A page of changes', {
    changes: { type: 'array', description: 'Oldest first', items: ref('Change') },
    cursor: text('Value of `after` for the next page'),
  }),
  ...webhookSchemas,
  ChangeMessage: object('Body of a webhook', {
    type: changeProperties.type,
    timestamp: time('Time of the change'),
    data: ref('Change', 'The change itself'),
  }),
}
