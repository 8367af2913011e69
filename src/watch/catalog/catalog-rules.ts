// Which rules a watch on a catalogue takes. Pure.
import type { ParameterError } from '../../kit/fault.ts'
import { parseConditions } from '../../rules/condition.ts'
import { bad } from '../input-errors.ts'
import type { WatchEdit } from '../watch-store.ts'

/** A catalogue has no price and no stock. Its check makes at most two messages, and a removal is always confirmed by the page. */
export function catalogRuleErrors({ when, confirm = 1, cooldownS = 0 }: WatchEdit): ParameterError[] {
  const parsed = parseConditions(when ?? 'any change')
  const isAny = 'conditions' in parsed && parsed.conditions.every(one => one.kind === 'any')
  return [
    ...(isAny ? [] : [bad('when', 'when: a watch on a catalogue tells any change of it, and nothing else')]),
    ...(confirm === 1
      ? []
      : [
          bad(
            'confirm',
            'confirm: a removed product is always confirmed by its page, and a new one is listed',
          ),
        ]),
    ...(cooldownS === 0
      ? []
      : [
          bad('cooldown', 'cooldown: choose a longer every; a check of a catalogue makes at most two alerts'),
        ]),
  ]
}
