// One of a thousand histories, made from its number: the shop's steps, what the watch asks for, and its words for it.
import type { Plan, Condition } from './oracle.ts'
import { type Choices, choicesOf } from './seeded.ts'
import { scriptSteps, type Step, type Theme, THEMES } from './shop-truth.ts'

export interface History {
  readonly seed: number
  readonly theme: Theme
  readonly steps: readonly Step[]
  readonly plan: Plan
  /** The condition as a user writes it. */
  readonly when: string
}

const HOUR = 3_600_000
const STEPS = 60

export function historyOf(seed: number): History {
  const choices = choicesOf(seed)
  const theme = THEMES[seed % THEMES.length] as Theme
  const steps = scriptSteps(choices, theme, STEPS)
  const first = steps[0]?.truth
  const isNarrowed = choices.chance(0.3)
  const size = isNarrowed ? choices.one(['8', '9', '10']) : null
  const startCents = first?.sizes.find(one => one.label === size)?.cents ?? first?.cents ?? 0
  const plan: Plan = {
    when: conditionOf(choices, startCents),
    // A wrong price that is shown once can only be told from a right one by looking again.
    confirm: theme === 'glitches' ? choices.between(2, 3) : choices.one([1, 1, 1, 2, 3]),
    cooldownMs: choices.one([0, 0, 0, 6 * HOUR, 24 * HOUR]),
    size,
  }
  return { seed, theme, steps, plan, when: wordsOf(plan.when) }
}

function conditionOf(choices: Choices, startCents: number): Condition {
  const bound = Math.max(600, startCents + choices.one([-1_500, -700, -300, 0, 300, 1_000]))
  return choices.one<() => Condition>([
    () => ({ is: 'below', cents: bound }),
    () => ({ is: 'above', cents: bound }),
    () => ({ is: 'drops', percent: choices.one([1, 5, 10]) }),
    () => ({ is: 'rises', percent: choices.one([1, 5, 10]) }),
    () => ({ is: 'drops-by', cents: choices.one([1, 500, 1_000]) }),
    () => ({ is: 'drops', percent: choices.one([1, 5]), days: choices.one([1, 7]) }),
    () => ({ is: 'rises', percent: 5, days: 7 }),
    () => ({ is: 'lowest', days: choices.one([1, 30]) }),
    () => ({ is: 'lowest' }),
    () => ({ is: 'in-stock' }),
    () => ({ is: 'out-of-stock' }),
    () => ({ is: 'any' }),
  ])()
}

function wordsOf(condition: Condition): string {
  switch (condition.is) {
    case 'below':
      return `price < ${condition.cents / 100}`
    case 'above':
      return `price > ${condition.cents / 100}`
    case 'drops-by':
      return `price drops ${condition.cents / 100}`
    case 'drops':
    case 'rises':
      return `price ${condition.is} ${condition.percent}%${condition.days === undefined ? '' : ` in ${condition.days}d`}`
    case 'lowest':
      return `price lowest ${condition.days === undefined ? 'ever' : `in ${condition.days}d`}`
    case 'in-stock':
      return 'back in stock'
    case 'out-of-stock':
      return 'out of stock'
    default:
      return 'any change'
  }
}
