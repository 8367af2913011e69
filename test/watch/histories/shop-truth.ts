// What is true in a scripted shop at each check, and how the page shows it: the truth is for the oracle, the page for the watch.
import type { Choices } from './seeded.ts'

export interface Truth {
  /** Cents of the shop's home currency. */
  readonly cents: number
  readonly isInStock: boolean
  readonly isListed: boolean
  readonly sizes: readonly { readonly label: string; readonly cents: number; readonly isInStock: boolean }[]
}

/** How a check of the page goes. */
export type Appearance =
  | 'plain'
  /** An outage, a block, a wall, a shell: a fault of this code. */
  | { readonly fault: string }
  /** The page, in another language and currency. */
  | 'abroad'
  /** The price, or the stock, is not where it was. */
  | 'without-price'
  | 'without-stock'
  /** Another layout: fewer codes and no sizes. */
  | 'layout-b'
  /** Another product under the same address. */
  | 'other-product'
  /** A wrong price, once. */
  | 'glitch'

export interface Step {
  readonly atMs: number
  readonly truth: Truth
  readonly appearance: Appearance
}

/** Dollars for a euro, so that no price abroad has the same digits as at home. */
export const ABROAD_RATE = 1.37
export const GLITCH_CENTS = 99
/** The price of the other product under the address. */
export const OTHER_CENTS = 1_999
const HOUR = 3_600_000
/** At first nothing happens: what a condition begins with must have been seen as often as it asks. */
const SETTLED = 4
const SIZES = ['8', '9', '10']
const FAULTS = [
  'upstream_failed',
  'upstream_timeout',
  'upstream_busy',
  'upstream_blocked',
  'upstream_changed',
  'upstream_unreachable',
  'robots_disallowed',
]

export type Theme =
  | 'walk'
  | 'sale'
  | 'outage'
  | 'relisted'
  | 'replaced'
  | 'abroad'
  | 'layouts'
  | 'unread'
  | 'stock'
  | 'glitches'
  | 'late'

export const THEMES: readonly Theme[] = [
  'walk',
  'sale',
  'outage',
  'relisted',
  'replaced',
  'abroad',
  'layouts',
  'unread',
  'stock',
  'glitches',
  'late',
]

export function scriptSteps(choices: Choices, theme: Theme, count: number): Step[] {
  const steps: Step[] = []
  let atMs = Date.UTC(2027, 0, 1) + choices.between(0, 23) * HOUR
  let truth = firstTruth(choices)
  let stretch: { appearance: Appearance; left: number } | undefined
  for (let index = 0; index < count; index++) {
    if (index > SETTLED) truth = nextTruth(choices, theme, truth)
    if (stretch && stretch.left-- <= 0) stretch = undefined
    if (!stretch && index > SETTLED && choices.chance(0.12)) stretch = nextStretch(choices, theme)
    const isGlitch =
      theme === 'glitches' && index > SETTLED && steps.at(-1)?.appearance === 'plain' && choices.chance(0.1)
    const appearance: Appearance = stretch?.appearance ?? (isGlitch ? 'glitch' : 'plain')
    steps.push({ atMs, truth, appearance })
    // A second check that comes right after the first, and one that comes after days.
    const isLate = theme === 'late' && choices.chance(0.1)
    const isDoubled = theme === 'late' && choices.chance(0.15)
    atMs += isLate
      ? choices.between(24, 200) * HOUR
      : isDoubled
        ? 1_000
        : HOUR + choices.between(-100, 100) * 1_000
  }
  return steps
}

function firstTruth(choices: Choices): Truth {
  const cents = choices.between(4_000, 25_000)
  return {
    cents,
    isInStock: choices.chance(0.7),
    isListed: true,
    sizes: SIZES.map(label => ({
      label,
      cents: cents + choices.between(0, 3) * 500,
      isInStock: choices.chance(0.7),
    })),
  }
}

function nextTruth(choices: Choices, theme: Theme, truth: Truth): Truth {
  const isSale = theme === 'sale' && choices.chance(0.08)
  const factor = isSale ? choices.one([0.5, 0.7, 0.8, 1.3, 1.9]) : 1
  const moves = choices.chance(theme === 'walk' || theme === 'glitches' ? 0.35 : 0.15)
  const step = moves ? choices.one([-500, -200, -100, -1, 1, 100, 200, 500]) : 0
  const move = (cents: number) => Math.min(90_000, Math.max(500, Math.round(cents * factor) + step))
  const flips = (isInStock: boolean) =>
    choices.chance(theme === 'stock' ? 0.15 : 0.05) ? !isInStock : isInStock
  const isListed =
    theme === 'relisted' && choices.chance(truth.isListed ? 0.08 : 0.4) ? !truth.isListed : truth.isListed
  return {
    cents: move(truth.cents),
    isInStock: flips(truth.isInStock),
    isListed,
    sizes: truth.sizes.map(size => ({ ...size, cents: move(size.cents), isInStock: flips(size.isInStock) })),
  }
}

function nextStretch(choices: Choices, theme: Theme): { appearance: Appearance; left: number } | undefined {
  const left = choices.between(0, 5)
  switch (theme) {
    case 'abroad':
      return { appearance: 'abroad', left }
    case 'layouts':
      return { appearance: choices.one(['layout-b', 'without-stock']), left }
    case 'unread':
      return { appearance: choices.one(['without-price', 'without-stock']), left }
    case 'replaced':
      return { appearance: 'other-product', left: choices.between(0, 12) }
    case 'outage':
      return { appearance: { fault: choices.one(FAULTS) }, left: choices.between(0, 12) }
    default:
      return choices.chance(0.3) ? { appearance: { fault: choices.one(FAULTS) }, left } : undefined
  }
}
