// Features of price candidates: what a printed amount is, what data states, and how the two agree.
import type { ExplainedAmount } from '../amounts/explain-amounts.ts'
import { FORMER } from '../amounts/describe-amounts.ts'
import { roleStrengths } from '../amounts/roles.ts'
import type { Candidate, FieldFeatures, Features } from '../candidate.ts'
import { OTHER_PRODUCTS, REVIEWS, SITE_CHROME, STRUCK } from '../page/element-context.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { PageOdds } from '../statements/page-words.ts'
import { agreement, setFeature } from '../feature-sets.ts'

const ASIDE = OTHER_PRODUCTS | SITE_CHROME | REVIEWS
// An amount may be the price if its words do not say otherwise.
const MAY_BE_PRICE = 0.25

export function priceFeatures(
  page: ReaderPage,
  candidates: readonly Candidate[],
  amounts: readonly ExplainedAmount[],
  odds: Unpriced,
): FieldFeatures {
  const numberOf = ({ value }: Candidate) => Number(value)
  const keyOf = (value: string) => String(Number(value))
  const own = amounts.filter(
    ({ isOwn, option, flags, chances }) =>
      isOwn && option !== 'other' && (flags & STRUCK) === 0 && (chances[0] as number) >= MAY_BE_PRICE,
  )
  const shown = new Set(own.map(({ number }) => number))
  const all = new Set(amounts.map(({ number }) => number))
  const formers = amounts.filter(({ flags }) => (flags & FORMER) > 0 && (flags & ASIDE) === 0)
  const struck = new Set(formers.map(({ number }) => number))
  const agrees = agreement(candidates, keyOf, candidate => candidate.features['other product'] === 1)
  const stated = candidates.filter(isOfData).map(numberOf)
  const features = candidates.map((candidate, index) => {
    const made: Features = { ...candidate.features, ...agrees[index] }
    const number = numberOf(candidate)
    setFeature(made, 'shown for the product', shown.has(number))
    const amount = candidate.row === undefined ? undefined : amounts[candidate.row]
    if (amount) {
      Object.assign(made, amount.features, roleStrengths(amount))
      const isAlone = !own.some(other => other.number !== number)
      setFeature(made, 'former, and nothing else may be the price', isAlone && amount.role === 'former')
      const isStruck = (amount.flags & FORMER) > 0
      setFeature(
        made,
        'struck above the price in data',
        isStruck && stated.some(one => isReductionOf(number, one)),
      )
    } else {
      const isBelow = isOfData(candidate) && formers.some(former => isReductionOf(former.number, number))
      setFeature(made, 'below a struck price', isBelow)
      setFeature(made, 'data shown nowhere', amounts.length > 0 && !all.has(number))
      setFeature(made, 'data shown only struck', struck.has(number) && !shown.has(number))
    }
    return made
  })
  return { candidates: features, none: noneFeatures(page, own, odds, stated.length > 0) }
}

/** What the words of a page say about a price that it does not name; `hidden`: the chance of its clearest text. */
interface Unpriced extends PageOdds {
  readonly hidden: number
}

// Words alone are never certain.
const SOFT = 0.02

/** What speaks for a page without a price. */
function noneFeatures(
  page: ReaderPage,
  own: readonly ExplainedAmount[],
  { unpriced, hidden, isSilent }: Unpriced,
  isStated: boolean,
): Features {
  const before = own.filter(({ at }) => at < page.othersAt)
  const none: Features = { none: 1, 'odds of no price': unpriced / 4 }
  setFeature(none, 'no price of its own', before.length === 0 && !isSilent && !isStated)
  setFeature(none, 'no button', page.button === undefined)
  if (!isStated) none['says that its price is hidden'] = Math.log((hidden + SOFT) / (1 - hidden + SOFT)) / 4
  return none
}

function isOfData({ source, features }: Candidate): boolean {
  return source !== 'page' && source !== 'embedded' && features['other product'] !== 1
}

// A larger reduction is one of another product, or of another size.
const MAX_REDUCTION = 3

function isReductionOf(former: number, price: number): boolean {
  return price < former && former <= price * MAX_REDUCTION
}
