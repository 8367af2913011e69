// Judges whether a page is about one product.
import type { PageCandidates } from './collect.ts'
import { type Judged, productPageFeatures } from './features/product-page-features.ts'
import { apologises, isHeadedGone } from './page/page-kind.ts'
import { calibrate, chancesOf, scoreOf } from './score/scorer.ts'
import { WEIGHTS, type Weights } from './score/weights.ts'

export function judgeProduct(
  found: PageCandidates,
  choices: Judged,
  weights: Weights = WEIGHTS,
): { isProduct: boolean; confidence: number } {
  if (isOnlyAnApology(found, choices)) return { isProduct: false, confidence: 1 }
  const { features, calibration, threshold } = weights.is_product
  const [chance = 0] = chancesOf([scoreOf(productPageFeatures(found, choices), features), 0])
  const confidence = calibrate(chance, calibration)
  const isProduct = confidence >= threshold
  return { isProduct, confidence: isProduct ? confidence : 1 - confidence }
}

/** Its words about stock are all that speaks for a product, and its name would be "Sorry". */
function isOnlyAnApology({ page }: PageCandidates, { price }: Judged): boolean {
  if (page.jsonLdProducts.main !== undefined) return false
  // Prices below such a heading are those of other products.
  return isHeadedGone(page) || (price.candidate === undefined && apologises(page))
}
