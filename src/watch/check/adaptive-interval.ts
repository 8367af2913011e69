// `every: auto`: the next interval of a watch, learned from what its checks find.
//
// A check finds at most one change, so the checks of a site find the most changes if each has the same probability
// of finding one: products that change often are checked often, and those that hardly ever change, rarely. Dividing
// the interval after a change and stretching it otherwise settles at that probability, and needs no history.

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
