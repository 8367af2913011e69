// Trains the judgement whether a page is about one product, on pages that are and pages that are not.
import { productPageFeatures } from '#reader/judge-product'
import { chooseAll } from '#reader/read-product'
import { calibrate, softmax, type FieldWeights, scoreOf, type Weights } from '#reader/score/weights'
import { foldOf, FOLDS } from './cross-validate.ts'
import { BLOCKS } from './labelled-pages.ts'
import type { PageForm } from './field-pages.ts'
import { type Example, fit, type FitOptions } from './fit.ts'

export interface ProductPages {
  readonly features: Record<string, number>
  readonly byFold: readonly Record<string, number>[]
  readonly calibration: FieldWeights['calibration']
  /** Each page with the probability given by weights trained without its shop. */
  readonly judged: readonly { readonly form: PageForm; readonly chance: number }[]
}

// A page without its markup is an additional page, with less weight than a real one.
const STRIPPED_WEIGHT = 0.3
// There are more generated blocks than pages.
const BLOCK_WEIGHT = 0.12

/** `weightsOf`: the weights of the other fields, trained without the shops of a group. */
export function trainProductPages(
  forms: readonly PageForm[],
  weightsOf: (fold: number) => Weights,
  options: FitOptions,
): ProductPages {
  const described = forms.map(form => ({
    form,
    features: productPageFeatures(form.read, chooseAll(form.read, weightsOf(foldOf(form.page.shop)))),
  }))
  const total = (isProduct: boolean) =>
    described
      .filter(({ form }) => form.page.isProduct === isProduct)
      .reduce((sum, { form }) => sum + weightOf(form, described), 0)
  const share = { true: 1 / total(true), false: 1 / total(false) }
  const examples: Example[] = described.map(({ form, features }) => ({
    shop: form.page.shop,
    // Both kinds weigh the same, and no shop more than another.
    weight: weightOf(form, described) * share[`${form.page.isProduct}`] * described.length,
    candidates: [features, {}],
    right: [form.page.isProduct, !form.page.isProduct],
  }))
  const byFold = Array.from({ length: FOLDS }, (_, fold) =>
    fit(
      examples.filter(({ shop }) => foldOf(shop) !== fold),
      options,
    ),
  )
  const judged = described.map(({ form, features }) => ({
    form,
    chance: softmax([scoreOf(features, byFold[foldOf(form.page.shop)] ?? {}), 0])[0] ?? 0,
  }))
  return { features: fit(examples, options), byFold, calibration: calibrationOf(judged), judged }
}

function weightOf({ page, isStripped }: PageForm, all: readonly { form: PageForm }[]): number {
  const pages = all.filter(({ form }) => form.page.shop === page.shop && !form.isStripped).length
  const ofBlock = page.folder === BLOCKS ? BLOCK_WEIGHT : 1
  return (ofBlock * (isStripped ? STRIPPED_WEIGHT : 1)) / Math.sqrt(Math.max(1, pages))
}

/** The slope only: the threshold is where both errors are equally likely. */
function calibrationOf(judged: ProductPages['judged']): FieldWeights['calibration'] {
  const whole = judged.filter(({ form }) => !form.isStripped)
  let best = { slope: 1, loss: Number.POSITIVE_INFINITY }
  for (let slope = 0.3; slope < 2; slope += 0.05) {
    let loss = 0
    for (const { form, chance } of whole) {
      const sure = calibrate(chance, { slope, offset: 0 })
      loss -= Math.log(Math.max(1e-9, form.page.isProduct ? sure : 1 - sure))
    }
    if (loss < best.loss) best = { slope, loss }
  }
  return { slope: Math.round(best.slope * 100) / 100, offset: 0 }
}
