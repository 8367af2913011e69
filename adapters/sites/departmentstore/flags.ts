// The boolean flags of a product. The shop names others after companies, so only the flags known by name are answered.
import { asFlag, asObject } from '#kit'

/** The flags that the contract names: a missing one is reported as absent. */
const EXPECTED = [
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
]

const KNOWN = new Set(
  `
PDPColorized altModelSizesExperimentEnabled arBeauty arFurniture backInStockOptOut bannerForKidsChokeHazard
beauty bigTicketDeliveryFeeRestructureEligible bigTicketItem bigTicketV2CItem consolidatedMaster
consolidatedProductComplex countryEligible dimensionsCopyGroupEnabled eligibleForPreOrder
esecRemoveSecureUserTokenQueryParamEnabled experience360 experience3D fitPredictorEligible giftCard
gwpExperienceEnabled gwpIndicator hasAdditionalImages hasColorSwatches hasColors hasWarranty homeFOB
isBeautyGiftSet isBestSeller isEligibleForColorwayPromoBadging isFewLeftMessageRedesignEnabled isNew
isPdpBVReviewFormUpdatesEnabled isReviewPhotosUploadEnabled isReviewsPage isStoreOnlyProductOnline
isTrueCollectionsEnabled isVideoImageRailEnabled masterProduct materialCareSectionEnabled memberProduct
onlineExclusive phase2DesktopBVApiTrt1Enabled phase2DesktopBVApiTrt2Enabled phase2MobileBVApiTrt1Enabled
phoneOnly pickUpStore processedProdDesc protectionPlanEligible rebates registrable
seeMoreAndSizeChartExperienceEnabled seeMoreExperienceEnabled siteMonetizationProduct sitewidesale
sizeAndFitEnabled sizeChartExperienceEnabled sizePersistForMen storeOnlySpecial styleMeEnabled
suppressColorSwatches virtualTryOn writeAReviewRedesignExpEnabled
`
    .trim()
    .split(/\s+/),
)

/** `further`: names that the operator adds, separated by spaces. */
export function readFlags(
  source: unknown,
  further: string | undefined,
): Record<string, boolean | undefined> | undefined {
  const given = asObject(source)
  if (!given) return undefined
  const added = new Set(further?.split(/\s+/))
  const names = Object.keys(given).filter(name => KNOWN.has(name) || added.has(name))
  return Object.fromEntries([...new Set([...EXPECTED, ...names])].map(name => [name, asFlag(given[name])]))
}
