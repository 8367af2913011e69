// Leaves hosts out: every shop is judged by weights that were trained without its pages.
import type { ScoredField } from '#reader/candidate'
import type { FieldWeights } from '#reader/score/weights'
import { examplesOf, isUnstated, judge, type Judged, type PageForm } from './field-pages.ts'
import { fit, type FitOptions } from './fit.ts'

export const RAW: Omit<FieldWeights, 'features'> = { calibration: { slope: 1, offset: 0 }, threshold: 0 }

/** Shops are left out in this many groups. */
export const FOLDS = 5

/** The group in which a shop is left out, independent of its name's meaning and of the other shops. */
export function foldOf(shop: string): number {
  let hash = 7
  for (const letter of shop) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return Math.abs(Math.imul(hash, 0x9e3779b1)) % FOLDS
}

export interface Validation {
  readonly features: Record<string, number>
  /** The features trained without the shops of each group. */
  readonly byFold: readonly Record<string, number>[]
  /** Judged by weights trained on all pages, and by weights trained without the page's shop. */
  readonly trained: readonly Judged[]
  readonly validated: readonly Judged[]
  readonly shops: readonly string[]
}

export function validate(field: ScoredField, forms: readonly PageForm[], options: FitOptions): Validation {
  const known = forms.filter(({ page }) => page.truth[field] !== undefined)
  const examples = examplesOf(field, [...known, ...forms.filter(form => isUnstated(field, form))])
  const features = fit(examples, options)
  const byFold = Array.from({ length: FOLDS }, (_, fold) =>
    fit(
      examples.filter(example => foldOf(example.shop) !== fold),
      options,
    ),
  )
  return {
    features,
    byFold,
    shops: [...new Set(known.map(({ page }) => page.shop))].toSorted(),
    trained: judgeAll(field, known, { ...RAW, features }),
    validated: known.flatMap(
      form => judge(field, form, { ...RAW, features: byFold[foldOf(form.page.shop)] ?? {} }) ?? [],
    ),
  }
}

function judgeAll(field: ScoredField, forms: readonly PageForm[], weights: FieldWeights): Judged[] {
  return forms.flatMap(form => judge(field, form, weights) ?? [])
}
