// Histories and changes as tables for analysts: one row per product or variant and span, typed columns. Pure.
import type { ColumnHead } from '../../answer/table/columns.ts'
import type { Static } from '#kit/schema/schema'
import { moneyOf } from '../facts/facts.ts'
import { seriesOf } from '../facts/public-facts.ts'
import type { ChangeView, WatchHistory, WatchView } from '../model/watch-schemas.ts'

type Row = readonly unknown[]

const text = (name: string): ColumnHead => ({ name, type: 'text', isList: false })
const time = (name: string): ColumnHead => ({ name, type: 'timestamp', isList: false })
const money = (name: string): ColumnHead[] => [
  { name, type: 'decimal', isList: false },
  text(`${name}_currency`),
]

/** `variant` is null in the rows of the product as a whole; `site` is null unless the watch asks several shops. */
export const HISTORY_COLUMNS: readonly ColumnHead[] = [
  text('watch'),
  text('name'),
  text('url'),
  text('site'),
  text('variant'),
  time('first_seen'),
  time('last_seen'),
  ...money('price'),
  ...money('list_price'),
  ...money('price_max'),
  text('availability'),
]

type TitledWatch = Pick<WatchView, 'id' | 'name' | 'url'>
type Span = Static<typeof WatchHistory>['spans'][number]

const WHOLE = JSON.stringify([null, null])

/** Yields a row of the product as a whole for each span, then rows of its variants. */
export function* historyRows(watch: TitledWatch, spans: Iterable<Span>): Generator<Row> {
  for (const { first_seen, last_seen, facts: publicFacts } of spans) {
    const facts = seriesOf(publicFacts)
    const things = Map.groupBy(Object.entries(facts), ([series]) => thingOf(series))
    for (const [thing, entries] of things) {
      const values = Object.fromEntries(entries.map(([series, value]) => [fieldOf(series), value]))
      if (thing !== WHOLE && values.price === undefined && values.availability === undefined) continue
      yield [
        watch.id,
        watch.name,
        watch.url,
        ...(JSON.parse(thing) as Row),
        first_seen,
        last_seen,
        ...moneyCells(values.price),
        ...moneyCells(values.list_price),
        ...moneyCells(values.price_max),
        values.availability,
      ]
    }
  }
}

/** `[site, variant]` of a series such as `variant/42/price`. */
function thingOf(series: string): string {
  const [kind, name] = series.split('/')
  if (kind === 'variant') return JSON.stringify([null, name])
  return kind === 'site' ? JSON.stringify([name, null]) : WHOLE
}

function fieldOf(series: string): string {
  return series.startsWith('variant/') || series.startsWith('site/')
    ? series.slice(series.lastIndexOf('/') + 1)
    : series
}

type TabledChange = Omit<ChangeView, 'catalog' | 'why'> & {
  readonly catalog: { readonly count: number } | null
}

export const CHANGE_COLUMNS: readonly ColumnHead[] = [
  { name: 'id', type: 'integer', isList: false },
  time('at'),
  text('type'),
  { name: 'alert', type: 'boolean', isList: false },
  text('watch'),
  text('name'),
  text('url'),
  ...money('before.price'),
  ...money('after.price'),
  text('before.availability'),
  text('after.availability'),
  // All that changed, variants too: `variant/42/price=9.00 EUR`.
  { name: 'before.all', type: 'text', isList: true },
  { name: 'after.all', type: 'text', isList: true },
  text('request_id'),
]

export function changeRow(change: TabledChange): Row {
  const before = seriesOf(change.before)
  const after = seriesOf(change.after)
  // The number of products in place of the sample.
  const count = change.catalog && { changed_count: String(change.catalog.count) }
  return [
    Number(change.id),
    change.at,
    change.type,
    change.alert,
    change.watch || null,
    change.name,
    change.url,
    ...moneyCells(before.price),
    ...moneyCells(after.price),
    before.availability,
    after.availability,
    pairsOf(before),
    pairsOf({ ...after, ...count }),
    change.request_id || null,
  ]
}

function pairsOf(facts: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(facts).map(([series, value]) => `${series}=${value ?? ''}`)
}

function moneyCells(value: string | null | undefined): [string | undefined, string | undefined] {
  const price = moneyOf(value ?? undefined)
  return [price?.amount, price?.currency]
}
