// Flags told apart by their names: invented names of companies among real words of shops.
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
])('%s is kept', name => {
  expect(plainNames([name])).toEqual([name])
})

test.each([
  'ordelle',
  'payvaneEligible',
  'isTryvoraSizeEnabled',
  'isPdpQZReviewFormEnabled',
  'isVaneFitEnabled',
  '',
  '3',
])('%j is left out', name => {
  expect(plainNames([name])).toEqual([])
})

test('two plain words that others write as one name are that name', () => {
  expect(plainNames(['realfitEligible', 'isRealFitSizeEnabled', 'isRealPrice', 'fitGuide'])).toEqual([
    'isRealPrice',
    'fitGuide',
  ])
})

test('the operator adds words, whatever their case', () => {
  expect(plainNames(['isQuillable'])).toEqual([])
  expect(plainNames(['isQuillable'], 'monogrammed  Quillable')).toEqual(['isQuillable'])
})
