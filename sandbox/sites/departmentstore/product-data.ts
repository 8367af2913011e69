// Product and review JSON in the format of the department store's API.
import type { SandboxProduct, Review } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'
import { imageryOf, offerOf } from './offer-data.ts'

export function pathOf(product: SandboxProduct): string {
  return `/shop/product/${product.slug}?ID=${product.id}`
}

/** Every 30th product is a set, which comes with its members. */
export function isMaster(product: SandboxProduct): boolean {
  return product.position % 30 === 2
}

const FLAG_NAMES = [
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
  'hasWarranty',
  'phoneOnly',
  'memberProduct',
  'eligibleForPreOrder',
  'countryEligible',
  'rebates',
  'suppressColorSwatches',
  'beauty',
  'storeOnlySpecial',
  'sitewidesale',
  'protectionPlanEligible',
  'virtualTryOn',
  'experience360',
  'backInStockOptOut',
  'PDPColorized',
  // Made-up companies; the real flags are named after real ones.
  'payvaneEligible',
  'ordelle',
  'isTryvoraSizeEnabled',
]

export function productJson(
  product: SandboxProduct,
  family: readonly SandboxProduct[],
  origin: string,
): Record<string, unknown> {
  const random = seededRandom('departmentstore', product.id)
  const { id, reviews } = product
  // Some responses include the reviews, others leave them to the reviews route.
  const withReviews = random.chance(0.5)
  const { upcs, ...offer } = offerOf(product)
  return {
    id,
    identifier: { productUrl: pathOf(product), productId: id, topLevelCategoryID: '2910' },
    detail: detailOf(product, family),
    relationships: {
      taxonomy: {
        categories: product.categoryPath.map((name, index) => ({
          name,
          url: `/shop/search?keyword=${encodeURIComponent(name)}`,
          id: 2_910 + index,
        })),
        defaultCategoryId: 2_910,
      },
      upcs,
    },
    imagery: imageryOf(product),
    ...offer,
    urlTemplate: { product: `${origin}/` },
    ...(withReviews || reviews.length === 0 ? { review: reviewsOf(product, origin) } : {}),
    ...(random.chance(0.7)
      ? { ccfp: { ccfpEligible: random.chance(0.5), chargePlanPDPDeptDetails: {} } }
      : {}),
    holidayMessageEligible: false,
  }
}

function detailOf(product: SandboxProduct, family: readonly SandboxProduct[]): Record<string, unknown> {
  const random = seededRandom('departmentstore', 'detail', product.id)
  const { name, brand, reviews, rating } = product
  const members = isMaster(product) ? family.filter(one => one !== product).map(one => one.id) : []
  return {
    // Like real shop data: a stray space in the name, markup in the text.
    name: random.chance(0.2) ? `${name} &nbsp;` : name,
    description: random.chance(0.1) ? '' : `<b>ABOUT IT</b>:<br>${product.description}<br> &nbsp;`,
    secondaryDescription: '',
    seoKeywords: `${brand}, ${name}`,
    completeName: `${brand} ${name}`,
    pdfEmailDescription: name,
    skinCareType: '',
    typeName: product.category.toUpperCase(),
    bulletText: [...product.features, ...product.care],
    bulletLinks: [],
    materialsAndCare: product.materials.map(one => `${one.percent}% ${one.name}`),
    maxQuantity: 6,
    numberOfColors: family.length,
    memberProductCount: members.length,
    additionalImagesCount: Math.max(0, product.pictures.length - 1),
    brand: {
      name: brand,
      id: 1_000 + brand.length,
      url: `/buy/${brand.toLowerCase().replace(/[^a-z]+/g, '-')}`,
      subBrand: '',
      brandBreakout: true,
    },
    ...(random.chance(0.5)
      ? { questionAnswer: { questionCount: random.int(0, 5), answerCount: random.int(0, 5) } }
      : {}),
    salesFloorBrand: { salesFloorBrandUrl: '', salesFloorBrand: false },
    reviewStatistics:
      rating === undefined
        ? {}
        : { aggregate: { rating, ratingPercentage: Math.round(rating * 20), count: reviews.length } },
    orderedMasterGroupList: members.length > 0 ? ['0'] : [],
    memberDisplayGroupsMap: members.length > 0 ? { 0: { memberProductIds: members } } : {},
    flags: {
      ...Object.fromEntries(FLAG_NAMES.map(flag => [flag, random.chance(0.3)])),
      masterProduct: members.length > 0,
    },
    payvane: {
      payvaneDataClientId: '00000000-0000-4000-8000-00000000cafe',
      payvaneOnsiteJsSdkPath: 'https://library.payvane.example/lib.js',
    },
  }
}

/** The eight newest reviews. */
export function reviewsOf(product: SandboxProduct, origin: string): Record<string, unknown> {
  const newest = product.reviews.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, 8)
  return {
    hasErrors: false,
    includes: {},
    totalResults: product.reviews.length,
    locale: 'en_US',
    reviews: newest.map((review, index) => reviewOf(product, review, index, origin)),
  }
}

function reviewOf(
  product: SandboxProduct,
  review: Review,
  index: number,
  origin: string,
): Record<string, unknown> {
  const random = seededRandom('departmentstore', 'review', product.id, index)
  const written = `${review.date}T09:30:00.000+00:00`
  const sizes = ['thumbnail', 'normal', 'large']
  const photo = {
    photoId: `${product.id}-${index}`,
    caption: '',
    sizesOrder: sizes,
    sizes: Object.fromEntries(
      sizes.map(size => [size, { url: `${origin}${product.pictures[0]}?s=${size}`, sizeId: size }]),
    ),
  }
  return {
    reviewId: product.id * 10 + index,
    productId: product.id,
    title: review.title,
    reviewText: review.text,
    rating: review.rating,
    ratingRange: 5,
    ratingPercentage: review.rating * 20,
    authorId: random.hex(12),
    reviewerId: random.hex(12),
    displayName: review.author,
    userNickname: review.author,
    ...(random.chance(0.5) ? { userLocation: random.pick(['Lisbon', 'Oslo', 'Kyoto']) } : {}),
    ...(random.chance(0.7) ? { recommended: review.rating > 3 } : {}),
    contentLocale: 'en_US',
    submissionTime: written,
    lastModificationTime: written,
    moderationStatus: 'APPROVED',
    totalFeedbackCount: 3,
    totalPositiveFeedbackCount: 2,
    totalNegativeFeedbackCount: 1,
    featured: false,
    anonymous: false,
    syndicated: false,
    ratingsOnly: false,
    topContributor: random.chance(0.1),
    incentivizedReview: false,
    badges: {},
    badgesOrder: [],
    secondaryRatings: {},
    contextDataValues: {},
    contextDataValuesOrder: [],
    additionalFields: {},
    commentIds: [],
    videos: [],
    photos: random.chance(0.2) ? [photo] : [],
    clientResponses: [],
  }
}
