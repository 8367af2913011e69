// Prepares the pages of one field for training and evaluation.
import type { FieldCandidates, ScoredField } from '#reader/candidate'
import type { PageCandidates } from '#reader/collect-candidates'
import { choose, type FieldWeights, isOnlyPrinted } from '#reader/score/weights'
import type { Example } from './fit.ts'
import { BLOCKS, isRight, type LabelledPage } from './labelled-pages.ts'

/** One form of a page: unchanged, or with its markup stripped. */
export interface PageForm {
  readonly page: LabelledPage
  readonly isStripped: boolean
  readonly read: PageCandidates
}

export interface Judged {
  readonly form: PageForm
  readonly answer: string | undefined
  readonly confidence: number
  readonly isRight: boolean
  readonly hasTruth: boolean
  /** Nothing but the text of the page states the answer. */
  readonly isPrinted: boolean
}

// A page without its markup is an additional page of its shop, with less weight than a real one.
const STRIPPED_WEIGHT = 0.5
// There are more generated blocks than pages.
const BLOCK_WEIGHT = 0.25
// The right value is not among the candidates: no answer is better than a wrong one.
const MISSED_WEIGHT = 0.5
// The labels of these folders name a brand or a number where the page states one; elsewhere an answer is a guess.
const STATED_ONLY = new Set(['fresh-pages', 'later-pages'])
const STATED_FIELDS = new Set<ScoredField>(['brand', 'sku'])
const UNSTATED_WEIGHT = 0.3

function truthFor(field: ScoredField, { page }: PageForm): readonly string[] | undefined {
  return page.truth[field]
}

export function examplesOf(field: ScoredField, forms: readonly PageForm[]): Example[] {
  const perShop = new Map<string, number>()
  for (const form of forms) {
    if (truthFor(field, form) !== undefined && !form.isStripped)
      perShop.set(form.page.shop, (perShop.get(form.page.shop) ?? 0) + 1)
  }
  return forms.flatMap(form => {
    const judged = truthFor(field, form)
    const accepted = judged ?? (isUnstated(field, form) ? [] : undefined)
    if (accepted === undefined) return []
    const { list, candidates, none } = form.read.fields[field]
    const hasNone = field !== 'availability'
    const right = list.map(({ value }) => isRight(field, value, accepted))
    const isFound = right.includes(true)
    if (!isFound && !hasNone) return []
    // Otherwise shops with many pages would dominate.
    const weight =
      ((form.isStripped ? STRIPPED_WEIGHT : 1) *
        (form.page.folder === BLOCKS ? BLOCK_WEIGHT : 1) *
        (judged === undefined ? UNSTATED_WEIGHT : 1) *
        (isFound || accepted.length === 0 ? 1 : MISSED_WEIGHT)) /
      Math.sqrt(perShop.get(form.page.shop) ?? 1)
    return [
      {
        shop: form.page.shop,
        weight,
        candidates: hasNone ? [...candidates, none] : candidates,
        right: hasNone ? [...right, !isFound] : right,
      },
    ]
  })
}

/** No label, and no data that states a value: people who read the page found none. */
export function isUnstated(field: ScoredField, { page, read }: PageForm): boolean {
  return (
    page.isProduct &&
    STATED_ONLY.has(page.folder) &&
    STATED_FIELDS.has(field) &&
    truthFor(field, { page, isStripped: false, read }) === undefined &&
    read.fields[field].list.every(({ source }) => source === 'page' || source === 'embedded')
  )
}

export function judge(field: ScoredField, form: PageForm, weights: FieldWeights): Judged | undefined {
  const accepted = truthFor(field, form)
  if (accepted === undefined) return undefined
  const found: FieldCandidates = form.read.fields[field]
  const { index, confidence } = choose(
    found.candidates,
    field === 'availability' ? undefined : found.none,
    found.keys,
    weights,
  )
  const isAnswered = index >= 0 && confidence >= weights.threshold
  // In the benchmark's pages no statement about stock counts as in stock.
  const otherwise = field === 'availability' && form.page.folder === 'product-pages' ? 'in_stock' : undefined
  const answer = isAnswered ? found.list[index]?.value : otherwise
  return {
    form,
    answer,
    confidence,
    isRight: answer === undefined ? accepted.length === 0 : isRight(field, answer, accepted),
    hasTruth: accepted.length > 0,
    isPrinted: isAnswered && isOnlyPrinted(found.candidates[index]),
  }
}

export interface Figures {
  readonly f1: number
  readonly precision: number
  readonly recall: number
  readonly pages: number
}

/** Micro-averaged, as defined in the benchmark's notes: a wrong value counts twice. */
export function figuresOf(judged: readonly Judged[]): Figures {
  let tp = 0
  let fp = 0
  let fn = 0
  for (const { answer, isRight: right, hasTruth } of judged) {
    if (answer !== undefined && right) tp++
    else {
      if (answer !== undefined) fp++
      if (hasTruth) fn++
    }
  }
  const precision = tp + fp === 0 ? 0 : tp / (tp + fp)
  const recall = tp + fn === 0 ? 0 : tp / (tp + fn)
  return {
    f1: tp === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    precision,
    recall,
    pages: judged.length,
  }
}
