// Judges whether a page is about one product.
import type { PageCandidates } from './collect.ts'
import { type Judged, productPageFeatures } from './features/product-page-features.ts'
import { calibrate, chancesOf, scoreOf } from './score/scorer.ts'
import { WEIGHTS, type Weights } from './score/weights.ts'

export function judgeProduct(
  found: PageCandidates,
  choices: Judged,
  weights: Weights = WEIGHTS,
): { isProduct: boolean; confidence: number } {
  const { features, calibration, threshold } = weights.is_product
  const [chance = 0] = chancesOf([scoreOf(productPageFeatures(found, choices), features), 0])
  const confidence = calibrate(chance, calibration)
  const isProduct = confidence >= threshold
  return { isProduct, confidence: isProduct ? confidence : 1 - confidence }
}
