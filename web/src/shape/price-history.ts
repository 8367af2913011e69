// The history of a watch as lines over time: one for each price that it keeps, broken where nothing was seen. Pure.
import type { Money } from '../model/general.ts'
import type { Change, FactRows, Facts, History } from '../model/watch-api.ts'
import { compareSizes } from './size-order.ts'
import { colourOfVariant, PRICE_COLOURS } from './series-colour.ts'

interface PricePoint {
  readonly fromMs: number
  readonly toMs: number
  readonly amount: number
  readonly currency: string
  /** After the decimal point, as the shop writes it. */
  readonly digits: number
  /** The place of its span: of two that follow each other, the first holds until the second. */
  readonly span: number
}

export interface PriceSeries {
  /** `price`, `list_price`, `price_max`, or `variants/UK 8`. */
  readonly id: string
  readonly title: string
  /** Index of the colour, the same whichever lines are shown. */
  readonly colour: number
  readonly points: readonly PricePoint[]
}

export interface Outage {
  readonly fromMs: number
  readonly toMs: number
  readonly outcome: string
}

const OWN_PRICES = [
  ['price', 'Price'],
  ['list_price', 'List price'],
  ['price_max', 'Highest price'],
] as const
const TABLES = ['variants', 'sites'] as const

/** The product's own prices first, then those of its variants and shops. */
export function priceSeries({ spans }: Pick<History, 'spans'>): PriceSeries[] {
  const points = new Map<string, { title: string; points: PricePoint[] }>()
  for (const [id, title] of OWN_PRICES) points.set(id, { title, points: [] })
  for (const [place, span] of spans.entries()) {
    const [fromMs, toMs] = [Date.parse(span.first_seen), Date.parse(span.last_seen)]
    for (const [id, title, price] of pricesOf(span.facts)) {
      const series = points.get(id) ?? { title, points: [] }
      points.set(id, series)
      const { amount, currency } = price
      const digits = amount.split('.')[1]?.length ?? 0
      series.points.push({ fromMs, toMs, amount: Number(amount), currency, digits, span: place })
    }
  }
  const isOwn = (id: string): id is keyof typeof PRICE_COLOURS => id in PRICE_COLOURS
  const sorted = [...points].toSorted(
    ([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)) || (isOwn(a) ? 0 : compareSizes(a, b)),
  )
  return sorted
    .map(([id, series], place) => ({
      id,
      colour: isOwn(id) ? PRICE_COLOURS[id] : colourOfVariant(place - OWN_PRICES.length),
      title: series.title,
      points: series.points,
    }))
    .filter(one => one.points.length > 0)
}

function* pricesOf(facts: Facts): Generator<[string, string, Money]> {
  for (const [id, title] of OWN_PRICES) {
    const price = facts[id]
    if (isMoney(price)) yield [id, title, price]
  }
  for (const table of TABLES) {
    for (const [name, row] of Object.entries(rowsOf(facts, table))) {
      if (isMoney(row.price)) yield [`${table}/${name}`, name, row.price]
    }
  }
}

export function rowsOf(facts: Facts, table: string): FactRows {
  const rows = facts[table]
  return typeof rows === 'object' && rows !== null && !isMoney(rows) ? rows : {}
}

/** Whether a value is a price: an exact amount as text, and its currency. */
export function isMoney(value: unknown): value is Money {
  return (
    typeof value === 'object' &&
    value !== null &&
    'currency' in value &&
    'amount' in value &&
    typeof value.amount === 'string'
  )
}

/** Breaks from the last check that saw something to the next, wherever checks failed or there were none. */
export function breaksOf({ spans, gaps, to }: Pick<History, 'spans' | 'gaps' | 'to'>): Outage[] {
  return gaps.map(gap => {
    const [fromMs, toMs] = [Date.parse(gap.from), Date.parse(gap.to)]
    const before = spans.findLast(span => Date.parse(span.last_seen) <= fromMs)
    const after = spans.find(span => Date.parse(span.first_seen) >= toMs)
    return {
      fromMs: before ? Date.parse(before.last_seen) : fromMs,
      toMs: Date.parse(after?.first_seen ?? to),
      outcome: gap.outcome,
    }
  })
}

/** Currencies that the series have, the most frequent first: prices in two of them cannot share an axis. */
export function currenciesOf(series: readonly PriceSeries[]): string[] {
  const all = Map.groupBy(
    series.flatMap(one => one.points),
    point => point.currency,
  )
  return [...all].toSorted(([, a], [, b]) => b.length - a.length).map(([currency]) => currency)
}

/** Writes amounts with as many decimals as the shop does. */
export function amountWriter(series: readonly PriceSeries[], currency: string): (amount: number) => string {
  const digits = Math.max(0, ...series.flatMap(one => one.points.map(point => point.digits)))
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return amount => `${format.format(amount)} ${currency}`
}

export interface TimeLines {
  readonly timesMs: readonly number[]
  readonly values: readonly (readonly (number | null)[])[]
  /** What happened at each time, in words. */
  readonly notes: readonly string[]
}

/** The series over one row of times, as a chart takes them. A value holds until the next one, but neither over a break nor while checks saw no price. */
export function timeLines(
  series: readonly PriceSeries[],
  currency: string,
  spans: History['spans'],
  breaks: readonly Outage[],
  changes: readonly Pick<Change, 'at' | 'type'>[],
): TimeLines {
  const notes = Map.groupBy(changes, change => Date.parse(change.at))
  const all = spans.flatMap(span => [Date.parse(span.first_seen), Date.parse(span.last_seen)])
  const inBreaks = breaks.flatMap(({ fromMs, toMs }) => [fromMs + 1, toMs - 1])
  const timesMs = [...new Set([...all, ...inBreaks, ...notes.keys()])].toSorted((a, b) => a - b)
  const values = series.map(one => valuesAt(one, currency, breaks, timesMs))
  return {
    timesMs,
    values,
    notes: timesMs.map((at, place) => {
      const isPriced = values.some(one => typeof one[place] === 'number')
      return noteAt(at, notes.get(at) ?? [], breaks) || (isPriced ? '' : `no price in ${currency}`)
    }),
  }
}

/** The lines of a chart; one that has ended goes on, dotted, with what was seen last. */
export function linesOf(series: readonly PriceSeries[], values: TimeLines['values']) {
  return series.flatMap(({ title, colour }, place) => {
    const own = values[place] ?? []
    const old = lastKnown(own)
    return [
      { title, colour, values: own },
      ...(old ? [{ title: `${title}, last known`, colour, values: old, isOld: true }] : []),
    ]
  })
}

/** Extends a line that has ended by its last value, up to the end; undefined if the line continues. */
function lastKnown(values: readonly (number | null)[]): (number | null)[] | undefined {
  const last = values.findLastIndex(value => value !== null)
  if (last < 0 || last === values.length - 1) return undefined
  return values.map((_, place) => (place < last ? null : (values[last] ?? null)))
}

function valuesAt(
  { points }: PriceSeries,
  currency: string,
  breaks: readonly Outage[],
  timesMs: readonly number[],
): (number | null)[] {
  let place = -1
  let nextBreak = 0
  return timesMs.map(at => {
    while ((points[place + 1]?.fromMs ?? Number.POSITIVE_INFINITY) <= at) place++
    while ((breaks[nextBreak]?.toMs ?? Number.POSITIVE_INFINITY) <= at) nextBreak++
    const point = points[place]
    if (!point || point.currency !== currency) return null
    if (at <= point.toMs) return point.amount
    const isBroken = (breaks[nextBreak]?.fromMs ?? Number.POSITIVE_INFINITY) < at
    const isHeld = points[place + 1]?.span === point.span + 1
    return isBroken || !isHeld ? null : point.amount
  })
}

function noteAt(at: number, changes: readonly Pick<Change, 'type'>[], breaks: readonly Outage[]): string {
  const broken = breaks.find(one => one.fromMs < at && at < one.toMs)
  const names = changes.map(change => changeName(change.type))
  return [...(broken ? [breakName(broken.outcome)] : []), ...names].join(', ')
}

function breakName(outcome: string): string {
  return outcome === 'not_checked' ? 'no checks' : `checks failed (${outcome})`
}

const NAMES: Readonly<Record<string, string>> = {
  'price.changed': 'price changed',
  'availability.changed': 'availability changed',
  'product.changed': 'product changed',
  'product.gone': 'product gone',
  'product.back': 'product back',
  'catalog.added': 'new products',
  'catalog.removed': 'products removed',
  'catalog.price_changed': 'prices changed',
  'catalog.availability_changed': 'stock changed',
  'watch.failing': 'checks are failing',
  'watch.recovered': 'checks work again',
  'site.drifting': 'a field is going missing',
  'site.recovered': 'a field is back',
  'canary.failing': 'canary fails',
  'canary.recovered': 'canary passes again',
}

export function changeName(type: string): string {
  return NAMES[type] ?? type
}
