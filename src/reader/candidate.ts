// A value that a page offers for a field, with its place and its features.
import type { SourceKind } from './product.ts'

/** The fields that are chosen by a scorer. */
export type ScoredField =
  | 'name'
  | 'brand'
  | 'sku'
  | 'mpn'
  | 'gtin'
  | 'price'
  | 'original_price'
  | 'currency'
  | 'availability'
  | 'image'
  | 'description'
  | 'breadcrumbs'
  | 'rating'
  | 'variants'

/** What is so about a candidate: the name of a feature to its strength, most of them 0 or 1. */
export type Features = Record<string, number>

export interface Candidate {
  readonly field: ScoredField
  /** As it would be answered; structured values are JSON. */
  readonly value: string
  readonly source: SourceKind
  /** A name in the data, a label, or an element. */
  readonly place: string
  readonly features: Features
  /** The element and the piece of text, for what stands in the page. */
  readonly node?: number | undefined
  readonly at?: number | undefined
  /** The sign or code printed beside a price. */
  readonly sign?: string | undefined
}

export type Emit = (candidate: Candidate) => void

// More candidates for one field than this are a list of other things; it bounds the work on hostile pages.
const MAX_PER_FIELD = 250

export interface CandidateList {
  readonly emit: Emit
  readonly of: (field: ScoredField) => readonly Candidate[]
}

export function createCandidates(): CandidateList {
  const byField = new Map<ScoredField, Candidate[]>()
  return {
    emit: candidate => {
      const list = byField.get(candidate.field)
      if (list === undefined) byField.set(candidate.field, [candidate])
      else if (list.length < MAX_PER_FIELD) list.push(candidate)
    },
    of: field => byField.get(field) ?? [],
  }
}
