// The amounts that a page prints, each with what it is. One place for every question about printed money.
import type { ReaderPage } from '../page/read-page.ts'
import type { PriceKind } from '../product-shape.ts'
import { type DescribedAmount, describeAmounts } from './describe-amounts.ts'
import { readAmounts } from './read-amounts.ts'
import type { Classifier } from '../score/classes.ts'
import { AMOUNT_ROLES, type AmountRole, chanceOf, explainAmount, type Explained, ROLES } from './roles.ts'

export interface ExplainedAmount extends DescribedAmount, Explained {}

/** By what an amount is explained; in training, by some that have not seen its words. */
export type ClassifierFor = (amount: DescribedAmount) => Classifier

/** `stated`: the currencies that the data of the page states. */
export function explainAmounts(
  page: ReaderPage,
  stated: ReadonlySet<string>,
  classifierFor: ClassifierFor = () => ROLES,
): ExplainedAmount[] {
  return describeAmounts(page, readAmounts(page, stated)).map(amount =>
    Object.assign(amount, amount.isOwn ? explainAmount(amount, classifierFor(amount)) : OF_OTHERS),
  )
}

/** Amounts in cards, menus and reviews are explained by their place. */
const OF_OTHERS: Explained = {
  chances: AMOUNT_ROLES.map(role => (role === 'other_product' ? 0.98 : 0.02 / (AMOUNT_ROLES.length - 1))),
  role: 'other_product',
  understood: 1,
  wordCount: 0,
}

const KINDS: Readonly<Partial<Record<AmountRole, PriceKind>>> = {
  member: 'member',
  coupon: 'coupon',
  subscription: 'subscription',
  instalment: 'instalment',
  unit: 'unit',
  net: 'without_tax',
  trade_in: 'trade_in',
  used: 'used',
}
const REPORTED = Object.keys(KINDS) as AmountRole[]
const SURE = 0.35

/** How likely a role is for an amount that is not the price: a page has one. */
export function shareOf(amount: Explained, role: AmountRole): number {
  return chanceOf(amount, role) / (1 - chanceOf(amount, 'price') + 1e-9)
}

/** The kind under which an amount is reported that is not the price. */
export function kindOf(amount: ExplainedAmount): PriceKind | undefined {
  const [role] = REPORTED.toSorted((a, b) => shareOf(amount, b) - shareOf(amount, a))
  return role !== undefined && shareOf(amount, role) >= SURE ? KINDS[role] : undefined
}
