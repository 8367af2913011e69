// Schedules a watch: spread over its interval by its page, with jitter, and with back-off while it fails. Pure.
import { hash } from 'node:crypto'

/** Fraction of the interval, in both directions. */
const JITTER = 0.05
export const BACK_OFF_MAX_MS = 24 * 3_600_000
/** Longest time between two turns, in intervals: both have jitter. */
export const LONGEST_TURN = 1 + 2 * JITTER

/**
 * The first turn after `afterMs`. Each page has its own offset in the interval, so that neither a restart nor a
 * pause bunches pages together. Missed turns are skipped.
 */
export function nextTurnMs(page: string, everyMs: number, afterMs: number): number {
  const offset = fraction(page) * everyMs
  let turn = Math.floor((afterMs - offset) / everyMs)
  // Jitter may move a turn earlier or later, so start one turn early.
  for (;;) {
    const turnMs = Math.round(turn * everyMs + offset + jitterMs(page, turn, everyMs))
    if (turnMs > afterMs) return turnMs
    turn++
  }
}

/** Doubles the interval with each failure, up to a day; never below the interval. */
export function backOffIntervalMs(everyMs: number, failures: number): number {
  if (failures === 0) return everyMs
  const doubled = everyMs * 2 ** Math.min(failures, 20)
  return Math.max(everyMs, Math.min(doubled, BACK_OFF_MAX_MS))
}

/**
 * When a watch that was just checked is due again: after at least half the interval and at most the interval with its
 * jitter, even if the check was late or requested manually.
 */
export function nextDueMs(page: string, everyMs: number, checkedAtMs: number, failures: number): number {
  const intervalMs = backOffIntervalMs(everyMs, failures)
  const turnMs = nextTurnMs(page, intervalMs, checkedAtMs + intervalMs / 2)
  const isTooLate = turnMs > checkedAtMs + LONGEST_TURN * intervalMs
  // Moved by a constant, so that watches that were missed together stay spread out.
  return isTooLate ? Math.round(turnMs - intervalMs / 2) : turnMs
}

function jitterMs(page: string, turn: number, everyMs: number): number {
  return (fraction(`${page} ${turn}`) * 2 - 1) * JITTER * everyMs
}

/** Deterministic and uniform, from 0 to below 1. */
function fraction(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 12), 16) / 2 ** 48
}

/**
 * `every: auto`. A check finds at most one change, so the checks of a site find the most changes if each has the same
 * probability of finding one. Dividing the interval after a change and stretching it otherwise settles at that probability,
 * and needs no history.
 */
export interface IntervalBounds {
  readonly leastS: number
  readonly mostS: number
}

export const AUTO_BOUNDS: IntervalBounds = { leastS: 300, mostS: 7 * 24 * 3_600 }
/** The first interval: that of a watch without `every`. */
export const AUTO_FIRST_S = 3_600

/** After a change, the next may come soon: sales begin and end, competitors answer. */
const AFTER_CHANGE = 0.5
/** Settles where 12 % of checks find a change: together they find 94 % of all changes. */
const AFTER_NONE = 1.1
/** How strongly intervals grow while a site's watches want more requests than its budget. */
const UNDER_PRESSURE = 4

/**
 * The interval after a check that was answered. A check that failed says nothing and keeps the interval.
 * `pressure`: the requests that the site's watches want, as a share of its budget. Above 1, fewer checks must find
 * more, so that the learned intervals themselves fit the budget.
 */
export function nextAutoIntervalS(
  intervalS: number,
  foundChange: boolean,
  pressure: number,
  { leastS, mostS }: IntervalBounds = AUTO_BOUNDS,
): number {
  const growth = 1 + (AFTER_NONE - 1) * Math.max(1, pressure) ** UNDER_PRESSURE
  const next = intervalS * (foundChange ? AFTER_CHANGE : Math.min(growth, 1 / AFTER_CHANGE))
  return withinBounds(next, { leastS, mostS })
}

export function withinBounds(intervalS: number, { leastS, mostS }: IntervalBounds = AUTO_BOUNDS): number {
  return Math.min(mostS, Math.max(leastS, intervalS))
}

/** How much later than learned a check is due, so that a site's watches never exceed its budget together. */
export function stretchFor(pressure: number): number {
  return Math.max(1, pressure)
}
