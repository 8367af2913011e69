// Looks up a value of a closed set, and suggests the nearest values by code and by label.
import type { AllowedValue } from '#kit/params/known-values'
import { findNearestName } from '../../runtime/nearest-name.ts'

/** Most suggestions in an error; the whole set if nothing is near, or if it has no more values than this. */
const NEAREST_MAX = 5
const SHOWN_MAX = 64

/** Codes are case-insensitive; GB is an alias of UK, as everywhere in the contract. */
export function findKnown(allowed: readonly AllowedValue[], text: string): AllowedValue | undefined {
  const name = text.trim().toUpperCase()
  return (
    allowed.find(({ code }) => code.toUpperCase() === name) ??
    (name === 'GB' ? allowed.find(({ code }) => code === 'UK') : undefined)
  )
}

/** The error for a value that is not in the set. */
export function unknownValue(allowed: readonly AllowedValue[], text: string) {
  const near = nearestKnown(allowed, text)
  const quoted = JSON.stringify(text.slice(0, SHOWN_MAX))
  const hint = near.map(({ code, label }) => (label === code ? code : `${code} (${label})`)).join(', ')
  return {
    message: `has no value ${quoted}${hint ? `; did you mean ${hint}?` : ''}`,
    accepted: (near.length > 0 && allowed.length > NEAREST_MAX ? near : allowed).map(({ code }) => code),
  }
}

/** Matches words of the label first, because people send these; then similar spelling. */
function nearestKnown(allowed: readonly AllowedValue[], text: string): AllowedValue[] {
  const words = plain(text)
  if (words === '') return []
  const byLabel = (fits: (label: string) => boolean) => allowed.filter(({ label }) => fits(plain(label)))
  const matches =
    [
      byLabel(label => label === words),
      byLabel(label => label.split(' ').includes(words) || label.startsWith(`${words} `)),
      words.length > 2 ? byLabel(label => label.includes(words) || words.includes(label)) : [],
    ].find(some => some.length > 0) ?? nearBySpelling(allowed, words)
  return matches.slice(0, NEAREST_MAX)
}

function nearBySpelling(allowed: readonly AllowedValue[], words: string): AllowedValue[] {
  const label = findNearestName(
    words,
    allowed.map(one => plain(one.label)),
  )
  const code = findNearestName(
    words,
    allowed.map(one => one.code),
  )
  // Codes of up to three letters are all near each other.
  const isDistinctive = code !== undefined && code.length > 3
  return allowed.filter(
    one => (label !== undefined && plain(one.label) === label) || (isDistinctive && one.code === code),
  )
}

/** Normalised for comparison: without case, accents and punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
