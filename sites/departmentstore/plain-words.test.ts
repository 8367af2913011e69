// Flags told apart by their names: invented names of companies among real words of shops.
import { expect, test } from 'vitest'
import { isPlainName } from './plain-words.ts'

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
])('%s is kept', name => {
  expect(isPlainName(name)).toBe(true)
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
  expect(isPlainName(name)).toBe(false)
})

test('the operator adds words, whatever their case', () => {
  expect(isPlainName('isQuiltable')).toBe(false)
  expect(isPlainName('isQuiltable', 'monogrammed  Quiltable')).toBe(true)
})
