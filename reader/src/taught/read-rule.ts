// Reads one field by its rules: the first rule that finds a value decides.
import { parseRelaxedJson } from '../data/script/relaxed-json.ts'
import { rulesOf, type TaughtField, type TaughtFields, type TaughtRule } from './taught-rule.ts'
import { labelledTexts } from './labelled-texts.ts'
import type { TaughtPage } from './open-page.ts'
import { readTaughtValue } from './taught-value.ts'

export interface TaughtReading {
  /** Null if no rule found anything, or if the field was taught to be none. */
  readonly value: string | null
  /** The text or the data that has the value. */
  readonly written?: string | undefined
  readonly rule?: TaughtRule | undefined
}

export function readTaughtField(field: TaughtField, fields: TaughtFields, page: TaughtPage): TaughtReading {
  for (const rule of rulesOf(fields, field)) {
    const result = readRule(field, rule, page)
    if (result !== undefined) return { ...result, rule }
  }
  return { value: null }
}

type RuleReading = { readonly value: string; readonly written: string } | undefined

/** Teaching tries the same rules on the same pages again and again. */
export function readRule(field: TaughtField, rule: TaughtRule, page: TaughtPage): RuleReading {
  const key = `${field} ${JSON.stringify(rule)}`
  if (!page.readings.has(key)) page.readings.set(key, readOnce(field, rule, page))
  return page.readings.get(key) as RuleReading
}

function readOnce(field: TaughtField, rule: TaughtRule, page: TaughtPage): RuleReading {
  const { url, language } = page.page
  const isData = rule.json !== undefined || rule.attr !== undefined
  for (const raw of rawValues(rule, page)) {
    const part = cutOut(raw, rule)
    if (part === undefined) continue
    const value = rule.is ?? readTaughtValue(field, part, { isData, url, language })
    if (value !== undefined) return { value, written: String(raw).slice(0, WRITTEN_MAX) }
  }
  return undefined
}

const WRITTEN_MAX = 200

function rawValues(rule: TaughtRule, page: TaughtPage): readonly unknown[] {
  const { css, attr, json, at = '', label } = rule
  if (label !== undefined) return labelledTexts(page, label)
  if (json !== undefined) return page.documents(json).flatMap(document => valuesAt(document, at))
  return page.select(css ?? '').flatMap((node): unknown[] => {
    const text = attr === undefined ? page.text(node) : page.attr(node, attr)
    if (text === undefined || text === '') return []
    return at === '' ? [text] : valuesAt(parseRelaxedJson(text), at)
  })
}

/** The part of a text between the words that a rule names; both are plain text. */
function cutOut(raw: unknown, { after, before }: TaughtRule): unknown {
  if (after === undefined && before === undefined) return raw
  const text = String(raw)
  const start = after === undefined ? 0 : text.indexOf(after)
  if (start < 0) return undefined
  const rest = text.slice(start + (after?.length ?? 0))
  const end = before === undefined ? rest.length : rest.indexOf(before)
  return end < 0 ? undefined : rest.slice(0, end).trim()
}

/** More values than a page needs; a limit for data of any size. */
const VISITS_MAX = 20_000

/** The scalars at a pointer: a name reaches into every item of a list, `*` into every member. */
export function valuesAt(document: unknown, pointer: string): unknown[] {
  let here: unknown[] = [document]
  let visits = 0
  for (const step of stepsOf(pointer)) {
    const next: unknown[] = []
    for (const value of here) {
      for (const inner of membersAt(value, step)) {
        if (++visits > VISITS_MAX) return []
        next.push(inner)
      }
    }
    here = next
  }
  return here.flat(2).filter(value => ['string', 'number', 'boolean'].includes(typeof value))
}

function membersAt(value: unknown, step: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Object.values(value)
  if (Object.hasOwn(value, step)) return [(value as Record<string, unknown>)[step]]
  return Array.isArray(value) ? value.flatMap(item => membersAt(item, step)) : []
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
