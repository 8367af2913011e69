// Which conditions a watch can meet: one about a price needs an answer that has one.
import { invalidParameterFault } from '../answer/request/read-params.ts'
import {
  type Condition,
  PRICE_FIELDS,
  storedConditions,
  type Subject,
  subjectOf,
} from '../settings/watch-rules/condition.ts'
import type { VariantChoice } from '../settings/watch-rules/variant.ts'
import { type Facts, moneyOf } from './facts/facts.ts'
import { bodyError } from './model/input-errors.ts'
import type { NewWatch } from './model/watch.ts'

type ConditionInput = Pick<NewWatch, 'operation' | 'variant' | 'when'>

/** The facts that conditions can be held against. A list has them for each product, if its shop states them. */
const COMPARED: Readonly<Record<string, readonly Subject[]>> = {
  'general.product': [...PRICE_FIELDS, 'availability'],
  'general.offers': ['price', 'availability'],
  'general.catalog': [...PRICE_FIELDS, 'availability'],
}

/** All other values of an answer are only compared for any change. A variant has one price and no other. */
function comparedFacts(operation: string, variant?: VariantChoice | null): readonly Subject[] {
  return variant ? ['price', 'availability'] : (COMPARED[operation] ?? [])
}

/** Why a condition can never be met; undefined if all can. */
export function neverMetReason({ operation, variant, when }: ConditionInput): string | undefined {
  const conditions = storedConditions(when)
  const impossible = conditions.find(isImpossible)
  if (impossible) return `"${impossible.text}" can never be met; no price falls to 0`
  const compared = comparedFacts(operation, variant)
  for (const condition of conditions) {
    const subject = subjectOf(condition)
    if (subject === undefined || compared.includes(subject)) continue
    const what = variant ? 'a variant' : `the answer of ${operation}`
    const states =
      compared.length === 0
        ? 'is compared only for any change'
        : `has no ${subject}, only ${compared.join(' and ')}`
    const instead = `watch ${variant ? 'the whole' : 'a'} product by its URL, or leave out the condition`
    return `${what} ${states}, so "${condition.text}" cannot be checked; ${instead}`
  }
  return undefined
}

/** Why a condition on a page is not met whatever its price becomes: it names another currency than the page. */
export function otherCurrencyReason({ operation, when }: ConditionInput, facts: Facts | null) {
  const currency = moneyOf(facts?.price)?.currency
  if (operation !== 'general.product' || currency === undefined) return undefined
  const other = storedConditions(when).find(condition => {
    const code = currencyOf(condition)
    return subjectOf(condition) === 'price' && code !== undefined && code !== currency
  })
  return other && `the price is in ${currency}, so "${other.text}" cannot be checked`
}

function currencyOf(condition: Condition): string | undefined {
  if (condition.kind === 'compare') return condition.currency
  return condition.kind === 'moves' && 'currency' in condition.by ? condition.by.currency : undefined
}

const WHOLE = 10_000

function isImpossible(condition: Condition): boolean {
  if (condition.kind === 'compare')
    return !condition.operator.startsWith('>') && Number(condition.amount) === 0
  if (condition.kind !== 'moves' || condition.direction !== 'drops') return false
  return 'basisPoints' in condition.by && condition.by.basisPoints >= WHOLE
}

/** Throws `invalid_parameter` if a condition can never be met. */
export function throwIfNeverMet(watch: ConditionInput): void {
  const reason = neverMetReason(watch)
  if (reason !== undefined) throw invalidParameterFault([bodyError('when', `when: ${reason}`)])
}
