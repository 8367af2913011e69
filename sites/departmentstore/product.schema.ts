// The product of the department store with its flags and reviews.
import { type Draft, type Static, t } from '#kit'

const sized = t.optional(t.object({ url: t.text(), sizeId: t.text() }))

export const review = t.object({
  title: t.words(),
  reviewText: t.words(),
  authorId: t.text(),
  reviewerId: t.text(),
  displayName: t.words(),
  userNickname: t.words(),
  userLocation: t.optional(t.words()),
  contentLocale: t.text(),
  submissionTime: t.date(),
  lastModificationTime: t.date(),
  moderationStatus: t.text({ examples: ['APPROVED'] }),
  rating: t.integer(),
  ratingRange: t.integer(),
  ratingPercentage: t.integer(),
  totalFeedbackCount: t.integer(),
  totalNegativeFeedbackCount: t.integer(),
  totalPositiveFeedbackCount: t.integer(),
  reviewId: t.integer(),
  productId: t.integer(),
  featured: t.flag(),
  anonymous: t.flag(),
  syndicated: t.flag(),
  ratingsOnly: t.flag(),
  topContributor: t.flag(),
  incentivizedReview: t.flag(),
  recommended: t.optional(t.flag()),
  badges: t.open(),
  secondaryRatings: t.open(),
  contextDataValues: t.open(),
  additionalFields: t.open(),
  badgesOrder: t.list(t.anything()),
  contextDataValuesOrder: t.list(t.anything()),
  commentIds: t.list(t.anything()),
  videos: t.list(t.anything()),
  photos: t.list(
    t.object({
      photoId: t.text(),
      caption: t.words(),
      sizesOrder: t.list(t.text()),
      sizes: t.object({ large: sized, normal: sized, thumbnail: sized }),
    }),
  ),
  clientResponses: t.list(
    t.object({
      date: t.date(),
      name: t.text(),
      response: t.text(),
      department: t.text(),
      responseSource: t.text(),
      sourceClientName: t.text(),
    }),
  ),
  syndicationSource: t.optional(t.object({ name: t.text(), logoImageUrl: t.text() })),
})

export const detail = t.object({
  name: t.text(),
  typeName: t.text(),
  description: t.text({ description: 'Plain text, as all texts here; may be empty' }),
  seoKeywords: t.text(),
  completeName: t.text(),
  skinCareType: t.text(),
  pdfEmailDescription: t.text(),
  secondaryDescription: t.text(),
  bulletText: t.list(t.text()),
  bulletLinks: t.list(t.anything()),
  maxQuantity: t.integer(),
  numberOfColors: t.integer(),
  memberProductCount: t.integer(),
  additionalImagesCount: t.integer(),
  brand: t.object({
    id: t.integer(),
    url: t.text(),
    name: t.text(),
    subBrand: t.text(),
    brandBreakout: t.flag(),
  }),
  questionAnswer: t.object({ answerCount: t.integer(), questionCount: t.integer() }),
  salesFloorBrand: t.object({ salesFloorBrand: t.flag(), salesFloorBrandUrl: t.text() }),
  reviewStatistics: t.object({
    aggregate: t.object({
      count: t.integer(),
      rating: t.number(),
      productId: t.integer(),
      ratingPercentage: t.integer(),
      ratingsOnlyReviewCount: t.integer(),
    }),
  }),
  memberDisplayGroupsMap: t.open(),
  orderedMasterGroupList: t.list(t.anything()),
  flags: t.map(t.flag(), { description: 'By name; flags named after a company are left out' }),
  paymentProvider: t.object({ clientId: t.text(), scriptPath: t.text() }),
})

export const product = t.object({
  id: t.integer(),
  ccfp: t.object({ ccfpEligible: t.flag(), chargePlanPDPDeptDetails: t.open() }),
  detail,
  review: t.object({ locale: t.text(), reviews: t.list(review) }),
})

export type Review = NonNullable<Draft<Static<typeof review>>>
export type Detail = NonNullable<Draft<Static<typeof detail>>>
