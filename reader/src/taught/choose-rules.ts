// Chooses the rules for a value that somebody named: the most stable ones that give it on that page and break no other.
import { SHARED_SIGN } from '../values/currency-by-country.ts'
import { findCurrency } from '../values/currency.ts'
import {
  NAMED_VALUES,
  ruleText,
  rulesOf,
  TAUGHT_FIELDS,
  type TaughtField,
  type TaughtFields,
  type TaughtRule,
} from './taught-rule.ts'
import { findRules, type FoundRule } from './find-rules.ts'
import type { TaughtPage } from './open-page.ts'
import { readRule, readTaughtField } from './read-rule.ts'
import { pathSelector, plainSelector, unstableNames } from './stable-selectors.ts'
import { isAmount, isSameValue, readTaughtValue } from './taught-value.ts'

/** A page of the shop, and what is read there today. */
export interface ValidationPage {
  readonly url: string
  readonly page: TaughtPage
  readonly before: (field: TaughtField) => { readonly value: string | null; readonly where: string }
  /** What the reader finds there without any rule. */
  readonly unaided: (field: TaughtField) => string | null
}

type RuleChoice = { readonly rules: readonly TaughtRule[] | null } | { readonly problem: string }

interface LessonContext {
  readonly others: readonly ValidationPage[]
  readonly fields: TaughtFields
  /** What is named in the same lesson. */
  readonly values?: Readonly<Partial<Record<TaughtField, string | null>>>
  /** Whether the value is among the choices of the page. */
  readonly isOffered?: boolean
  /** A rule that somebody gives: no other is looked for. */
  readonly given?: TaughtRule | undefined
}

export function chooseRules(
  field: TaughtField,
  value: string | null,
  taught: ValidationPage,
  { others, fields, values = {}, isOffered, given }: LessonContext,
): RuleChoice {
  if (value === null) return { rules: null }
  const knownRules = rulesOf(fields, field)
  const own = readTaughtField(field, fields, taught.page).value
  if (!given && knownRules.length > 0 && own !== null && isSameValue(field, own, value))
    return { rules: knownRules }
  const stated = TAUGHT_FIELDS.filter(one => one !== field).flatMap(taughtField =>
    [values[taughtField], ...[taught, ...others].map(({ before }) => before(taughtField).value)].filter(
      text => text != null,
    ),
  )
  const subject = { field, value, taught, others, stated }
  const rules = given
    ? [{ rule: given, kind: 'element' as const }]
    : findRules(field, value, taught.page, stated)
  if (rules.length === 0) return { problem: noRule(field, value, taught.page, isOffered) }
  // A rule that finds nothing here stays first: it is right elsewhere.
  const rest = knownRules.filter(one => JSON.stringify(one) !== JSON.stringify(given))
  const combine = (rule: TaughtRule) => (own === null ? [...rest, rule] : [rule, ...rest])
  const judged = rules.map(one => judge(subject, one, combine(one.rule)))
  const [best] = judged
    .filter(one => one.problem === undefined)
    .toSorted(
      (a, b) =>
        Number(a.variety === 'flat') - Number(b.variety === 'flat') ||
        a.changes - b.changes ||
        b.agreeing - a.agreeing,
    )
  if (best) return { rules: best.rules }
  return { problem: judged[0]?.problem ?? noRule(field, value, taught.page, isOffered) }
}

function noRule(field: TaughtField, value: string, opened: TaughtPage, isOffered = false): string {
  const wanted = value.toLowerCase()
  const { page } = opened
  const { url, language } = page
  const spelling = { isData: false, url, language }
  const node = page.segments.find(({ text }) => {
    const read = readTaughtValue(field, text, spelling)
    return (read !== undefined && isSameValue(field, read, value)) || text.toLowerCase().includes(wanted)
  })?.node
  if (node !== undefined || isOffered) {
    const why = whyNotStable(field, opened, node)
    return `${value} is on the page, but nothing near it (label or class) is ${STABLE}${why}`
  }
  if (NAMED_VALUES.has(field))
    return `no text on the page was found that means ${value}; write the rule by hand, with \`is\``
  return `${JSON.stringify(value)} is not on the page as a value for ${field}; write it as the page does`
}

/** The reason, and what to do in spite of it. */
function whyNotStable(field: TaughtField, page: TaughtPage, node: number | undefined): string {
  const reasons = node === undefined ? [] : unstableNames(page, node)
  const css = node === undefined ? undefined : (plainSelector(page, node) ?? pathSelector(page, node))
  const why = reasons.length === 0 ? '' : `: ${reasons.slice(0, 3).join(', ')}`
  const rule = JSON.stringify(css ?? 'SELECTOR')
  return `${why}; give a selector with --selector ${field}=${rule}, or write it under the shop in wares.yaml: \`fields: { ${field}: { css: ${rule} } }\``
}

interface Subject {
  readonly field: TaughtField
  readonly value: string
  readonly taught: ValidationPage
  readonly others: readonly ValidationPage[]
  /** Values of other fields. */
  readonly stated: readonly string[]
}

interface JudgedRules {
  readonly rules: readonly TaughtRule[]
  /** Why they cannot be used. */
  readonly problem?: string
  /** Pages on which they give what is read there today, or something new that is plausible. */
  readonly agreeing: number
  /** Pages on which they give something else, where the reader looks at the place that is wrong here. */
  readonly changes: number
  readonly variety: 'varied' | 'flat' | 'constant'
}

function judge(subject: Subject, { rule, kind }: FoundRule, combined: readonly TaughtRule[]): JudgedRules {
  const { field, value, others } = subject
  const outcomes = others.map(one => ({ one, result: outcome(subject, one, combined) }))
  const rules = outcomes.some(({ result }) => result === 'left') ? leftToReader(combined) : combined
  const bad = outcomes.find(({ result }) => !GOOD.has(result))
  const agreeing = outcomes.filter(({ result }) => result === 'same' || result === 'found').length
  const changes = outcomes.filter(({ result }) => result === 'corrected').length
  const variety = varietyOf(subject, rule)
  const judged = { rules, agreeing, changes, variety }
  if (variety === 'constant')
    return {
      ...judged,
      problem: `the rule gives ${value} on all pages (${ruleText(rule)}); name a product of another price with \`also\` if it is the ${field}`,
    }
  if (bad) return { ...judged, problem: problemText(field, rule, bad.one, bad.result) }
  if (kind === 'positions' && agreeing === 0)
    return {
      ...judged,
      problem: `only its position on the page tells where ${field} is; name another page of the shop with \`also\`${whyNoName(subject)}`,
    }
  return judged
}

/** Why no name near the value would do. */
function whyNoName({ field, value, taught: { page } }: Subject): string {
  const text = noRule(field, value, page)
  return text.includes(STABLE)
    ? text.slice(text.indexOf(STABLE) + STABLE.length).replace(/^:/, ', because')
    : ''
}

const STABLE = 'stable enough to find it again'

/** Said once, by the last rule. */
function leftToReader(rules: readonly TaughtRule[]): readonly TaughtRule[] {
  if (rules.some(rule => rule.else === 'reader')) return rules
  return rules.map((rule, at) => (at < rules.length - 1 ? rule : { ...rule, else: 'reader' }))
}

/** `left`: the rules find nothing, and the reader what is read there today. */
type Outcome =
  | 'same'
  | 'found'
  | 'none'
  | 'corrected'
  | 'left'
  | 'lost'
  | 'changed'
  | 'repeated'
  | 'implausible'

const GOOD: ReadonlySet<Outcome> = new Set<Outcome>(['same', 'found', 'none', 'corrected', 'left'])

/** Numbers and names that two products never share. */
const IDENTIFYING: ReadonlySet<TaughtField> = new Set(['name', 'sku', 'mpn', 'gtin'])
const MAGNITUDE = 50

function outcome(
  { field, value, taught }: Subject,
  other: ValidationPage,
  rules: readonly TaughtRule[],
): Outcome {
  const { value: was, where } = other.before(field)
  const { value: is, written } = readTaughtField(field, { [field]: rules }, other.page)
  if (is === null && was === null) return 'none'
  if (is === null) return isSameValue(field, other.unaided(field), was) ? 'left' : 'lost'
  const isSame = isSameValue(field, is, was) || (field === 'name' && isSpellingOf(is, was ?? ''))
  const isOtherProduct = !isSameValue('name', taught.before('name').value, other.before('name').value)
  if (IDENTIFYING.has(field) && isOtherProduct && isSameValue(field, is, value) && !isSame) return 'repeated'
  if (isSame) return 'same'
  if (isOfAnotherField(field, is, other) || !hasFormOf(field, value, is)) return 'implausible'
  if (isAmount(field)) {
    const share = Number(is) / Number(was ?? value)
    if (share > MAGNITUDE || share < 1 / MAGNITUDE) return 'implausible'
  }
  if (was === null) return 'found'
  const wrong = taught.before(field)
  // A sign that several currencies share means the same one in the whole shop.
  if (field === 'currency' && isSameValue(field, is, value) && isSharedSign(written)) return 'corrected'
  const isSameMistake =
    // The reader looks at the place that was wrong on the page that was taught.
    (wrong.where !== '' && wrong.where === where) ||
    // It takes too much of the text, here and there.
    (isMore(wrong.value, value) && isMore(was, is))
  return wrong.value !== null && isSameMistake ? 'corrected' : 'changed'
}

const CODES: readonly TaughtField[] = ['sku', 'mpn', 'gtin']

/** The rule takes what is read as another field there; a shop may use one code for several purposes. */
function isOfAnotherField(field: TaughtField, is: string, { before }: ValidationPage): boolean {
  if (field !== 'brand' && field !== 'name' && !CODES.includes(field)) return false
  const names: readonly TaughtField[] = ['name', 'brand', ...(CODES.includes(field) ? [] : CODES)]
  return names.some(one => one !== field && isSameValue(one, before(one).value, is))
}

/** A code with digits is not a word on the next page. */
function hasFormOf(field: TaughtField, value: string, is: string): boolean {
  return !CODES.includes(field) || !/\d/.test(value) || /\d/.test(is)
}

/** One name is the other with more words, or cut short with dots. Less than a half of it must end where a part ends. */
function isSpellingOf(name: string, other: string): boolean {
  const [short = [], long = []] = [name, other]
    .map(text =>
      text
        .replace(/(?:\.{3}|…)$/u, '')
        .trim()
        .toLowerCase()
        .split(/\s+/),
    )
    .toSorted((a, b) => a.length - b.length)
  const isPart = short.length * 2 >= long.length || /^[-–—|/(]/u.test(long[short.length] ?? '')
  return isPart && short.length > 2 && short.every((word, at) => word === long[at])
}

function isSharedSign(written: string | undefined): boolean {
  const sign = findCurrency(written ?? '')
  return sign !== undefined && SHARED_SIGN.test(sign)
}

function isMore(whole: string | null, part: string): boolean {
  return whole !== null && whole.length > part.length && whole.toLowerCase().includes(part.toLowerCase())
}

/**
 * What a rule for an amount gives on pages of other products, where the reader does not read the same: `constant` if it is
 * the taught value on all of them, as a delivery, a deposit or a threshold is; `flat` if it is another one on all.
 */
function varietyOf({ field, value, taught, others }: Subject, rule: TaughtRule): JudgedRules['variety'] {
  if (!isAmount(field)) return 'varied'
  const name = taught.before('name').value
  const read = others
    .filter(({ before }) => name === null || !isSameValue('name', before('name').value, name))
    .map(({ page, before }) => ({ is: readRule(field, rule, page)?.value ?? null, was: before(field).value }))
    .filter(({ is }) => is !== null)
  const isConfirmed = read.some(({ is, was }) => was !== null && isSameValue(field, is, was))
  if (read.length === 0 || isConfirmed) return 'varied'
  const amounts = new Set(read.map(({ is }) => Number(is)))
  if (amounts.size > 1) return 'varied'
  if (amounts.has(Number(value))) return 'constant'
  return read.length > 1 ? 'flat' : 'varied'
}

function problemText(
  field: TaughtField,
  rule: TaughtRule,
  { url, before }: ValidationPage,
  result: Outcome,
): string {
  const { value } = before(field)
  const what = {
    lost: `finds nothing on ${url}, where ${field} is ${value}`,
    changed: `gives another ${field} on ${url} than ${value}, which is read there today`,
    repeated: `gives the same ${field} on ${url}, which is another product`,
    implausible: `gives an implausible ${field} on ${url}`,
  }[result as 'lost' | 'changed' | 'repeated' | 'implausible']
  return `the rule that finds it (${ruleText(rule)}) ${what}`
}
