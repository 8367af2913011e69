// The weights of every field, trained by `npm run train`.
import type { ScoredField } from '../candidate.ts'
import trained from './weights.json' with { type: 'json' }
import type { FieldWeights } from './scorer.ts'

export type Weights = Readonly<Record<ScoredField | 'is_product', FieldWeights>>

export const WEIGHTS: Weights = trained.fields
