// The forms of a condition for the builder: what each needs, the text that it makes, and the way back.

export interface ConditionInput {
  readonly form: ConditionForm | 'written'
  readonly amount: string
  /** `%`, or an amount in the shop's currency. */
  readonly unit: '%' | 'money'
  /** `7d`; empty for "since the last alert", or "ever". */
  readonly within: string
  /** What drop-downs cannot show; empty otherwise. */
  readonly written: string
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
type ConditionForm = keyof typeof CONDITION_FORMS

export const CONDITION_EXAMPLES = [
  'price < 100',
  'price < 100 EUR',
  'price drops 10%',
  'price drops 10% in 7d',
  'price lowest in 30d',
  'back in stock',
  'price < 100 or back in stock',
]

export const ANY_CONDITION: ConditionInput = {
  form: 'any',
  amount: '',
  unit: '%',
  within: '',
  written: '',
}

/** Any of them. A condition without its amount is no valid text, and is refused rather than lost. */
export function conditionText(inputs: readonly ConditionInput[]): string {
  return inputs.map(textOf).join(' or ')
}

function textOf({ form, amount, unit, within, written }: ConditionInput): string {
  const number = amount.trim()
  switch (form) {
    case 'written':
      return written
    case 'any':
      return 'any change'
    case 'back':
      return 'back in stock'
    case 'out':
      return 'out of stock'
    case 'below':
    case 'above':
      return `price ${form === 'below' ? '<' : '>'} ${number}`.trim()
    case 'lowest':
      return within === '' ? 'price lowest ever' : `price lowest in ${within}`
    default: {
      const size = number === '' ? '' : ` ${number}${unit === '%' ? '%' : ''}`
      return `price ${form}${size}${within === '' ? '' : ` in ${within}`}`
    }
  }
}

/** An empty text means any change. */
export function readConditions(text: string): ConditionInput[] {
  return text.split(/\sor\s/).map(one => readCondition(one.trim()))
}

const PLAIN: Readonly<Record<string, ConditionForm>> = {
  '': 'any',
  'any change': 'any',
  'back in stock': 'back',
  'out of stock': 'out',
}

function readCondition(text: string): ConditionInput {
  const plain = Object.hasOwn(PLAIN, text) ? PLAIN[text] : undefined
  if (plain) return { ...ANY_CONDITION, form: plain }
  const [, sign, limit = ''] = /^price ([<>])(?: (\d.*))?$/.exec(text) ?? []
  if (sign) return { ...ANY_CONDITION, form: sign === '<' ? 'below' : 'above', amount: limit }
  const [isLowest, since = ''] = /^price lowest (?:ever|in (\w+))$/.exec(text) ?? []
  if (isLowest !== undefined) return { ...ANY_CONDITION, form: 'lowest', within: since }
  const [, move, amount = '', percent, within = ''] =
    /^price (drops|rises)(?: (\d[^%\s]*)(%)?)?(?: in (\w+))?$/.exec(text) ?? []
  if (move === 'drops' || move === 'rises') {
    const unit = amount === '' || percent !== undefined ? '%' : 'money'
    return { ...ANY_CONDITION, form: move, amount, unit, within }
  }
  return { ...ANY_CONDITION, form: 'written', written: text }
}
