// What is kept of the past of a product: prices that ended within the time that the watch keeps, up to its very beginning.
import { expect, it } from 'vitest'
import { finishRun } from './finish-run.ts'
import { type PastSpan, type TrackedProduct, rowsByKey } from './tracked-product.ts'
import { matchRows } from './match-rows.ts'

const KEPT_FROM_MS = 500
const url = 'https://shop.example/p/1'
const facts = { price: '9.00 EUR' }
const span = (endedMs: number): PastSpan => [endedMs - 10, endedMs - 1, endedMs, { price: `${endedMs} EUR` }]

/** The product after a run that found it was. */
function afterRun(given: Partial<TrackedProduct>): TrackedProduct | undefined {
  const product: TrackedProduct = { url, facts, firstSeenMs: 1, sinceMs: 600, ...given }
  const listing = { chunks: [[product]], rows: rowsByKey([[{ url, facts, isKnown: true }]]) }
  const run = {
    number: 2,
    startedAtMs: 900,
    steppedAtMs: 950,
    stage: 'asking',
    source: 'platform',
    patterns: [],
    problems: [],
    requests: 1,
    listed: 1,
    pages: 1,
    answers: {},
    asked: 0,
    read: 0,
    faults: 0,
    requestId: 'r',
    isQuiet: false,
  } as const
  const baseline = {
    run: 1,
    source: 'platform',
    patterns: [],
    unread: [],
    shrunken: 0,
    failed: 0,
    atMs: 800,
    checkSeq: 1,
  }
  const finished = finishRun(
    {
      kind: 'list',
      catalog: { version: 1, lastRun: 2, run, baseline },
      listing,
      matches: matchRows(listing),
      atMs: 1_000,
      requestId: 'r',
    },
    {
      rules: { conditions: [], confirm: 1, cooldownMs: 0 },
      lastFacts: null,
      outcomes: undefined,
      checkSeq: 2,
      keptFromMs: KEPT_FROM_MS,
    },
  )
  return finished && [...(finished.changed.get(0) ?? [product])][0]
}

it.each([
  ['all of it, while nothing is old', [500, 600], [500, 600]],
  ['what ended at the beginning of that time and after it', [499, 500, 501], [500, 501]],
  ['the newer part', [100, 499, 700], [700]],
  ['nothing, where all is old', [100, 499], undefined],
])('%s', (_, ends, kept) => {
  expect(afterRun({ past: ends.map(span) })?.past).toEqual(kept?.map(span))
})

it('a product without a past has none', () => {
  expect(afterRun({})).not.toHaveProperty('past')
})
