// Evaluates one condition of a watch: whether it wants an alert now, and what it remembers with and without one. Pure.
import { compareAmounts, type Money } from '#reader/values/money'
import type {
  Comparison,
  Condition,
  Minimum,
  Move,
  PriceField,
} from '../../settings/watch-rules/condition.ts'
import { type Facts, inCurrency, moneyOf, moneyText, stockOf } from '../facts/facts.ts'
import {
  type ConditionMemory,
  LISTED_SERIES,
  type WatchMemory,
  type PriceBaseline,
} from '../model/knowledge.ts'
import { extremeOf, hasMoved, type HeldPrice, isWithinBound, seenMs } from '../history/price-moves.ts'

/** Earlier prices by field, oldest first; needed only for conditions with a time. */
export type PriceHistory = Readonly<Partial<Record<PriceField, readonly HeldPrice[]>>>

export interface ConditionContext {
  /** The last known values before this check; null in the first. */
  readonly before: Facts | null
  readonly after: Facts
  readonly atMs: number
  readonly history: PriceHistory
  /** Times in which the address showed another product. */
  readonly gaps: WatchMemory['gaps']
  /** Series whose values differ, with the values before. */
  readonly changed: Readonly<Record<string, string | null>>
  /** A bound that is met already is no alert: the product was replaced. */
  readonly isQuiet: boolean
}

/** Why an alert is due: the condition and what it was held against. */
export interface Reason {
  readonly when: string
  /** The series that the alert is about, with the values before. */
  readonly before: Readonly<Record<string, string | null>>
  readonly baseline: Baseline | null
  /** For a condition with a time: how much of it was seen. */
  readonly window: { readonly ms: number; readonly seenMs: number } | null
}

interface Baseline {
  readonly is: 'bound' | 'first_price' | 'last_alert' | 'highest' | 'lowest' | 'stock'
  readonly value: string
  /** When it was first seen; null for a bound. */
  readonly atMs: number | null
}

export interface Evaluation {
  /** What is remembered if no alert is sent. */
  readonly memory: ConditionMemory
  /** Present if the condition wants an alert: the reason, and what is remembered once it is sent. */
  readonly alert?: { readonly reason: Reason; readonly memory: ConditionMemory }
}

const NO_CONDITION_MEMORY: ConditionMemory = { byCurrency: {} }

export function evaluate(
  condition: Condition,
  memory: ConditionMemory | undefined,
  now: ConditionContext,
): Evaluation {
  switch (condition.kind) {
    case 'any':
      return evaluateAny(condition.text, memory ?? NO_CONDITION_MEMORY, now)
    case 'back-in-stock':
      return evaluateStock(condition.text, 'in', memory, now)
    case 'out-of-stock':
      return evaluateStock(condition.text, 'out', memory, now)
    case 'compare':
      return evaluateComparison(condition, memory, now)
    case 'moves':
      return condition.windowMs === undefined
        ? evaluateMove(condition, memory ?? NO_CONDITION_MEMORY, now)
        : evaluateMoveInWindow(condition, condition.windowMs, memory ?? NO_CONDITION_MEMORY, now)
    default:
      return evaluateLowest(condition, memory ?? NO_CONDITION_MEMORY, now)
  }
}

/** How far back a condition looks, by field; only these prices are read for a check. */
export function historyNeeds(
  conditions: readonly Condition[],
  memory: Readonly<Record<string, ConditionMemory>>,
): Readonly<Partial<Record<PriceField, number>>> {
  const needs: Partial<Record<PriceField, number>> = {}
  for (const condition of conditions) {
    if (condition.kind !== 'moves' && condition.kind !== 'lowest') continue
    // The lowest price ever is remembered, but a condition that was added later starts with the history.
    const isEver = condition.kind === 'lowest' && condition.windowMs === undefined && !memory[condition.text]
    const windowMs = isEver ? Number.POSITIVE_INFINITY : condition.windowMs
    if (windowMs !== undefined) needs[condition.field] = Math.max(windowMs, needs[condition.field] ?? 0)
  }
  return needs
}

/** Every change; during a cooldown, the changes that are still there at its end. */
function evaluateAny(
  when: string,
  memory: ConditionMemory,
  { before, changed, after }: ConditionContext,
): Evaluation {
  const all: ConditionContext['changed'] = before === null ? {} : { ...changed, ...memory.owed }
  const owed = Object.fromEntries(
    Object.entries(all).filter(([series, value]) => (after[series] ?? null) !== value),
  )
  if (Object.keys(owed).length === 0) return { memory: NO_CONDITION_MEMORY }
  // While the product is gone, that is all there is to tell.
  if (after[LISTED_SERIES] === 'gone' && owed[LISTED_SERIES] === undefined)
    return { memory: { ...NO_CONDITION_MEMORY, owed } }
  return {
    memory: { ...NO_CONDITION_MEMORY, owed },
    alert: { reason: { when, before: owed, baseline: null, window: null }, memory: NO_CONDITION_MEMORY },
  }
}

/** Armed by the opposite stock, so that stock that was only unknown in between is no alert. */
function evaluateStock(
  when: string,
  target: 'in' | 'out',
  storedMemory: ConditionMemory | undefined,
  { before, after }: ConditionContext,
): Evaluation {
  const lastStock = before === null ? undefined : stockOf(before)
  const wasArmed = storedMemory?.isArmed ?? (lastStock !== undefined && lastStock !== target)
  const stock = stockOf(after)
  const armed = {
    ...NO_CONDITION_MEMORY,
    isArmed: stock === undefined ? wasArmed : wasArmed || stock !== target,
  }
  if (stock !== target || !wasArmed) return { memory: armed }
  const previous = before?.availability ?? null
  const baseline = { is: 'stock', value: target === 'in' ? 'out_of_stock' : 'in_stock', atMs: null } as const
  const isChanged = previous !== (after.availability ?? null)
  return {
    memory: armed,
    alert: {
      reason: {
        when,
        before: { availability: isChanged ? previous : baseline.value },
        baseline,
        window: null,
      },
      memory: { ...NO_CONDITION_MEMORY, isArmed: false },
    },
  }
}

/** Crossing the bound. The first price counts, too; a price in another currency than before does not. */
function evaluateComparison(
  condition: Comparison,
  storedMemory: ConditionMemory | undefined,
  { before, after, isQuiet }: ConditionContext,
): Evaluation {
  const memory = storedMemory ?? NO_CONDITION_MEMORY
  const { field, amount, currency } = condition
  const price = moneyOf(after[field])
  if (!price || (currency !== undefined && price.currency !== currency)) return { memory }
  const stored = memory.byCurrency[price.currency]
  const isFirst =
    stored === undefined &&
    !isQuiet &&
    (currency !== undefined || Object.keys(memory.byCurrency).length === 0)
  const isMet = isWithinBound(condition, price)
  const wasTold = stored ? stored.told !== null && stored.told !== undefined : !isFirst
  const last = price.amount
  const untold = remember(memory, price, { told: isMet && wasTold ? price.amount : null, last })
  if (!isMet || wasTold) return { memory: untold }
  const previous = lastPrice(before, field, price)?.amount ?? stored?.last
  return {
    memory: untold,
    alert: {
      reason: {
        when: condition.text,
        before: { [field]: previous === undefined ? null : `${previous} ${price.currency}` },
        baseline: { is: 'bound', value: `${amount} ${price.currency}`, atMs: null },
        window: null,
      },
      memory: remember(memory, price, { told: price.amount, last }),
    },
  }
}

/** Against the price of the last alert, at first the first price: ten drops of one percent are a drop of ten. */
function evaluateMove(condition: Move, memory: ConditionMemory, now: ConditionContext): Evaluation {
  const { field } = condition
  const { before, after, atMs } = now
  const price = moneyOf(after[field])
  if (!price) return { memory }
  const first = lastPrice(before, field, price) ?? price
  const stored = memory.byCurrency[price.currency] ?? {
    baseline: first.amount,
    baselineAtMs: atMs,
    isFromAlert: false,
  }
  const baseline = { amount: stored.baseline ?? price.amount, currency: price.currency }
  const untold = remember(memory, price, stored)
  if (!hasMoved(condition, baseline, price)) return { memory: untold }
  return {
    memory: untold,
    alert: {
      reason: {
        when: condition.text,
        before: { [field]: moneyText(baseline) ?? null },
        baseline: {
          is: stored.isFromAlert ? 'last_alert' : 'first_price',
          value: moneyText(baseline) ?? '',
          atMs: stored.baselineAtMs ?? null,
        },
        window: null,
      },
      memory: remember(memory, price, { baseline: price.amount, baselineAtMs: atMs, isFromAlert: true }),
    },
  }
}

/** Against the highest (or, for a rise, the lowest) price of the time; after an alert, only of the time since. */
function evaluateMoveInWindow(
  condition: Move,
  windowMs: number,
  memory: ConditionMemory,
  now: ConditionContext,
): Evaluation {
  const price = moneyOf(now.after[condition.field])
  if (!price) return { memory }
  const fromMs = now.atMs - windowMs
  const heldPrices = pricesSince(now, condition.field, price, Math.max(fromMs, memory.alertedAtMs ?? 0))
  const which = condition.direction === 'drops' ? 'highest' : 'lowest'
  const extreme = extremeOf(heldPrices, which)
  if (now.isQuiet || !extreme || !hasMoved(condition, extreme.price, price)) return { memory }
  return {
    memory,
    alert: {
      reason: {
        when: condition.text,
        before: { [condition.field]: moneyText(extreme.price) ?? null },
        baseline: { is: which, value: moneyText(extreme.price) ?? '', atMs: extreme.fromMs },
        window: { ms: windowMs, seenMs: seenMs(pricesSince(now, condition.field, price, fromMs), fromMs) },
      },
      memory: { ...memory, alertedAtMs: now.atMs },
    },
  }
}

/** Below all earlier prices of the time. A price that stays is reported once. */
function evaluateLowest(condition: Minimum, memory: ConditionMemory, now: ConditionContext): Evaluation {
  const { field, windowMs } = condition
  const price = moneyOf(now.after[field])
  if (!price) return { memory }
  const previous = lastPrice(now.before, field, price)
  const stored = memory.byCurrency[price.currency] ?? { told: previous?.amount ?? null }
  const alertedAmount = stored.told === price.amount ? stored.told : null
  const fromMs = windowMs === undefined ? 0 : now.atMs - windowMs
  const heldPrices = pricesSince(now, field, price, fromMs)
  const earlier = extremeOf(beforeCurrent(heldPrices, price), 'lowest')
  const low = windowMs === undefined ? lowestBefore(stored, previous, price, earlier, now.atMs) : {}
  const baseline = windowMs === undefined ? heldOf(low, price.currency) : earlier
  const settled = remember(memory, price, { ...low, told: price.amount })
  // Decided when the price is first seen: it does not become news because an older price leaves the time.
  if (alertedAmount !== null || !baseline || compareAmounts(price, baseline.price) >= 0)
    return { memory: settled }
  return {
    memory: remember(memory, price, { ...low, told: alertedAmount }),
    alert: {
      reason: {
        when: condition.text,
        before: {
          [field]:
            moneyText(previous && compareAmounts(previous, price) !== 0 ? previous : baseline.price) ?? null,
        },
        baseline: { is: 'lowest', value: moneyText(baseline.price) ?? '', atMs: baseline.fromMs },
        window: windowMs === undefined ? null : { ms: windowMs, seenMs: seenMs(heldPrices, fromMs) },
      },
      memory: settled,
    },
  }
}

/** The lowest price before the current one: the previous price counts once it has changed. */
function lowestBefore(
  { baseline, baselineAtMs = 0 }: PriceBaseline,
  previous: Money | undefined,
  price: Money,
  earlier: HeldPrice | undefined,
  atMs: number,
): PriceBaseline {
  const { currency } = price
  const storedLow = heldOf(baseline === undefined ? {} : { baseline, baselineAtMs }, currency)
  const isNew = previous?.currency === currency && compareAmounts(previous, price) !== 0
  const last = isNew ? { price: previous, fromMs: atMs, untilMs: atMs } : undefined
  const low = extremeOf(
    [storedLow, earlier, last].filter(one => one !== undefined),
    'lowest',
  )
  return low ? { baseline: low.price.amount, baselineAtMs: low.fromMs } : {}
}

function heldOf({ baseline, baselineAtMs = 0 }: PriceBaseline, currency: string): HeldPrice | undefined {
  return baseline === undefined
    ? undefined
    : { price: { amount: baseline, currency }, fromMs: baselineAtMs, untilMs: baselineAtMs }
}

/** Prices before the current one was first seen. */
function beforeCurrent(heldPrices: readonly HeldPrice[], price: Money): readonly HeldPrice[] {
  return heldPrices.slice(0, heldPrices.findLastIndex(one => compareAmounts(one.price, price) !== 0) + 1)
}

/** The last price in the currency of this one, also if prices in another currency, or none, were seen since. */
function lastPrice(before: Facts | null, field: PriceField, price: Money): Money | undefined {
  const last = moneyOf(before?.[field])
  return last?.currency === price.currency ? last : moneyOf(before?.[inCurrency(field, price.currency)])
}

function pricesSince(
  { history, gaps }: ConditionContext,
  field: PriceField,
  { currency }: Money,
  fromMs: number,
) {
  const isOthers = (atMs: number) => gaps.some(([from, to]) => atMs >= from && atMs < to)
  return (history[field] ?? []).filter(
    heldPrice =>
      (heldPrice.untilMs > fromMs || heldPrice.fromMs >= fromMs) &&
      heldPrice.price.currency === currency &&
      !isOthers(heldPrice.fromMs),
  )
}

function remember(memory: ConditionMemory, { currency }: Money, stored: PriceBaseline): ConditionMemory {
  return { ...memory, byCurrency: { ...memory.byCurrency, [currency]: stored } }
}
