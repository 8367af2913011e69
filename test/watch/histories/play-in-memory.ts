// Plays a history through the decision alone: a list stands in for the store.
import { type Change } from '../../../src/watch/changes.ts'
import { parseConditions } from '../../../src/watch/condition.ts'
import { decide } from '../../../src/watch/decide.ts'
import { moneyOf } from '../../../src/watch/facts.ts'
import { type Knowledge, NOTHING_KNOWN } from '../../../src/watch/knowledge.ts'
import type { HeldPrice } from '../../../src/watch/price-moves.ts'
import type { History } from './history-plan.ts'
import { resultOf } from './render-page.ts'

/** As the store has it: three intervals without a check are a gap. */
const GAP_MS = 3 * 3_600_000

/** The changes of each step. */
export function playInMemory({ steps, plan, when }: History): (readonly Change[])[] {
  const parsed = parseConditions(when)
  if ('error' in parsed) throw new Error(parsed.error)
  const rules = { conditions: parsed.conditions, confirm: plan.confirm, cooldownMs: plan.cooldownMs }
  const variant = plan.size === null ? null : { size: plan.size }
  let known: Knowledge = NOTHING_KNOWN
  let wasOk = false
  const held: HeldPrice[] = []
  return steps.map((step, index) => {
    const check = { result: resultOf(step, variant), requestId: `check-${index}`, atMs: step.atMs }
    const decision = decide(known, check, { price: held }, rules)
    const isOk = decision.outcome === 'ok'
    const price = moneyOf(decision.knowledge.facts?.price)
    const last = held.at(-1)
    const isInTime = last !== undefined && step.atMs - last.untilMs <= GAP_MS
    if (isOk && wasOk && isInTime) held[held.length - 1] = { ...last, untilMs: step.atMs }
    if (isOk && price) held.push({ price, fromMs: step.atMs, untilMs: step.atMs })
    // The state goes through the database as JSON.
    known = JSON.parse(JSON.stringify(decision.knowledge)) as Knowledge
    wasOk = isOk
    return decision.changes
  })
}
