// A canary's expectations of an answer: `price > 0`, `name contains Runner`, `variants >= 3`. Parsed once at startup. Pure.

const OPERATORS = ['<=', '>=', '!=', '<', '>', '='] as const
type Operator = (typeof OPERATORS)[number]

export type Expectation = { readonly text: string; readonly field: string } & (
  | { readonly kind: 'compare'; readonly operator: Operator; readonly value: string }
  | { readonly kind: 'contains'; readonly value: string }
  | { readonly kind: 'exists' }
)

const EXAMPLES = '"price > 0", "name contains Runner", "variants >= 3" or "brand exists"'

export function parseExpectation(input: string): Expectation | { readonly error: string } {
  const text = input.trim().replaceAll(/\s+/g, ' ')
  const [, field, rest = ''] = /^([A-Za-z0-9_.-]{1,100}) ?(.{0,300})$/.exec(text) ?? []
  if (field === undefined) return { error: `${quoted(text)} names no field; write ${EXAMPLES}` }
  if (rest === 'exists') return { text, field, kind: 'exists' }
  const operator = OPERATORS.find(one => rest.startsWith(one))
  const value = rest.slice(operator?.length ?? 'contains '.length).trim()
  if (operator !== undefined && value !== '') {
    if (operator !== '=' && operator !== '!=' && Number.isNaN(Number(value)))
      return { error: `${operator} must be followed by a number, not ${quoted(value)}` }
    return { text, field, kind: 'compare', operator, value }
  }
  if (rest.startsWith('contains ') && value !== '') return { text, field, kind: 'contains', value }
  return { error: `${quoted(text)} is not a condition; write ${EXAMPLES}` }
}

/** Describes what is not as expected; undefined if all is. */
export function unmet(expectation: Expectation, answer: unknown): string | undefined {
  const found = plainValue(valueAt(answer, expectation.field))
  return holds(expectation, found) ? undefined : `expected ${expectation.text}, found ${shown(found)}`
}

function holds(expectation: Expectation, found: string | number | undefined): boolean {
  if (found === undefined) return false
  switch (expectation.kind) {
    case 'exists':
      return true
    case 'contains':
      return String(found).toLowerCase().includes(expectation.value.toLowerCase())
    default:
      return compare(expectation.operator, found, expectation.value)
  }
}

function compare(operator: Operator, found: string | number, value: string): boolean {
  const [a, b] = [Number(found), Number(value)]
  if (operator === '=') return String(found) === value || a === b
  if (operator === '!=') return String(found) !== value && a !== b
  if (Number.isNaN(a)) return false
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    default:
      return a >= b
  }
}

/** By names and indexes separated by dots; `rows` is a whole list. */
function valueAt(answer: unknown, field: string): unknown {
  if (Array.isArray(answer) && field === 'rows') return answer
  return field
    .split('.')
    .reduce<unknown>(
      (here, key) =>
        typeof here === 'object' && here !== null && Object.hasOwn(here, key)
          ? (here as Record<string, unknown>)[key]
          : undefined,
      answer,
    )
}

/** Money counts by its amount, a list by its length; null, undefined and an empty string are nothing. */
function plainValue(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return undefined
  return 'amount' in value ? plainValue(value.amount) : JSON.stringify(value)
}

function shown(found: string | number | undefined): string {
  return found === undefined ? 'nothing' : quoted(String(found))
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
