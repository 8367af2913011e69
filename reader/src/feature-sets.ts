// Features that several fields share: agreement between sources, and distances in buckets.
import type { Candidate, Features } from './candidate.ts'
import type { SourceKind } from './product-shape.ts'

export function setFeature(features: Features, name: string, holds: boolean): void {
  if (holds) features[name] = 1
}

/** For each candidate, which other kinds of sources give the same value. `ignore` excludes candidates that do not count as confirmation. */
export function agreement(
  candidates: readonly Candidate[],
  keyOf: (value: string) => string,
  ignore: (candidate: Candidate) => boolean = () => false,
): Features[] {
  const kinds = new Map<string, Set<SourceKind>>()
  const stated = new Set<SourceKind>()
  for (const candidate of candidates) {
    if (ignore(candidate)) continue
    stated.add(candidate.source)
    const key = keyOf(candidate.value)
    const sources = kinds.get(key)
    if (sources) sources.add(candidate.source)
    else kinds.set(key, new Set([candidate.source]))
  }
  return candidates.map(({ value, source }) => {
    const features: Features = {}
    const agreeing = kinds.get(keyOf(value))
    for (const kind of stated) {
      if (kind === source) continue
      if (agreeing?.has(kind)) features[`agrees with ${kind}`] = 1
      else if (kind !== 'page' && kind !== 'embedded') features[`${kind} says another`] = 1
    }
    if (agreeing && agreeing.size > 2) features['three sources agree'] = 1
    return features
  })
}

/** In buckets, so that for two adjacent values their other features decide. */
export function distanceBuckets(features: Features, from: string, distance: number): void {
  const size = Math.abs(distance)
  const step =
    size <= 8
      ? 'within 8'
      : size <= 25
        ? 'within 25'
        : size <= 60
          ? 'within 60'
          : size <= 150
            ? 'within 150'
            : 'beyond 150'
  features[`${step} ${distance < 0 ? 'before' : 'after'} the ${from}`] = 1
}

/** Letters and digits only, for comparing different spellings. */
export function lettersOf(text: string): string {
  const lower = text.toLowerCase()
  if (/^[ -~]*$/.test(lower)) return lower.replace(/[^a-z\d]+/g, '')
  return lower.normalize('NFKD').replace(/[^\p{L}\d]/gu, '')
}

/** Whether a text contains a word, not as part of a longer one. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\d]/u.test(text[at - 1] ?? '') && !/[\p{L}\d]/u.test(text[at + word.length] ?? ''))
      return true
  }
  return false
}
