// Trains on some data sets and evaluates on the others: how well the weights generalise to very different shops.
import type { ScoredField } from '#reader/candidate'
import { judgeAll, RAW } from './cross-validate.ts'
import { examplesOf, type Figures, figuresOf, type PageForm } from './field-pages.ts'
import { fit, type FitOptions } from './fit.ts'

export interface Transfer {
  readonly from: string
  readonly to: string
  /** Number of pages that the weights were fitted to; 0: the prior alone. */
  readonly trainedOn: number
  readonly whole: Figures
  readonly stripped: Figures
}

const BENCHMARK = 'product-pages'

/** From the benchmark's pages to all others, and back; shops in both sets are excluded from the evaluation. */
export function transferFigures(
  field: ScoredField,
  forms: readonly PageForm[],
  options: FitOptions,
): Transfer[] {
  const known = forms.filter(({ page }) => page.truth[field] !== undefined)
  const isBenchmark = ({ page }: PageForm) => page.folder === BENCHMARK
  const benchmark = { name: BENCHMARK, forms: known.filter(isBenchmark) }
  const others = { name: 'the other sets', forms: known.filter(form => !isBenchmark(form)) }
  return [transfer(field, benchmark, others, options), transfer(field, others, benchmark, options)]
}

interface PageSet {
  readonly name: string
  readonly forms: readonly PageForm[]
}

function transfer(
  field: ScoredField,
  { name: from, forms: training }: PageSet,
  { name: to, forms: tested }: PageSet,
  options: FitOptions,
): Transfer {
  const shops = new Set(training.map(({ page }) => page.shop))
  const features = fit(examplesOf(field, training), options)
  const judged = judgeAll(
    field,
    tested.filter(({ page }) => !shops.has(page.shop)),
    { ...RAW, features },
  )
  return {
    from,
    to,
    trainedOn: training.filter(({ isStripped }) => !isStripped).length,
    whole: figuresOf(judged.filter(({ form }) => !form.isStripped)),
    stripped: figuresOf(judged.filter(({ form }) => form.isStripped)),
  }
}
