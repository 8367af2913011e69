// The oracle: from the truth of a scripted shop, at which checks an alert is due. It follows docs/alerts.md and shares no code
// with src/watch: it looks at the whole list of observations at every check, in cents, and remembers only its own alerts.
import { ABROAD_RATE, type Step } from './shop-truth.ts'

export interface Plan {
  readonly when: Condition
  readonly confirm: number
  readonly cooldownMs: number
  /** The size that the watch is narrowed to. */
  readonly size: string | null
}

export type Condition =
  | { readonly is: 'below' | 'above'; readonly cents: number }
  | { readonly is: 'drops' | 'rises'; readonly percent: number; readonly days?: number }
  | { readonly is: 'drops-by'; readonly cents: number }
  | { readonly is: 'lowest'; readonly days?: number }
  | { readonly is: 'in-stock' | 'out-of-stock' | 'any' }

/** What one check could know: values by name; undefined if the check could not know it. */
type Observation = Readonly<Record<string, string | undefined>>

const DAY = 86_400_000
/** Three intervals of an hourly watch: after a longer time without a check, nobody knows what held. */
const GAP_MS = 3 * 3_600_000
const BREAK = 'nothing of this product'

/** The indexes of the steps at which exactly one alert is due. */
export function dueAlerts(steps: readonly Step[], plan: Plan): Set<number> {
  const shown = steps.map(step => observe(step, plan.size))
  const names = [...new Set(shown.flatMap(one => Object.keys(one ?? {})))]
  const known = new Map(
    names.map(name => [
      name,
      settle(
        shown.map(one => one?.[name]),
        plan.confirm,
      ),
    ]),
  )
  const alerts: number[] = []
  for (const index of steps.keys()) {
    const last = alerts.at(-1)
    if (last !== undefined && (steps[index]?.atMs ?? 0) - (steps[last]?.atMs ?? 0) < plan.cooldownMs) continue
    if (shown[index] && isDue(plan.when, { steps, shown, known, index, alerts })) alerts.push(index)
  }
  return new Set(alerts)
}

/** What the page of a step tells about the watched product; undefined if the check failed. */
function observe({ truth, appearance }: Step, size: string | null): Observation | undefined {
  if (typeof appearance === 'object') return undefined
  if (!truth.isListed) return everything(BREAK, 'gone')
  if (appearance === 'other-product') return everything(BREAK, undefined)
  const isAbroad = appearance === 'abroad'
  const price = (cents: number) => {
    if (appearance === 'without-price') return undefined
    if (appearance === 'glitch') return 'EUR 99'
    return isAbroad ? `USD ${Math.round(cents * ABROAD_RATE)}` : `EUR ${cents}`
  }
  const stock = (isInStock: boolean) =>
    appearance === 'without-stock' ? undefined : isInStock ? 'in' : 'out'
  const own = truth.sizes.find(one => one.label === size)
  const main = own ?? truth
  if (own && appearance === 'layout-b') return { listed: 'yes' }
  const rows = appearance === 'layout-b' ? [] : own ? [own] : truth.sizes
  return {
    listed: 'yes',
    price: price(main.cents),
    stock: stock(main.isInStock),
    ...Object.fromEntries(
      rows.flatMap(row => [
        [`price ${row.label}`, price(row.cents)],
        [`stock ${row.label}`, stock(row.isInStock)],
      ]),
    ),
  }
}

function everything(value: string, listed: string | undefined): Observation {
  const names = ['price', 'stock', ...['8', '9', '10'].flatMap(label => [`price ${label}`, `stock ${label}`])]
  return { listed, ...Object.fromEntries(names.map(name => [name, value])) }
}

/** The value that counts after each check: the last one that `confirm` observations in a row agreed on. */
function settle(values: readonly (string | undefined)[], confirm: number): (string | undefined)[] {
  const observed: string[] = []
  let current: string | undefined
  return values.map(value => {
    if (value !== undefined) observed.push(value)
    const row = observed.slice(-confirm)
    if (value !== undefined && value !== BREAK && row.length === confirm && new Set(row).size === 1)
      current = value
    return current
  })
}

interface View {
  readonly steps: readonly Step[]
  readonly shown: readonly (Observation | undefined)[]
  readonly known: ReadonlyMap<string, readonly (string | undefined)[]>
  readonly index: number
  readonly alerts: readonly number[]
}

function isDue(condition: Condition, view: View): boolean {
  if (condition.is === 'any') return isAnyDue(view)
  if (view.shown[view.index]?.listed === 'gone' || isReturning(view)) return false
  if (condition.is === 'in-stock' || condition.is === 'out-of-stock')
    return isStockDue(condition.is === 'in-stock' ? 'in' : 'out', view)
  const prices = pricesOf(view)
  const now = prices.at(-1)
  return now?.index === view.index && isPriceDue(condition, now, prices, view)
}

/** Still counted as gone, or shown as another product just now. */
function isReturning({ known, shown, index }: View): boolean {
  return known.get('listed')?.[index] === 'gone' || shown[index]?.listed === undefined
}

interface Price {
  readonly index: number
  readonly cents: number
}

/** Prices that counted, in the currency that counts now, at the checks that answered for this product. */
function pricesOf({ known, shown, index }: View): Price[] {
  const all = known.get('price') ?? []
  const currency = all[index]?.slice(0, 3)
  return all.slice(0, index + 1).flatMap((value, at) => {
    const isAnswer = shown[at]?.listed === 'yes' && shown[at].price !== undefined
    return isAnswer && value !== undefined && value.startsWith(currency ?? '?')
      ? [{ index: at, cents: Number(value.slice(4)) }]
      : []
  })
}

function isPriceDue(condition: Condition, now: Price, prices: readonly Price[], view: View): boolean {
  const lastAlert = view.alerts.findLast(at => prices.some(price => price.index === at))
  switch (condition.is) {
    case 'below':
    case 'above': {
      const isMet = ({ cents }: Price) =>
        condition.is === 'below' ? cents < condition.cents : cents > condition.cents
      const start = prices.findLastIndex(price => !isMet(price)) + 1
      const isForeign = start === 0 && isSecondCurrency(view)
      const isTold = view.alerts.some(at =>
        prices.some((price, place) => place >= start && price.index === at),
      )
      return isMet(now) && !isTold && !isForeign
    }
    case 'drops-by':
    case 'drops':
    case 'rises': {
      const days = 'days' in condition ? condition.days : undefined
      const from =
        days === undefined
          ? reference(prices, lastAlert)
          : extreme(condition.is === 'rises' ? Math.min : Math.max, days, prices, view)
      if (from === undefined) return false
      if (condition.is === 'drops-by') return from - now.cents >= condition.cents
      const moved = condition.is === 'rises' ? now.cents - from : from - now.cents
      return moved > 0 && moved * 100 >= condition.percent * from
    }
    case 'lowest': {
      const start = prices.findLastIndex(price => price.cents !== now.cents) + 1
      // Decided when the price was first seen.
      const then = { ...view, index: prices[start]?.index ?? 0 }
      const low = Math.min(
        ...heldWithin(condition.days, prices, then)
          .filter(one => one.place < start)
          .map(one => one.cents),
      )
      const isTold = view.alerts.some(at =>
        prices.some((price, place) => place >= start && price.index === at),
      )
      return low !== Number.POSITIVE_INFINITY && now.cents < low && !isTold
    }
    default:
      throw new Error(`not about a price: ${condition.is}`)
  }
}

function reference(prices: readonly Price[], lastAlert: number | undefined): number | undefined {
  return (prices.find(price => price.index === lastAlert) ?? prices[0])?.cents
}

function isSecondCurrency({ known, index }: View): boolean {
  const currencies = (known.get('price') ?? []).slice(0, index + 1).filter(value => value !== undefined)
  return currencies[0]?.slice(0, 3) !== currencies.at(-1)?.slice(0, 3)
}

/** Prices that held within the days before this check, and since the product was last another one. */
function heldWithin(days: number | undefined, prices: readonly Price[], { steps, shown, index }: View) {
  const nowMs = steps[index]?.atMs ?? 0
  const fromMs = days === undefined ? 0 : nowMs - days * DAY
  const lastOther =
    days === undefined
      ? -1
      : shown.findLastIndex((one, at) => at < index && one !== undefined && one.listed === undefined)
  return prices.flatMap(({ index: at, cents }, place) => {
    if (at >= index || at < lastOther) return []
    // It is known to hold until the next check, if that one had an answer and came in time.
    const startMs = steps[at]?.atMs ?? 0
    const nextMs = steps[at + 1]?.atMs ?? 0
    const untilMs = shown[at + 1] && nextMs - startMs <= GAP_MS ? nextMs : startMs
    return untilMs > fromMs || startMs >= fromMs ? [{ place, index: at, cents }] : []
  })
}

function extreme(
  which: typeof Math.max,
  days: number,
  prices: readonly Price[],
  view: View,
): number | undefined {
  const since = view.alerts.at(-1) ?? -1
  const held = heldWithin(days, prices, view).filter(one => one.index >= since)
  return held.length === 0 ? undefined : which(...held.map(one => one.cents))
}

function isStockDue(wanted: 'in' | 'out', { known, shown, index, alerts }: View): boolean {
  const all = known.get('stock') ?? []
  if (all[index] !== wanted) return false
  const opposite = all
    .slice(0, index)
    .findLastIndex((value, at) => value !== undefined && value !== wanted && shown[at]?.listed !== 'gone')
  return opposite >= 0 && !alerts.some(at => at > opposite)
}

/** Something is otherwise than at the last alert, or than at the first check, and was not so all along abroad. */
function isAnyDue({ known, shown, index, alerts }: View): boolean {
  const since = alerts.at(-1)
  if (shown[index]?.listed === undefined) return false
  // It was seen again, but not yet often enough.
  if (shown[index]?.listed === 'yes' && known.get('listed')?.[index] === 'gone') return false
  return [...known].some(([name, values]) => {
    if (name !== 'listed' && (shown[index]?.listed === 'gone' || known.get('listed')?.[index] === 'gone'))
      return false
    const now = values[index]
    const reported = values.slice(0, index).findLast((value, at) => {
      const isBefore = since === undefined || at <= since
      return (
        isBefore &&
        value !== undefined &&
        value.slice(0, 4) === (name.startsWith('price') ? now?.slice(0, 4) : value.slice(0, 4))
      )
    })
    const first = values
      .slice(0, index)
      .find(
        value => value !== undefined && (!name.startsWith('price') || value.slice(0, 4) === now?.slice(0, 4)),
      )
    const reference = since === undefined ? first : (reported ?? first)
    return now !== undefined && reference !== undefined && now !== reference
  })
}
