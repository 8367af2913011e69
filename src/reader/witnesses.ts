// Which other sources of a page state the same value as the chosen one, and which contradict it.
import type { Candidate } from './candidate.ts'
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
  const own = listed.filter(({ features }) => features['other product'] !== 1)
  const same = new Set(
    own.filter(({ value }) => keyOf(value) === keyOf(candidate.value)).map(({ source }) => source),
  )
  const against = new Map<SourceKind, Contradiction>()
  for (const { source, value, features } of own) {
    // One of several offers, or a range, says nothing about which one the price is.
    const isOne = features['several offers'] !== 1 && features['second price of offer'] !== 1
    if (!WITNESSES.has(source) || same.has(source) || !isOne || against.has(source)) continue
    against.set(source, { field, value, from: source })
  }
  same.delete(candidate.source)
  return { also: [...same], against: [...against.values()] }
}
