// Validates what a watch asks for: interval, conditions, confirmation, cooldown, active times, tags, variant.
import { isStorable } from '../engine/storable-json.ts'
import type { ParameterError } from '../kit/fault.ts'
import { parseActive } from './active-times.ts'
import { parseConditions } from './condition.ts'
import { parseDuration } from './duration.ts'
import { parseInterval } from './interval.ts'
import { VARIANT_FIELDS, type VariantChoice } from './variant-choice.ts'
import { bad, isRecord } from './input-errors.ts'
import type { WatchEdit } from './watch-store.ts'

export const RULE_NAMES = [
  'every',
  'when',
  'confirm',
  'cooldown',
  'active',
  'tags',
  'name',
  'keep_days',
] as const

const NAME_MAX = 200
const KEEP_DAYS_MAX = 3_650
const CONFIRM_MAX = 5
const COOLDOWN_MAX_S = 30 * 86_400
const TAGS_MAX = 20
const VARIANT_TEXT_MAX = 100

type Rules = Omit<WatchEdit, 'isPaused'>
type Read = (value: unknown) => Rules | { readonly error: string }

/** Each returns the part of the edit that the value means. */
const READERS: Readonly<Record<(typeof RULE_NAMES)[number], Read>> = {
  every(value) {
    const isGiven = typeof value === 'string' || typeof value === 'number'
    return isGiven ? parseInterval(value) : { error: 'it must be a time such as 15m, or auto' }
  },
  when(value) {
    if (value === null) return { when: null }
    const texts = typeof value === 'string' ? [value] : value
    if (!isTexts(texts))
      return { error: 'it must be a condition such as "price < 100", or a list of conditions' }
    const parsed = parseConditions(texts)
    return 'error' in parsed ? parsed : { when: texts.map(text => text.trim()).join(' or ') }
  },
  confirm(value) {
    const times = Number(value)
    if (Number.isInteger(value) && times >= 1 && times <= CONFIRM_MAX) return { confirm: times }
    return { error: `it must be a whole number from 1 to ${CONFIRM_MAX}` }
  },
  cooldown(value) {
    if (value === null) return { cooldownS: 0 }
    const seconds = typeof value === 'string' || typeof value === 'number' ? parseDuration(value) : undefined
    if (seconds === undefined || seconds > COOLDOWN_MAX_S)
      return { error: 'it must be a time such as 6h, of at most 30 days' }
    return { cooldownS: seconds }
  },
  active(value) {
    if (value === null) return { active: null }
    return typeof value === 'string' ? parseActive(value) : { error: 'it must be a text' }
  },
  tags(value) {
    const tags = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
    const isGood =
      Array.isArray(tags) &&
      tags.length <= TAGS_MAX &&
      tags.every(tag => typeof tag === 'string' && /^[\p{L}\p{N}_.:-]{1,40}$/u.test(tag))
    // An empty list removes all.
    if (isGood) return { tags: [...new Set(tags as string[])] }
    return { error: `at most ${TAGS_MAX} words of letters, digits, "-", "_", "." and ":"` }
  },
  name(value) {
    const text = typeof value === 'string' ? oneLine(value) : ''
    if (text !== '' && text.length <= NAME_MAX && isStorable(text)) return { name: text }
    return { error: `it must be a text of at most ${NAME_MAX} characters` }
  },
  keep_days(value) {
    if (value === null) return { keepDays: null }
    const days = Number(value)
    if (Number.isInteger(value) && days >= 1 && days <= KEEP_DAYS_MAX) return { keepDays: days }
    return { error: `it must be a whole number from 1 to ${KEEP_DAYS_MAX}` }
  },
}

export function readRules(input: Readonly<Record<string, unknown>>, errors: ParameterError[]): Rules {
  const rules: Rules = {}
  for (const name of RULE_NAMES) {
    if (input[name] === undefined) continue
    const read = READERS[name](input[name])
    if ('error' in read) errors.push(bad(name, `${name}: ${read.error}`))
    else Object.assign(rules, read)
  }
  return rules
}

/** Also a text such as `size=9, color=Forest`, as the command line and CSV have it. */
export function readVariant(value: unknown, errors: ParameterError[]): VariantChoice | null {
  if (value === undefined || value === null || value === '') return null
  const given = typeof value === 'string' ? fieldsOf(value) : value
  const entries = isRecord(given) ? Object.entries(given).filter(([, one]) => one !== null) : []
  const isGood = entries.every(
    ([name, one]) =>
      (VARIANT_FIELDS as readonly string[]).includes(name) &&
      (typeof one === 'string' || typeof one === 'number') &&
      oneLine(String(one)) !== '' &&
      isStorable(String(one)) &&
      String(one).length <= VARIANT_TEXT_MAX,
  )
  if (entries.length === 0 || !isGood) {
    errors.push(
      bad(
        'variant',
        `variant: it must have one or more of ${VARIANT_FIELDS.join(', ')}, such as {"size": "9"}`,
      ),
    )
    return null
  }
  // In one order, so that the same variant is the same watch.
  const texts = new Map(entries.map(([name, one]) => [name, oneLine(String(one))]))
  return Object.fromEntries(
    VARIANT_FIELDS.flatMap(name => (texts.has(name) ? [[name, texts.get(name)]] : [])),
  )
}

function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map(part => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()]
    }),
  )
}

/** Messages put it into a subject or a header, and a table into a line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'string')
}
