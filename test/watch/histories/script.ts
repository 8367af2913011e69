// Writes the steps of a history: checks an interval apart, edits between them, faults now and then.
import { type Chance, HOUR, MINUTE, START } from './seed.ts'
import type { Condition, Edit, Page, Product, Settings, Step } from './truth.ts'

export interface Script {
  steps: Step[]
  check(page: Page): void
  show(product: Product, times?: number): void
  edit(set: Edit): void
  /** The page is fetched, the edit is made, the check is stored. */
  editDuring(page: Page, set: Edit): void
  toggle(what: 'pause' | 'resume'): void
  /** Moves the clock, also back. */
  jump(ms: number): void
  at(): number
}

export function script(everyMs = HOUR): Script {
  const steps: Step[] = []
  let at = START
  const next = () => (at += everyMs)
  return {
    steps,
    at: () => at,
    check: page => void steps.push({ do: 'check', at: next(), page }),
    show(product, times = 1) {
      for (let n = 0; n < times; n++)
        steps.push({ do: 'check', at: next(), page: { shows: 'product', product } })
    },
    edit: set => void steps.push({ do: 'edit', at: at + MINUTE, set }),
    editDuring: (page, during) => void steps.push({ do: 'check', at: next(), page, during }),
    toggle: what => void steps.push({ do: what, at: at + MINUTE }),
    jump: ms => void (at += ms),
  }
}

export const FAULTS = ['upstream_failed', 'upstream_timeout', 'upstream_blocked'] as const

export function faults(luck: Chance, story: Script): void {
  const code = luck.pick(FAULTS)
  for (let n = luck.int(1, 4); n > 0; n--) story.check({ shows: 'fault', code })
}

export function settings(when: Condition[], more: Partial<Settings> = {}): Settings {
  return { when, variant: null, confirm: 1, cooldownMs: 0, ...more }
}

/** Some of them, in their order, at least one. */
export function some<T>(luck: Chance, items: readonly T[], most: number): T[] {
  const wanted = new Set<T>()
  while (wanted.size < Math.min(most, items.length)) wanted.add(luck.pick(items))
  return items.filter(each => wanted.has(each))
}
