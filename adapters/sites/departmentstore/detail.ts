// Reads the descriptive part of a product: HTML becomes plain text, and only known flags are kept.
import {
  asLooseNumber,
  asList,
  asObject,
  asText,
  asLooseInteger,
  valueAt,
  htmlToText,
  type JsonObject,
  must,
  sameName,
  readBySchema,
  asFlag,
} from '#kit'
import { type Detail, detail } from './product.schema.ts'

export function readDetail(member: JsonObject, furtherFlags: string | undefined): Detail {
  const source = must(asObject(member.detail), '/detail/name')
  const statistics = valueAt(source, 'reviewStatistics', 'aggregate')
  return {
    ...must(readBySchema(detail, source, sameName), '/detail/name'),
    name: source.name === null ? null : plainLine(source.name),
    description: plainText(source.description),
    secondaryDescription: plainText(source.secondaryDescription),
    seoKeywords: plainLine(source.seoKeywords),
    completeName: plainLine(source.completeName),
    pdfEmailDescription: plainLine(source.pdfEmailDescription),
    bulletText: asList(source.bulletText, plainText),
    reviewStatistics: {
      // The aggregate is missing when nobody has reviewed the product.
      aggregate: {
        count: asLooseInteger(valueAt(statistics, 'count')),
        rating: asLooseNumber(valueAt(statistics, 'rating')),
        productId: asLooseInteger(member.id),
        ratingPercentage: rounded(valueAt(statistics, 'ratingPercentage')),
        ratingsOnlyReviewCount: asLooseInteger(valueAt(statistics, 'ratingsOnlyReviewCount')),
      },
    },
    flags: readFlags(source.flags, furtherFlags),
    paymentProvider: readProvider(source),
  }
}

/** Removes tags and entities, including a tag that is cut off at the end. */
function plainText(value: unknown): string | undefined {
  const html = asText(value)
  return html === undefined ? undefined : htmlToText(html.replace(/<\/?[a-z]{0,10}\s*$/i, ''))
}

function plainLine(value: unknown): string | undefined {
  return plainText(value)?.replaceAll('\n', ' ')
}

/** Some percentages have decimals. */
export function rounded(value: unknown): number | undefined {
  const number = asLooseNumber(value)
  return number === undefined ? undefined : Math.round(number)
}

/** The provider's object and its fields are named after the provider: `<name> {<name>DataClientId, <name>OnsiteJsSdkPath}`. */
function readProvider(source: JsonObject) {
  for (const [name, value] of Object.entries(source)) {
    const clientId = valueAt(value, `${name}DataClientId`)
    const scriptPath = valueAt(value, `${name}OnsiteJsSdkPath`)
    if (clientId !== undefined || scriptPath !== undefined) {
      return { clientId: asText(clientId), scriptPath: asText(scriptPath) }
    }
  }
  return undefined
}

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
