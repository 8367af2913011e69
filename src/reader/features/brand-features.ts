// Features of brand candidates.
import type { Candidate, Features } from '../candidate.ts'
import { IN_LINK, OTHER_PRODUCTS, OWN_BLOCK, REVIEWS, SITE_CHROME } from '../page/element-context.ts'
import type { Page } from '../page/read-page.ts'
import { agreement, distanceBuckets, lettersOf, set } from './feature-sets.ts'

const REFUSED =
  /^(?:yes|no|ja|nein|oui|non|sí|si|true|false|none|n\/?a|other|others|unbranded|generic|does not apply|brand|new|home|sale|shop|store|not specified|no brand|без бренда|[^\p{L}\d]+)$/iu

export function brandFeatures(
  page: Page,
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
    set(made, 'starts the heading', letters.length > 1 && heading.startsWith(letters))
    set(
      made,
      'in the heading',
      letters.length > 1 && !heading.startsWith(letters) && heading.includes(letters),
    )
    set(made, 'in the title', letters.length > 1 && title.includes(letters))
    set(made, 'in the path', letters.length > 2 && path.includes(letters))
    set(made, 'name of the shop', letters.length > 2 && host.includes(letters))
    set(made, 'is the heading', letters === heading)
    set(made, 'a text of its own', (counts.get(letters) ?? 0) > 0)
    set(made, 'a text of its own often', (counts.get(letters) ?? 0) > 3)
    set(made, 'refused word', REFUSED.test(value))
    set(made, 'four words or more', words > 3)
    set(made, 'two or three words', words === 2 || words === 3)
    set(made, 'lower case', value === value.toLowerCase() && /\p{Ll}/u.test(value))
    set(made, 'upper case', value === value.toUpperCase() && value.length > 2)
    set(made, 'has a digit', /\d/.test(value))
    set(made, 'ends like a sentence', /[.!?:…]$/.test(value))
    set(made, 'only from the heading', candidate.features['heading words'] === 1 && !others.has(letters))
    set(made, 'few candidates', crumbs < 6)
    if (candidate.node !== undefined && candidate.features['heading words'] !== 1) {
      const flags = page.context.flags(candidate.node)
      set(made, 'aside', (flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0)
      set(made, 'in the product block', (flags & OWN_BLOCK) > 0)
      set(made, 'in a link', (flags & IN_LINK) > 0)
      if (candidate.at !== undefined && page.heading)
        distanceBuckets(made, 'heading', candidate.at - page.heading.at)
    }
    return made
  })
  return { candidates: features, none: { none: 1 } }
}

// How often a short text occurs alone: brand names do, as links and in tables.
function countTexts(page: Page, candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const initials = new Set(candidates.map(({ value }) => value.charAt(0).toLowerCase()))
  for (const { text } of page.segments) {
    if (text.length > 40 || !initials.has(text.charAt(0).toLowerCase())) continue
    const letters = lettersOf(text)
    counts.set(letters, (counts.get(letters) ?? 0) + 1)
  }
  return counts
}
