// Features of SKU candidates.
import { parseGtin } from '../values/gtin.ts'
import type { Candidate, Features } from '../candidate.ts'
import { OTHER_PRODUCTS, OWN_BLOCK, REVIEWS, SITE_CHROME, VARIANTS } from '../page/element-context.ts'
import { type ReaderPage, sharedWithHeading } from '../page/read-page.ts'
import { agreement, distanceBuckets, hasWord, lettersOf, setFeature } from '../feature-sets.ts'

// A database numbers its first products with fewer digits; a longer number in an address is one of a catalog.
const CATALOG_DIGITS = 6

/**
 * Without the ids that only the platform knows: hidden inputs, scripts and short numbers in addresses have one for every
 * product. An article number is stated as one, or printed, or a long number that the address shows.
 */
export function statedNumbers(page: ReaderPage, candidates: readonly Candidate[]): Candidate[] {
  const printed = printedWords(page)
  const stated = new Set(
    candidates
      .filter(one => isStated(one) || (printed.has(one.value) && !isNameInAddress(page, one)))
      .map(({ value }) => value),
  )
  return candidates.filter(({ value }) => stated.has(value))
}

/** An address is made from the name: a word of both is printed as a part of the name. */
function isNameInAddress({ headingWords }: ReaderPage, { value, features }: Candidate): boolean {
  return features.address === 1 && headingWords.has(value.toLowerCase())
}

function isStated({ source, value, place, features }: Candidate): boolean {
  if (features.address === 1) return (value.match(/\d/g)?.length ?? 0) >= CATALOG_DIGITS
  if (features.label === 1 || features['element called a number'] === 1) return true
  if (source !== 'page' && source !== 'embedded') return place !== CATALOG_KEY
  return features['key sku'] === 1 && /sku$/i.test(place)
}

// What a shop calls the product in its feeds; most platforms write their id there.
const CATALOG_KEY = 'product:retailer_item_id'

export function skuFeatures(
  page: ReaderPage,
  candidates: readonly Candidate[],
): { candidates: Features[]; none: Features } {
  const agrees = agreement(candidates, lettersOf, candidate => candidate.features['other product'] === 1)
  const url = decodeAddress(page.url)
  const canonical = decodeAddress(page.canonical ?? '')
  const printed = printedWords(page)
  const counts = new Map<string, number>()
  for (const { value } of candidates) counts.set(value, (counts.get(value) ?? 0) + 1)
  const keysOf = new Map<string, Set<string>>()
  for (const { value, place } of candidates) {
    const kinds = keysOf.get(value) ?? new Set<string>()
    kinds.add(place.replace(/\d+/g, ''))
    keysOf.set(value, kinds)
  }
  const stated = candidates
    .filter(({ source, features: own }) => own['key sku'] === 1 && source !== 'page' && source !== 'embedded')
    .map(({ value }) => value)
  const seen = new Set<string>()
  const features = candidates.map((candidate, index) => {
    const { value } = candidate
    const made: Features = { ...candidate.features, ...agrees[index] }
    setFeature(made, 'in the address', hasWord(url, value))
    setFeature(made, 'in the canonical address', canonical !== '' && hasWord(canonical, value))
    setFeature(made, 'part of the address', !hasWord(url, value) && url.includes(value))
    setFeature(made, 'printed', printed.has(value))
    const isData = candidate.source !== 'page' && candidate.source !== 'embedded'
    setFeature(
      made,
      'data number printed',
      isData && printed.has(value) && candidate.features['key sku'] === 1,
    )
    setFeature(made, 'in the heading', page.heading !== undefined && hasWord(page.heading.text, value))
    setFeature(made, 'in several places', (keysOf.get(value)?.size ?? 0) >= 2)
    setFeature(made, 'in many places', (keysOf.get(value)?.size ?? 0) >= 4)
    setFeature(made, 'digits only', /^\d+$/.test(value))
    setFeature(made, 'letters only', !/\d/.test(value))
    setFeature(made, 'has spaces', value.includes(' '))
    setFeature(made, 'shorter than 5', value.length < 5)
    setFeature(made, 'longer than 16', value.length > 16)
    setFeature(made, 'random key', RANDOM_KEY.test(value))
    setFeature(
      made,
      'part of the number in data',
      value.length >= MIN_PART && stated.some(one => one.length > value.length && one.includes(value)),
    )
    setFeature(made, 'like a year', /^(?:19|20)\d\d$/.test(value))
    setFeature(made, 'trade number', value.length >= 12 && parseGtin(value) !== undefined)
    const kind = `${candidate.source} ${candidate.features['key sku'] === 1} ${candidate.features.label === 1}`
    setFeature(made, 'first of its kind', !seen.has(kind))
    seen.add(kind)
    if (candidate.node !== undefined) addPlace(made, page, candidate)
    return made
  })
  const none: Features = { none: 1 }
  setFeature(none, 'no button', page.button === undefined)
  return { candidates: features, none }
}

// Made by a database, not printed on a label.
const RANDOM_KEY = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-|^(?=.*\d)(?=.*[a-f])[\da-f]{20,}$/i
const MIN_PART = 5

function addPlace(made: Features, page: ReaderPage, { node = 0, at }: Candidate): void {
  const flags = page.context.flags(node)
  setFeature(made, 'aside', (flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0)
  setFeature(made, 'in the product block', (flags & OWN_BLOCK) > 0)
  setFeature(made, 'in variants', (flags & VARIANTS) > 0)
  if (at !== undefined && page.heading) distanceBuckets(made, 'heading', at - page.heading.at)
  setFeature(made, 'shares only the page with the heading', sharedWithHeading(page, node) > 0.8)
}

function decodeAddress(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

// Words with a digit in short texts: what a customer could read out over the phone.
function printedWords(page: ReaderPage): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { text } of page.segments) {
    if (text.length >= 80 || !/\d/.test(text)) continue
    for (const word of text.split(/[\s:：#()[\],;]+/)) if (word.length > 3) words.add(word)
  }
  return words
}
