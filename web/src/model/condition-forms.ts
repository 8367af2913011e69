// The forms of a condition for the builder: what each needs, and the text that it makes.

export interface ConditionInput {
  readonly form: ConditionForm
  readonly amount: string
  /** `%`, or an amount in the shop's currency. */
  readonly unit: '%' | 'money'
  /** `7d`; empty for "since the last alert", or "ever". */
  readonly within: string
}

export const CONDITION_FORMS = {
  any: 'anything changes',
  below: 'the price is below',
  above: 'the price is above',
  drops: 'the price drops',
  rises: 'the price rises',
  lowest: 'the price is the lowest',
  back: 'it is back in stock',
  out: 'it is out of stock',
} as const
export type ConditionForm = keyof typeof CONDITION_FORMS

export const CONDITION_EXAMPLES = [
  'price < 100',
  'price < 100 EUR',
  'price drops 10%',
  'price drops 10% in 7d',
  'price lowest in 30d',
  'back in stock',
  'price < 100 or back in stock',
]

/** Empty while something is missing. */
export function conditionText({ form, amount, unit, within }: ConditionInput): string {
  const number = amount.trim()
  switch (form) {
    case 'any':
      return 'any change'
    case 'back':
      return 'back in stock'
    case 'out':
      return 'out of stock'
    case 'below':
    case 'above':
      return number === '' ? '' : `price ${form === 'below' ? '<' : '>'} ${number}`
    case 'lowest':
      return within === '' ? 'price lowest ever' : `price lowest in ${within}`
    default: {
      const size = number === '' ? '' : ` ${number}${unit === '%' ? '%' : ''}`
      return `price ${form}${size}${within === '' ? '' : ` in ${within}`}`
    }
  }
}

/** Any of both. */
export function addCondition(text: string, condition: string): string {
  const known = text.trim()
  if (known === '' || known === 'any change') return condition
  return known.split(/\sor\s/).includes(condition) ? known : `${known} or ${condition}`
}
