// Cross-validates one field by shop: every shop is judged by weights that were trained without its pages.
import type { ScoredField } from '../../src/reader/candidate.ts'
import type { FieldWeights } from '../../src/reader/score/scorer.ts'
import { examplesOf, figuresOf, judge, type Judged, type PageForm } from './field-pages.ts'
import { type Example, fit, type FitOptions } from './fit.ts'

export const RAW: Omit<FieldWeights, 'features'> = { calibration: { slope: 1, offset: 0 }, threshold: 0 }

export interface Validation {
  readonly examples: readonly Example[]
  readonly features: Record<string, number>
  /** Judged by weights trained on all pages, and by weights trained without the page's shop. */
  readonly trained: readonly Judged[]
  readonly validated: readonly Judged[]
  readonly shops: readonly string[]
}

export function validate(field: ScoredField, forms: readonly PageForm[], options: FitOptions): Validation {
  const known = forms.filter(({ page }) => page.truth[field] !== undefined)
  const examples = examplesOf(field, known)
  const shops = [...new Set(known.map(({ page }) => page.shop))].toSorted()
  const features = fit(examples, options)
  return {
    examples,
    features,
    shops,
    trained: judgeAll(field, known, { ...RAW, features }),
    validated: shops.flatMap(shop => {
      const without = fit(
        examples.filter(example => example.shop !== shop),
        options,
      )
      const own = known.filter(({ page }) => page.shop === shop)
      return judgeAll(field, own, { ...RAW, features: without })
    }),
  }
}

export function judgeAll(field: ScoredField, forms: readonly PageForm[], weights: FieldWeights): Judged[] {
  return forms.flatMap(form => judge(field, form, weights) ?? [])
}

/** F1 on held-out shops for weights trained on more and more shops: does more data still help? */
export function learningCurve(
  field: ScoredField,
  forms: readonly PageForm[],
  options: FitOptions,
): [shops: number, f1: number][] {
  const known = forms.filter(({ page }) => page.truth[field] !== undefined)
  const examples = examplesOf(field, known)
  const shops = [...new Set(known.map(({ page }) => page.shop))].toSorted((a, b) => spread(a) - spread(b))
  const parts = 5
  return [0.15, 0.3, 0.5, 0.75, 1].map(share => {
    const judged: Judged[] = []
    let used = 0
    for (let part = 0; part < parts; part++) {
      const left = new Set(shops.filter((_shop, index) => index % parts === part))
      const others = shops.filter(shop => !left.has(shop))
      const some = new Set(others.slice(0, Math.max(2, Math.round(others.length * share))))
      used = some.size
      const features = fit(
        examples.filter(({ shop }) => some.has(shop)),
        options,
      )
      judged.push(
        ...judgeAll(
          field,
          known.filter(({ page, isStripped }) => left.has(page.shop) && !isStripped),
          { ...RAW, features },
        ),
      )
    }
    return [used, figuresOf(judged).f1]
  })
}

// A fixed order of shops that is independent of their names.
function spread(name: string): number {
  let hash = 7
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return Math.abs(Math.imul(hash, 0x9e3779b1))
}
