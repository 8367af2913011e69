// Which other sources of a page state the same value as the chosen one, and which contradict it.
import { UNITS } from '../kit/values/currency-data.ts'
import { currencyFromSymbol } from '../kit/values/currency.ts'
import { movePoint } from '../kit/values/number.ts'
import type { Candidate, ScoredField } from './candidate.ts'
import type { Chosen } from './choose.ts'
import { type Availability, canBeBought, type Contradiction, type SourceKind } from './product.ts'

/** Sources that speak about the product itself; stray keys in scripts do not. */
const WITNESSES: ReadonlySet<SourceKind> = new Set(['json-ld', 'microdata', 'rdfa', 'open-graph'])

export interface Witnesses {
  readonly also: readonly SourceKind[]
  readonly against: readonly Contradiction[]
}

/** `listed`: everything the page offers for the field, for fields whose candidates are summed up before the choice. */
export function findWitnesses(
  field: Contradiction['field'],
  { candidate, from, field: scored }: Chosen,
  listed: readonly Candidate[] = from.list,
): Witnesses {
  if (candidate === undefined) return { also: [], against: [] }
  const keyOf = (value: string) =>
    scored === 'price'
      ? String(Number(value))
      : scored === 'availability'
        ? String(canBeBought(value as Availability))
        : value
  const valueOf = (one: Candidate) => inIsoUnit(scored, one)
  const own = listed.filter(({ features }) => features['other product'] !== 1)
  const same = new Set(
    own.filter(one => keyOf(valueOf(one)) === keyOf(valueOf(candidate))).map(({ source }) => source),
  )
  const against = new Map<SourceKind, Contradiction>()
  for (const one of own) {
    const { source, features } = one
    // One of several offers, or a range, says nothing about which one the price is.
    const isOne = features['several offers'] !== 1 && features['second price of offer'] !== 1
    if (!WITNESSES.has(source) || same.has(source) || !isOne || against.has(source)) continue
    against.set(source, { field, value: valueOf(one), from: source })
  }
  same.delete(candidate.source)
  return { also: [...same], against: [...against.values()] }
}

/** A price in toman as one in rials, so that the two can be compared. */
function inIsoUnit(field: ScoredField, { value, currency, sign }: Candidate): string {
  if (field === 'currency') return UNITS[value]?.code ?? value
  if (field !== 'price') return value
  const unit = UNITS[currency ?? currencyFromSymbol(sign ?? '') ?? '']
  return unit ? movePoint(value, unit.places) : value
}
