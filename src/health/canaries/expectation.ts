// A canary's expectations of an answer: `price > 0`, `name contains Runner`, `variants >= 3`. Parsed once at startup. Pure.

import { memberOf } from '#kit/schema/pointer'
import { holds, quoted, splitRule } from '../../settings/watch-rules/rule-words.ts'

const WORDS = ['<=', '>=', '!=', '<', '>', '=', 'contains', 'exists'] as const

export interface Expectation {
  readonly text: string
  readonly field: string
  readonly word: (typeof WORDS)[number]
  /** Empty for `exists`. */
  readonly value: string
}

const CONDITION_MAX = 300
const EXAMPLES = '"price > 0", "name contains Runner", "variants >= 3" or "brand exists"'

export function parseExpectation(input: string): Expectation | { readonly error: string } {
  const { text, field, word, value } = splitRule(input, WORDS)
  if (!/^[A-Za-z0-9_.-]+$/.test(field)) return { error: `${quoted(text)} names no field; write ${EXAMPLES}` }
  if (
    word === undefined ||
    (word === 'exists') !== (value === '') ||
    text.length - field.length - 1 > CONDITION_MAX
  )
    return { error: `${quoted(text)} is not a condition; write ${EXAMPLES}` }
  if (/[<>]/.test(word) && Number.isNaN(Number(value)))
    return { error: `${word} must be followed by a number, not ${quoted(value)}` }
  return { text, field, word, value }
}

/** Describes what is not as expected; undefined if all is. */
export function unmet(expectation: Expectation, answer: unknown): string | undefined {
  const actual = plainValue(valueAt(answer, expectation.field))
  return isMet(expectation, actual) ? undefined : `expected ${expectation.text}, found ${shown(actual)}`
}

function isMet({ word, value }: Expectation, actual: string | number | undefined): boolean {
  if (actual === undefined || word === 'exists') return actual !== undefined
  if (word === 'contains') return String(actual).toLowerCase().includes(value.toLowerCase())
  return holds[word](String(actual) === value ? 0 : Number(actual) - Number(value))
}

/** Names and indexes separated by dots; `rows` is a whole list. */
function valueAt(answer: unknown, field: string): unknown {
  if (Array.isArray(answer) && field === 'rows') return answer
  return field.split('.').reduce(memberOf, answer)
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

function shown(actual: string | number | undefined): string {
  return actual === undefined ? 'nothing' : quoted(String(actual))
}
