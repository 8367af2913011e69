// Schema of departmentstore.product: one product with its flags and reviews.
import { type Draft, type Static, t } from '#kit'

const sized = (size: string) =>
  t.optional(
    t.object(
      { url: t.url('URL of the photo in this size'), sizeId: t.text('The key of this size, repeated') },
      { title: 'PhotoFile', description: `The photo as ${size}; left out where the shop has no such size` },
    ),
  )

const photo = t.object({
  photoId: t.text('Id that the review platform gives the photo'),
  caption: t.words('What the author wrote under the photo; may be empty'),
  sizesOrder: t.list(t.text(), 'Keys of `sizes`, smallest first as a rule'),
  sizes: t.object(
    {
      large: sized('a large picture'),
      normal: sized('a picture of medium size'),
      thumbnail: sized('a small preview'),
    },
    'The same photo in up to three sizes',
  ),
})

const clientResponse = t.object({
  date: t.date('When the response was published, ISO 8601'),
  name: t.text('Who responds, for example the name of a service team'),
  response: t.text('The response, in plain text'),
  department: t.text('Part of the company that responds; may be empty'),
  responseSource: t.text('Tool through which the response was written'),
  sourceClientName: t.text('Review platform customer on whose behalf the response was written'),
})

export const review = t.object(
  {
    title: t.words('Heading that the author gave the review; may be empty'),
    reviewText: t.words('What the author wrote; empty when only stars were given'),
    authorId: t.text('Id of the author on the review platform'),
    reviewerId: t.text('Id of the author in the shop; the same as `authorId` where the shop has none'),
    displayName: t.words('Name shown beside the review'),
    userNickname: t.words('Name that the author chose; usually the same as `displayName`'),
    userLocation: t.optional(t.words('Place that the author entered, in free words')),
    contentLocale: t.text({ description: 'Language and country of the text', examples: ['en_US'] }),
    submissionTime: t.date('When the review was sent in, ISO 8601 with offset'),
    lastModificationTime: t.date('When the review was last changed, ISO 8601 with offset'),
    moderationStatus: t.text({
      description: 'State of moderation; published reviews are approved',
      examples: ['APPROVED'],
    }),
    rating: t.integer('Stars given, from 1 to `ratingRange`'),
    ratingRange: t.integer('Most stars that can be given, usually 5'),
    ratingPercentage: t.integer('`rating` as a share of `ratingRange`, in whole per cent'),
    totalFeedbackCount: t.integer('Votes of other customers on whether the review helps'),
    totalNegativeFeedbackCount: t.integer('Votes that say it does not help'),
    totalPositiveFeedbackCount: t.integer('Votes that say it helps'),
    reviewId: t.integer('Number of the review, unique in the shop'),
    productId: t.integer('Number of the product that is reviewed'),
    featured: t.flag('Whether the shop highlights this review'),
    anonymous: t.flag('Whether the author asked not to be named'),
    syndicated: t.flag('Whether the review was written on another web site, see `syndicationSource`'),
    ratingsOnly: t.flag('Whether there are stars but no text'),
    topContributor: t.flag('Whether the author counts among the most active ones'),
    incentivizedReview: t.flag('Whether the author received something in return'),
    recommended: t.optional(t.flag('Whether the author recommends the product; left out when not asked')),
    badges: t.open('Badges of the author by their key; often empty'),
    secondaryRatings: t.open('Ratings of single aspects such as quality, by their key; often empty'),
    contextDataValues: t.open('What the author said of themselves, such as age range, by key; often empty'),
    additionalFields: t.open('Further fields of the review form, by key; often empty'),
    badgesOrder: t.list(t.anything(), 'Keys of `badges` in display order'),
    contextDataValuesOrder: t.list(t.anything(), 'Keys of `contextDataValues` in display order'),
    commentIds: t.list(t.anything(), 'Ids of comments on the review; often empty'),
    videos: t.list(t.anything(), 'Videos that the author added; often empty, their shape is open'),
    photos: t.list(photo, 'Photos that the author added'),
    clientResponses: t.list(clientResponse, 'Responses of the shop or the maker'),
    syndicationSource: t.optional(
      t.object(
        {
          name: t.text('Web site on which the review was written'),
          logoImageUrl: t.url('URL of the logo of that web site'),
        },
        'Where a syndicated review comes from; left out for others',
      ),
    ),
  },
  { title: 'Review' },
)

const brand = t.object(
  {
    id: t.integer('Number of the page of the brand'),
    url: t.text('Path of the page of the brand, without a host'),
    name: t.text('Brand as printed on the product page'),
    subBrand: t.text('Line within the brand; may be empty'),
    brandBreakout: t.flag('Whether the shop shows the brand apart from the name of the product'),
  },
  'Brand of the product and its page in the shop',
)

const aggregate = t.object(
  {
    count: t.integer('How many reviews there are'),
    rating: t.number('Average of all stars, out of 5'),
    productId: t.integer('Number of the product, repeated'),
    ratingPercentage: t.integer('Average of all stars in whole per cent of the maximum'),
    ratingsOnlyReviewCount: t.integer('How many of the reviews have stars but no text'),
  },
  'Figures over all reviews',
)

export const detail = t.object(
  {
    name: t.text('Product name without the brand'),
    typeName: t.text({ description: 'Kind of product, in capitals', examples: ['ROBES'] }),
    description: t.text('Plain text, as all texts here; may be empty'),
    seoKeywords: t.text('Search terms that the shop attaches, separated by commas'),
    completeName: t.text('Brand and product name together'),
    skinCareType: t.text('Skin type that a cosmetic is for; empty for everything else'),
    pdfEmailDescription: t.text('Short name used in e-mails and printouts'),
    secondaryDescription: t.text('A second paragraph of description; may be empty'),
    bulletText: t.list(t.text(), 'Facts about the product, one per bullet point, in plain text'),
    bulletLinks: t.list(t.anything(), 'Links among the bullet points; often empty, their shape is open'),
    maxQuantity: t.integer('Maximum quantity per order'),
    numberOfColors: t.integer('Number of colours the product is sold in'),
    memberProductCount: t.integer('How many products a collection holds; 0 for a single product'),
    additionalImagesCount: t.integer('How many pictures there are beside the main one'),
    brand,
    questionAnswer: t.object(
      {
        answerCount: t.integer('Answers to questions of customers'),
        questionCount: t.integer('Questions that customers asked'),
      },
      'How much customers have asked about the product',
    ),
    salesFloorBrand: t.object(
      {
        salesFloorBrand: t.flag('Whether the brand has advisers that customers can talk to online'),
        salesFloorBrandUrl: t.url('Where to reach these advisers; empty without them'),
      },
      'Online advice by staff of the brand',
    ),
    reviewStatistics: t.object({ aggregate }, 'Summary of the reviews'),
    memberDisplayGroupsMap: t.open('Groups within a collection, by name; empty for a single product'),
    orderedMasterGroupList: t.list(t.anything(), 'Order of the groups of a collection; empty without groups'),
    flags: t.map(t.flag(), 'Yes-or-no facts by name; flags named after a company are left out'),
    paymentProvider: t.object(
      {
        clientId: t.text('Public id of the shop at the provider'),
        scriptPath: t.url('URL of the script that the page loads from the provider'),
      },
      'Provider of payment by instalments that the page refers to',
    ),
  },
  'Description, brand, figures and flags of the product',
)

export const product = t.object({
  id: t.integer({ description: 'Number of the product, as in its URL', examples: [3780033] }),
  ccfp: t.object(
    {
      ccfpEligible: t.flag('Whether the product can be bought on the charge plan'),
      chargePlanPDPDeptDetails: t.open('Terms of the charge plan in this department; empty without terms'),
    },
    'The charge plan of the store card',
  ),
  detail,
  review: t.object(
    {
      locale: t.text({ description: 'Language and country of the reviews', examples: ['en_US'] }),
      reviews: t.list(review, 'The newest reviews; further ones are not read'),
    },
    'Reviews of customers',
  ),
})

export type Review = NonNullable<Draft<Static<typeof review>>>
export type Detail = NonNullable<Draft<Static<typeof detail>>>
