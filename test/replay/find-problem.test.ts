// Planted losses: a change is explained only if the documented source was removed and its fallback is used.
import { expect, test } from 'vitest'
import { findProblem, type Mutated } from './find-problem.ts'
import type { CaseOutcome } from './run-case.ts'

function outcome(result: unknown, absent: readonly string[] = []): CaseOutcome {
  return { result, absent, absentAt: absent, freshForMs: 1, way: undefined, currency: undefined }
}

interface Planted {
  readonly operation: string
  readonly place: string
  readonly what?: Mutated['what']
  readonly before: unknown
  readonly after: unknown
  readonly absent?: readonly string[]
  /** The payload after the change. */
  readonly data?: unknown
}

function problemOf({ operation, place, what = 'remove', before, after, absent, data = {} }: Planted) {
  const mutated = { operation, place, what, payload: [JSON.stringify(data)] }
  return findProblem(mutated, outcome(before), outcome(after, absent))
}

const media = { media: { smallImageUrl: 'https://images.example/small.jpg' } }
const image = {
  operation: 'sneakerexchange.product',
  place: 'entry 0 /data/product/media/imageUrl',
  before: { image: 'https://images.example/large.jpg' },
  data: { data: { product: media } },
}

test('the fallback source may replace a missing one', () => {
  expect(problemOf({ ...image, after: { image: media.media.smallImageUrl } })).toBeUndefined()
})

test.each<[string, Planted]>([
  ['a value of neither source', { ...image, after: { image: 'https://images.example/other.jpg' } }],
  ['nothing at all', { ...image, after: { image: '' } }],
  [
    'a change with its source in place',
    { ...image, place: 'entry 0 /data/product/title', after: { image: media.media.smallImageUrl } },
  ],
  [
    'pictures that are gone although only one of their sizes is',
    {
      operation: 'sneakerstore.product',
      place: 'entry 0 /data/getProductTemplate/mainPictureUrl',
      before: { images: ['https://images.example/1.jpg'] },
      after: { images: [] },
      data: { data: { getProductTemplate: { pictureUrl: 'https://images.example/2.jpg' } } },
    },
  ],
  [
    'another flag than the removed one',
    {
      operation: 'departmentstore.product',
      place: 'entry 0 /product/*/detail/flags/giftable',
      before: { detail: { flags: { giftable: true, returnable: true } } },
      after: { detail: { flags: { giftable: true } } },
    },
  ],
  [
    'an amount that is left out while the payload has it',
    {
      operation: 'sneakerhub.prices',
      place: 'entry 0 /*/lowestPriceCents/currency',
      before: [{ lowestPriceCents: { currency: 'USD', amount: 100 } }],
      after: [{ lowestPriceCents: { currency: 'USD' } }],
    },
  ],
  [
    'a shorter list',
    {
      operation: 'fastfashion2.product',
      place: 'entry 0 /Results/*/Name',
      before: { variants: [1, 2] },
      after: { variants: [1] },
    },
  ],
  [
    'null in another field than the one that was null',
    {
      operation: 'luxuryhouse.product',
      place: 'entry 0 /props/title',
      what: 'null',
      before: { tags: ['new'] },
      after: { tags: null },
    },
  ],
])('reports %s', (_what, planted) => {
  expect(problemOf(planted)).toMatch(/^changes /)
})

test('a named absence needs no explanation', () => {
  expect(problemOf({ ...image, after: { image: '' }, absent: ['/image'] })).toBeUndefined()
})
