// The rules of a watch for the decision, out of what its owner wrote. Pure.
import { type Condition, parseConditions } from '../../rules/condition.ts'
import type { Rules } from './decide.ts'
import type { Watch } from '../watch.ts'

const ANY: readonly Condition[] = [{ kind: 'any', text: 'any change' }]

export function rulesOf({ when, confirm, cooldownS }: Pick<Watch, 'when' | 'confirm' | 'cooldownS'>): Rules {
  return { conditions: conditionsOf(when), confirm, cooldownMs: cooldownS * 1000 }
}

/** They were valid when stored. A release that does not know one must still report changes. */
export function conditionsOf(when: string | null): readonly Condition[] {
  const parsed = parseConditions(when ?? 'any change')
  return 'conditions' in parsed ? parsed.conditions : ANY
}
