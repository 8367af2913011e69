// Weighs all statements about stock against each other: can the product be bought, or not.
import type { Candidate, Features, FieldCandidates } from '../candidate.ts'
import { OTHER_PRODUCTS, REVIEWS, SITE_CHROME } from '../page/element-context.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { type Availability, isPurchasable } from '../product-shape.ts'
import type { AmountRow } from '../amounts/read-amounts.ts'
import { setFeature } from '../feature-sets.ts'

/** Which statement gives the exact word, of those on the side that wins. */
const SPOKESMEN: readonly ((candidate: Candidate) => boolean)[] = [
  ({ features, value }) => features.button === 1 && value === 'preorder',
  ({ source }) => source === 'json-ld',
  ({ source }) => source === 'microdata' || source === 'rdfa',
  ({ source }) => source === 'open-graph',
  ({ features }) => features['product of the state'] === 1,
  ({ features }) => features['text near the heading'] === 1,
  ({ features }) => features.text === 1,
  ({ features }) => features['learned text near the heading'] === 1,
  ({ features }) => features['guessed text near the heading'] === 1,
  ({ features }) => features.button === 1,
]

/** Both sides as candidates, or none: without a statement there is no availability. */
export function availabilityCandidates(
  page: ReaderPage,
  list: readonly Candidate[],
  prices: readonly AmountRow[],
): FieldCandidates {
  const own = list.filter(({ features }) => features['other product'] !== 1)
  const evidence = weighEvidence(page, own, prices)
  const none = { none: 1 }
  if (!isStated(evidence)) return { list: [], keys: [], candidates: [], none }
  const sides = [true, false].map(side => {
    const stated = own.filter(({ value }) => isPurchasable(value as Availability) === side)
    return SPOKESMEN.map(speaks => stated.find(speaks)).find(one => one !== undefined) ?? stated[0]
  })
  const candidates = sides.map(
    (side, index): Candidate =>
      side ?? {
        field: 'availability',
        value: index === 0 ? 'in_stock' : 'out_of_stock',
        source: 'page',
        place: 'page',
        features: {},
      },
  )
  return {
    list: candidates,
    keys: ['can be bought', 'cannot be bought'],
    candidates: [{}, evidence],
    none,
  }
}

// A button may be disabled only until a size is chosen, and one size that is sold out says little about the others.
const WEAK = new Set([
  'button says out',
  'text of a variant says out',
  'text aside says in',
  'text aside says out',
])

function isStated(evidence: Features): boolean {
  return Object.keys(evidence).some(name => / says (?:in|out)$/.test(name) && !WEAK.has(name))
}

const PLAIN_TEXT = /^(?:learned |guessed )?text(?: near the heading| without a button)?$/

/**
 * There are only two sides, so all evidence is attributed to "cannot be bought", whose score alone decides. If evidence
 * of one kind (sizes, offers) supports both, the product can be bought.
 */
function weighEvidence(
  page: ReaderPage,
  candidates: readonly Candidate[],
  prices: readonly AmountRow[],
): Features {
  const made: Features = { 'out of stock': 1 }
  const kinds = new Map<string, Set<boolean>>()
  for (const { value, source, features } of candidates) {
    const kind = features['product of the state'] === 1 ? 'state' : source
    for (const key of source === 'page' ? Object.keys(features) : [kind]) {
      const states = kinds.get(key) ?? new Set<boolean>()
      states.add(isPurchasable(value as Availability))
      kinds.set(key, states)
    }
  }
  for (const [key, states] of kinds) {
    // Scripts say "available" about much else: only if they all say the same.
    if (key === 'embedded' && states.size > 1) continue
    if (PLAIN_TEXT.test(key)) {
      for (const state of states) made[`${key} says ${state ? 'in' : 'out'}`] = 1
    } else made[`${key} says ${states.has(true) ? 'in' : 'out'}`] = 1
  }
  setFeature(
    made,
    'text and button say out',
    made['text near the heading says out'] === 1 && made['button says out'] === 1,
  )
  const start = page.heading?.at ?? 0
  const own = prices.filter(
    ({ node, at }) =>
      at >= start && (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) === 0,
  )
  setFeature(made, 'no price after the heading', own.length === 0)
  setFeature(made, 'no button', page.button === undefined)
  setFeature(made, 'no price and no button', own.length === 0 && page.button === undefined)
  return made
}
