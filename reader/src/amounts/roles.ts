// What an amount is: the price, or one of the other things that shops print amounts for. Learned by `npm run train`.
import type { Features } from '../candidate.ts'
import type { DescribedAmount } from './describe-amounts.ts'
import { type Classifier, createClassifier, type Described, type Place } from '../score/classes.ts'
import { wordsIn } from '../score/text-grams.ts'
import type { RowWords } from './row-words.ts'
import trained from './role-weights.json' with { type: 'json' }

export const AMOUNT_ROLES = [
  'price',
  'former',
  'lowest_30',
  'net',
  'unit',
  'fee',
  'shipping',
  'threshold',
  'minimum_order',
  'sample',
  'instalment',
  'rent',
  'subscription',
  'member',
  'coupon',
  'multi_buy',
  'saving',
  'trade_in',
  'used',
  'bid',
  'other_product',
  'other',
] as const
export type AmountRole = (typeof AMOUNT_ROLES)[number]

export interface Explained {
  /** The probability of every role, in the order of `AMOUNT_ROLES`. */
  readonly chances: readonly number[]
  readonly role: AmountRole
  /** The share of its words that the model knows; 1 without words. */
  readonly understood: number
  readonly wordCount: number
}

export const ROLES: Classifier = createClassifier(AMOUNT_ROLES, trained)

const ANYWHERE = 'x'
const placeOf = (prefix: string, parts: string = ANYWHERE): Place => ({
  whole: parts === prefix ? [prefix] : [prefix, parts],
  parts,
})
const PLACES = { before: placeOf('b'), after: placeOf('a'), label: placeOf('l') }
const ASIDE = { next: placeOf('n', 'n'), section: placeOf('s', 's'), names: placeOf('t', 't') }
// Without words of its own, a short text below may be about it: "£57.67", "a day".
const NEXT_ALONE = placeOf('n')
const LAST: Place = { whole: ['p'] }

const fieldsOf = <Places extends object>(places: Places) =>
  Object.entries(places) as [keyof Places & keyof RowWords, Place][]
const OWN = fieldsOf(PLACES)

/** What a classifier is asked: the features of an amount, and its words by their places. */
export function describeRole({ features, words }: Pick<DescribedAmount, 'features' | 'words'>): Described {
  const isAlone = OWN.every(([field]) => !WORD.test(words[field]))
  const texts = [...OWN, ...fieldsOf(ASIDE)].map(
    ([field, place]) =>
      [
        isAlone && field === 'next' && words.next.length <= SHORT ? NEXT_ALONE : place,
        wordsIn(words[field].replace(PERCENTAGE, ' ')),
      ] as const,
  )
  const { single } = wordsIn(words.before === '' ? words.label : words.before)
  const last = single.findLast(word => /\p{L}/u.test(word))
  return {
    explicit: Object.keys(features),
    texts: last === undefined ? texts : [...texts, [LAST, { single: [last], pairs: [] }]],
  }
}

const WORD = /\p{L}{2}/u
// Features say what they mean.
const PERCENTAGE = /[-−–]?\d{1,3}(?:[.,]\d+)?\s?%/g
const SHORT = 14

// In generated blocks amounts of anything else are more frequent than beside the products of shops.
const RARER = 0.2
const OTHER = AMOUNT_ROLES.indexOf('other')

function inPages(chances: readonly number[]): number[] {
  const other = (chances[OTHER] as number) * RARER
  const total = 1 - (chances[OTHER] as number) + other
  return chances.map((chance, role) => (role === OTHER ? other : chance) / total)
}

export function explainAmount(amount: DescribedAmount, by: Classifier = ROLES): Explained {
  const chances = inPages(by.chances(describeRole(amount)))
  return {
    chances,
    role: AMOUNT_ROLES[chances.indexOf(Math.max(...chances))] as AmountRole,
    ...understoodOf(amount, by),
  }
}

function understoodOf({ words }: DescribedAmount, by: Classifier): { understood: number; wordCount: number } {
  const list = OWN.flatMap(([field]) => wordsIn(words[field]).single.filter(word => /\p{L}/u.test(word)))
  const letters = (some: readonly string[]) => some.reduce((sum, { length }) => sum + length, 0)
  const known = letters(list.filter(word => by.knows(ANYWHERE, word)))
  return { understood: list.length === 0 ? 1 : known / letters(list), wordCount: list.length }
}

export function chanceOf({ chances }: Explained, role: AmountRole): number {
  return chances[AMOUNT_ROLES.indexOf(role)] as number
}

/** Strengths for the scorer of the price. */
export function roleStrengths({
  isOwn,
  chances,
  role,
  understood,
  wordCount,
}: Explained & Pick<DescribedAmount, 'isOwn'>): Features {
  if (!isOwn) return { 'not read': 1 }
  const price = chances[0] as number
  const odds = Math.log((price + 1e-4) / (1 - price + 1e-4))
  const known =
    wordCount === 0
      ? 'without words'
      : understood > 0.95
        ? 'understood'
        : understood > 0.6
          ? 'half understood'
          : 'not understood'
  const made: Features = { 'odds of a price': odds / 4, [`odds of a price, ${known}`]: odds / 4, [known]: 1 }
  if (role !== 'price') made[`explained as ${role}`] = 1 - price
  return made
}

const COSTS: ReadonlySet<AmountRole> = new Set([
  'shipping',
  'threshold',
  'fee',
  'minimum_order',
  'sample',
  'coupon',
])
const RARELY = 0.1
const PERHAPS = 0.25

/** The cost of something else; less doubt is needed on a page that says that it names no price. */
export function isOtherCost({ role, chances }: Explained, isUnpriced: boolean): boolean {
  if (!isUnpriced) return COSTS.has(role) && (chances[0] as number) < RARELY
  const ofCosts = AMOUNT_ROLES.map((cost, place) => (COSTS.has(cost) ? (chances[place] as number) : 0))
  return ofCosts.reduce((sum, chance) => sum + chance, 0) > PERHAPS
}
