// Which conditions a list can answer: one about prices or stock needs a list that states them.
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import { CURRENCY_PROBLEM } from '../../answer/operations/catalog/catalog-page.ts'
import { bodyError } from '../model/input-errors.ts'
import { type Condition, storedConditions, subjectOf } from '../../settings/watch-rules/condition.ts'
import type { CatalogAnswerRow, CatalogAnswer } from './catalog-answer.ts'

/** What a list states of its products. */
export interface ListStates {
  readonly price: boolean
  readonly availability: boolean
}

/** The first page of a shop's list; undefined if it cannot be had now. */
export type FirstPage = (params: Readonly<Record<string, unknown>>) => Promise<CatalogAnswer | undefined>

type StatedOffer = Pick<CatalogAnswerRow, 'price' | 'availability'>

function statesOf(rows: readonly StatedOffer[]): ListStates {
  return {
    price: rows.some(row => row.price !== null),
    availability: rows.some(row => row.availability !== null),
  }
}

/** Why a condition can never be met here; undefined if all can. */
export function unansweredReason(
  conditions: readonly Condition[],
  states: ListStates,
  problems: readonly string[],
): string | undefined {
  const lacking = conditions.find(condition => {
    const subject = subjectOf(condition)
    return subject === 'availability' ? !states.availability : subject !== undefined && !states.price
  })
  if (!lacking) return undefined
  const isPrice = subjectOf(lacking) !== 'availability'
  if (isPrice && problems.includes(CURRENCY_PROBLEM))
    return `${CURRENCY_PROBLEM}, so "${lacking.text}" cannot be checked now; try again later`
  const what = isPrice ? 'prices' : 'stock'
  return `the list of this shop states no ${what}, so "${lacking.text}" cannot be checked; watch its products one by one with \`wares watch add --all SHOP --budget 1000\`, which sets the interval, or leave out the condition`
}

/** Throws `invalid_parameter`. A list that cannot be read now is judged by the first check. */
export async function throwIfUnanswered(
  firstPage: FirstPage,
  params: Readonly<Record<string, unknown>>,
  when: string | null,
): Promise<void> {
  const conditions = storedConditions(when)
  if (conditions.every(one => one.kind === 'any')) return
  const answer = await firstPage(params)
  if (!answer || answer.products.length === 0) return
  const reason = unansweredReason(conditions, statesOf(answer.products), answer.problems)
  if (reason !== undefined) throw invalidParameterFault([bodyError('when', `when: ${reason}`)])
}
