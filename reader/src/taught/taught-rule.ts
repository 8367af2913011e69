// A taught rule: where a field of a product stands on the pages of one shop. Plain data, in wares.yaml and in answers.
import { AVAILABILITIES, CONDITIONS } from '../values/offers.ts'
import { parseSelector } from '../html/select/selector-parse.ts'
import { currencyFromSymbol } from '../values/currency.ts'

export const TAUGHT_FIELDS = [
  'name',
  'brand',
  'sku',
  'mpn',
  'gtin',
  'price',
  'list_price',
  'currency',
  'availability',
  'condition',
] as const

export type TaughtField = (typeof TAUGHT_FIELDS)[number]

/** Fields with a closed set of values: an element of the page can stand for one of them. */
export const NAMED_VALUES: ReadonlySet<TaughtField> = new Set(['currency', 'availability', 'condition'])

/** One of `css`, `json` and `label`, and what narrows it. */
export interface TaughtRule {
  readonly css?: string
  readonly attr?: string
  readonly json?: string
  readonly at?: string
  readonly label?: string
  readonly after?: string
  readonly before?: string
  readonly is?: string
  readonly else?: 'reader'
}

/** Tried in order; null: the shop states no such value, whatever its pages seem to say. */
export type TaughtFields = Readonly<Partial<Record<TaughtField, TaughtRule | readonly TaughtRule[] | null>>>

export function rulesOf(fields: TaughtFields, field: TaughtField): readonly TaughtRule[] {
  const own = fields[field]
  if (own === undefined || own === null) return []
  return Array.isArray(own) ? (own as readonly TaughtRule[]) : [own as TaughtRule]
}

/** Whether the reader decides where none of the rules finds a value. */
export function isLeftToReader(fields: TaughtFields, field: TaughtField): boolean {
  return rulesOf(fields, field).some(rule => rule.else === 'reader')
}

interface RuleProblem {
  readonly field: string
  readonly sentence: string
}

/** What the schema cannot say: which parts go together, and selectors that cannot be read. Only the first. */
export function findRuleProblem(fields: TaughtFields): RuleProblem | undefined {
  for (const field of TAUGHT_FIELDS) {
    for (const rule of rulesOf(fields, field)) {
      const sentence = ruleProblem(field, rule)
      if (sentence !== undefined) return { field, sentence }
    }
  }
  return undefined
}

function ruleProblem(field: TaughtField, rule: TaughtRule): string | undefined {
  const { css, attr, json, at, label, is } = rule
  const ways = [css, json, label].filter(one => one !== undefined)
  if (ways.length !== 1) return 'a rule has exactly one of css, json and label'
  if (attr !== undefined && css === undefined) return 'attr needs css'
  if (json !== undefined && at === undefined) return 'json needs at, such as `at: /offers/price`'
  if (at !== undefined && !at.startsWith('/')) return 'at must begin with /'
  if (at !== undefined && json === undefined && attr === undefined) return 'at needs json, or css with attr'
  if (is !== undefined && !NAMED_VALUES.has(field))
    return 'is can be used for currency, availability and condition only'
  return meaningProblem(field, is) ?? placeProblem(rule)
}

function meaningProblem(field: TaughtField, is: string | undefined): string | undefined {
  if (is === undefined) return undefined
  const not = `not ${JSON.stringify(is)}`
  if (field === 'currency')
    return /^[A-Z]{3}$/.test(is) && currencyFromSymbol(is) === is
      ? undefined
      : `is must be a currency code such as EUR, ${not}`
  const allowed: readonly string[] = field === 'availability' ? AVAILABILITIES : CONDITIONS
  return allowed.includes(is) ? undefined : `is must be one of ${allowed.join(', ')}, ${not}`
}

function placeProblem({ css, attr, json, at = '' }: TaughtRule): string | undefined {
  if (attr !== undefined && /[\s"'<>/=]/.test(attr))
    return `${JSON.stringify(attr)} is not the name of an attribute`
  if (/~(?![01])/.test(at)) return 'at has a ~ that is not ~0 or ~1'
  if (
    json !== undefined &&
    !isScript(json) &&
    !/^(?:@[\w:/.-]+|(?:window(?:\.[\p{L}_$][\p{L}\w$]*)+|[\p{L}_$][\p{L}\w$]*))$/u.test(json)
  )
    return `json must be \`@\` with a type, a selector that begins with \`script\`, or the name of a global (a name with dots as \`window.app.state\`), not ${JSON.stringify(json)}`
  const selector = css ?? (isScript(json) ? json : undefined)
  return selector === undefined ? undefined : selectorProblem(selector)
}

/** Whether `json` selects script elements. */
export function isScript(json: string | undefined): json is string {
  return json !== undefined && /^script(?:$|[.#:[])/.test(json)
}

function selectorProblem(selector: string): string | undefined {
  try {
    parseSelector(selector)
    return undefined
  } catch {
    return `${JSON.stringify(selector)} is not a selector that Wares can use`
  }
}

/** On one line, for people: `css ".price" attr data-eur`. */
export function ruleText(rule: TaughtRule): string {
  return Object.entries(rule)
    .filter(([name, value]) => value !== undefined && name !== 'else')
    .map(([name, value]) => `${name} ${/^[\w./*@-]+$/.test(value) ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** The rules as texts, by field. */
export function taughtTexts(fields: TaughtFields): Record<string, string> {
  return Object.fromEntries(
    TAUGHT_FIELDS.filter(field => fields[field] !== undefined).map(field => [
      field,
      fieldRulesText(fields[field]),
    ]),
  )
}

export function fieldRulesText(rules: TaughtFields[TaughtField]): string {
  if (rules === null || rules === undefined) return 'none'
  const all: readonly TaughtRule[] = Array.isArray(rules) ? rules : [rules]
  const isLeft = all.some(rule => rule.else === 'reader')
  return [...all.map(ruleText), ...(isLeft ? ['reader'] : [])].join('; else ')
}
