// Flag names with made-up company names are separated from flag names made of ordinary shop words.
import { expect, test } from 'vitest'
import { plainNames } from './plain-words.ts'

test.each([
  'isNew',
  'hasColors',
  'pickUpStore',
  'registrable',
  'giftCard',
  'onlineExclusive',
  'bigTicketItem',
  'isBestSeller',
  'hasAdditionalImages',
  'sizeChartExperienceEnabled',
  'PDPColorized',
  'experience3D',
  'bigTicketV2CItem',
  'bannerForKidsChokeHazard',
  'isEligibleForColorwayPromoBadging',
  'isTrueCollectionsEnabled',
  'isGiftWrappingAllowed',
  'unreturnable',
  'resellableItems',
  'hasStitching',
  'isPdpQZReviewFormEnabled',
  'isVTOEnabled',
  'isSMSAlertAllowed',
])('%s is kept', name => {
  expect(plainNames([name])).toEqual([name])
})

test.each(['ordelle', 'payvaneEligible', 'isTryvoraSizeEnabled', 'isVaneFitEnabled', '', '3'])(
  '%j is left out',
  name => {
    expect(plainNames([name])).toEqual([])
  },
)

test('two plain words that another flag writes as one word count as a company name', () => {
  expect(plainNames(['realfitEligible', 'isRealFitSizeEnabled', 'isRealPrice', 'fitGuide'])).toEqual([
    'isRealPrice',
    'fitGuide',
  ])
})

test('the operator can add words, in any case', () => {
  expect(plainNames(['isQuillable'])).toEqual([])
  expect(plainNames(['isQuillable'], 'monogrammed  Quillable')).toEqual(['isQuillable'])
})
