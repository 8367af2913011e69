// Features of brand candidates.
import type { Candidate, Features } from '../candidate.ts'
import { IN_LINK, OTHER_PRODUCTS, OWN_BLOCK, REVIEWS, SITE_CHROME } from '../page/element-context.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { MODEL_CODE, NOT_A_BRAND } from '../words/brand-words.ts'
import { agreement, distanceBuckets, lettersOf, setFeature } from '../feature-sets.ts'

/**
 * Without what is certainly none, and without guesses: the first words of a heading, and a text beside it, are a brand
 * only if something else on the page names it too.
 */
export function statedBrands(page: ReaderPage, candidates: readonly Candidate[]): Candidate[] {
  const possible = candidates.filter(
    one => !NOT_A_BRAND.test(one.value) && !isModel(one) && /\p{L}/u.test(one.value),
  )
  const counts = countTexts(page, possible)
  const stated = new Set(possible.filter(one => !isGuess(one)).map(({ value }) => lettersOf(value)))
  const parts = new Set(
    [page.title, ...(page.meta.get('keywords') ?? [])]
      .flatMap(text => text.split(TITLE_PARTS))
      .map(lettersOf)
      .concat(shopLetters(page), pathLetters(page.url)),
  )
  return possible.filter(one => {
    if (!isGuess(one)) return true
    if (/\d\D?\d/.test(one.value)) return false
    const letters = lettersOf(one.value)
    const own = counts.get(letters) ?? 0
    if (stated.has(letters)) return true
    // A category is a text of its own and a part of the path too: "Garden chair" below "Garden".
    if (one.features['heading words'] === 1) return own > 0 && !isOrdinary(page, one.value)
    // A text beside the heading is the first text of its own.
    return own > 1 || parts.has(letters)
  })
}

/** "Garden chair": the words after a name are often written like names too. */
function isOrdinary(page: ReaderPage, words: string): boolean {
  const heading = page.heading?.text ?? ''
  const lower = ` ${words.toLowerCase()} `
  if (lower !== ` ${words} ` && page.segments.some(({ text }) => ` ${text} `.includes(lower))) return true
  return /^[^\p{L}\d]*\p{Ll}/u.test(heading.slice(heading.indexOf(words) + words.length))
}

const TITLE_PARTS = /\s[-–—·:]\s|[|,;»]/

function isGuess({ features }: Candidate): boolean {
  return (
    features['heading words'] === 1 ||
    features['right before the heading'] === 1 ||
    features['right after the heading'] === 1
  )
}

function isModel({ value, source }: Candidate): boolean {
  return (source === 'page' || source === 'embedded') && MODEL_CODE.test(value)
}

/** The parts of the path but the last, which is made from the name: "/monitors/corvane/p/123". */
function pathLetters(url: string): string[] {
  const parts = url.replace(/^https?:\/\/[^/]+|[?#][^]*/g, '').split('/')
  return parts
    .slice(0, -1)
    .map(lettersOf)
    .filter(letters => letters.length > 2)
}

/** What the shop calls itself. */
function shopLetters({ meta, url }: ReaderPage): string[] {
  const host = /^https?:\/\/(?:www\.|shop\.|store\.)?([^/:?#.]+)/i.exec(url)?.[1] ?? ''
  return [meta.get('og:site_name')?.[0] ?? '', host].map(lettersOf).filter(letters => letters.length > 2)
}

export function brandFeatures(
  page: ReaderPage,
  candidates: readonly Candidate[],
): { candidates: Features[]; none: Features } {
  const agrees = agreement(
    candidates,
    lettersOf,
    candidate => candidate.features['other product'] === 1 || candidate.features['heading words'] === 1,
  )
  const heading = lettersOf(page.heading?.text ?? '')
  const title = lettersOf(page.title)
  const host = lettersOf(/^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(page.url)?.[1] ?? '')
  const path = lettersOf(page.url.replace(/^https?:\/\/[^/]+/i, ''))
  const inPath = new Set(pathLetters(page.url))
  const crumbs = candidates.length
  const counts = countTexts(page, candidates)
  const others = new Set(
    candidates.filter(({ features }) => features['heading words'] !== 1).map(({ value }) => lettersOf(value)),
  )
  const features = candidates.map((candidate, index) => {
    const { value } = candidate
    const letters = lettersOf(value)
    const made: Features = { ...candidate.features, ...agrees[index] }
    const words = value.split(' ').length
    setFeature(made, 'starts the heading', letters.length > 1 && heading.startsWith(letters))
    setFeature(
      made,
      'in the heading',
      letters.length > 1 && !heading.startsWith(letters) && heading.includes(letters),
    )
    setFeature(made, 'in the title', letters.length > 1 && title.includes(letters))
    setFeature(made, 'in the path', letters.length > 2 && path.includes(letters))
    setFeature(made, 'name of the shop', letters.length > 2 && host.includes(letters))
    setFeature(made, 'is the heading', letters === heading)
    setFeature(made, 'a part of the path', inPath.has(letters))
    setFeature(made, 'a text of its own', (counts.get(letters) ?? 0) > 0)
    setFeature(made, 'a text of its own often', (counts.get(letters) ?? 0) > 3)
    setFeature(made, 'four words or more', words > 3)
    setFeature(made, 'two or three words', words === 2 || words === 3)
    setFeature(made, 'lower case', value === value.toLowerCase() && /\p{Ll}/u.test(value))
    setFeature(made, 'upper case', value === value.toUpperCase() && value.length > 2)
    setFeature(made, 'has a digit', /\d/.test(value))
    setFeature(made, 'ends like a sentence', /[.!?:…]$/.test(value))
    const isFromHeading = candidate.features['heading words'] === 1
    setFeature(made, 'only from the heading', isFromHeading && !others.has(letters))
    setFeature(made, 'few candidates', crumbs < 6)
    if (candidate.node !== undefined && !isFromHeading) {
      const flags = page.context.flags(candidate.node)
      setFeature(made, 'aside', (flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0)
      setFeature(made, 'in the product block', (flags & OWN_BLOCK) > 0)
      setFeature(made, 'in a link', (flags & IN_LINK) > 0)
      if (candidate.at !== undefined && page.heading)
        distanceBuckets(made, 'heading', candidate.at - page.heading.at)
    }
    return made
  })
  return { candidates: features, none: { none: 1 } }
}

// How often a short text occurs alone: brand names do, as links and in tables.
function countTexts(page: ReaderPage, candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const initials = new Set(candidates.map(({ value }) => value.charAt(0).toLowerCase()))
  for (const { text } of page.segments) {
    if (text.length > 40 || !initials.has(text.charAt(0).toLowerCase())) continue
    const letters = lettersOf(text)
    counts.set(letters, (counts.get(letters) ?? 0) + 1)
  }
  return counts
}
