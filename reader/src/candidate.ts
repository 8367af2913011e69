// A candidate: one value that a page offers for a field, with its place and features.
import type { SourceKind } from './product-shape.ts'

/** The fields chosen by a scorer. */
export type ScoredField =
  | 'name'
  | 'brand'
  | 'sku'
  | 'mpn'
  | 'gtin'
  | 'price'
  | 'list_price'
  | 'currency'
  | 'availability'
  | 'image'
  | 'description'
  | 'breadcrumbs'
  | 'rating'
  | 'variants'

/** What tells products apart: of a related product, they are never those of the page. */
export const CODES: ReadonlySet<ScoredField> = new Set(['sku', 'mpn', 'gtin', 'brand'])

/** Feature name to strength, mostly 0 or 1. */
export type Features = Record<string, number>

export interface Candidate {
  readonly field: ScoredField
  /** The value as it would be returned; structured values as JSON. */
  readonly value: string
  readonly source: SourceKind
  /** A key in the data, a label, or an element. */
  readonly place: string
  readonly features: Features
  /** The element and the segment, for a candidate from the page's text. */
  readonly node?: number | undefined
  readonly at?: number | undefined
  /** Of a printed amount: its place among the amounts of the page. */
  readonly row?: number | undefined
  /** The symbol or code printed next to a price. */
  readonly sign?: string | undefined
  /** Of a price in data: the currency that is stated with it. */
  readonly currency?: string | undefined
  /** Of a list price in data: the price of the same offer. */
  readonly priceOfOffer?: string | undefined
}

export type Emit = (candidate: Candidate) => void

// More candidates than this come from a list of other things; it also bounds the work on hostile pages.
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

export interface FieldFeatures {
  readonly candidates: readonly Features[]
  readonly none: Features
}

export interface FieldCandidates extends FieldFeatures {
  readonly list: readonly Candidate[]
  /** Candidates with the same key have the same value. */
  readonly keys: readonly string[]
}
