// Schema of departmentstore.product: one product with its flags and reviews.
import { type Draft, type Static, t } from '#kit'

const sized = (size: string) =>
  t.optional(
    t.object(
      { url: t.url('URL of the photo in this size'), sizeId: t.text('Same as the key of this size') },
      { title: 'PhotoFile', description: `The photo ${size}; left out if the shop does not have it` },
    ),
  )

const photo = t.object({
  photoId: t.text('Id of the photo on the review platform'),
  caption: t.words('Caption by the author; may be empty'),
  sizesOrder: t.list(t.text(), 'Keys of `sizes`, usually smallest first'),
  sizes: t.object(
    {
      large: sized('in large size'),
      normal: sized('in medium size'),
      thumbnail: sized('as a thumbnail'),
    },
    'The same photo in up to three sizes',
  ),
})

const clientResponse = t.object({
  date: t.date('When the response was published, ISO 8601'),
  name: t.text('Who responds, for example the name of a service team'),
  response: t.text('The response, in plain text'),
  department: t.text('Department that responds; may be empty'),
  responseSource: t.text('Tool that was used to write the response'),
  sourceClientName: t.text('Customer of the review platform on whose behalf the response was written'),
})

export const review = t.object(
  {
    title: t.words('Title of the review; may be empty'),
    reviewText: t.words('Text of the review; empty if only stars were given'),
    authorId: t.text('Id of the author on the review platform'),
    reviewerId: t.text('Id of the author in the shop; same as `authorId` if the shop has none'),
    displayName: t.words('Name shown beside the review'),
    userNickname: t.words('Name that the author chose; usually the same as `displayName`'),
    userLocation: t.optional(t.words('Location that the author entered, as free text')),
    contentLocale: t.text({ description: 'Language and country of the text', examples: ['en_US'] }),
    submissionTime: t.date('When the review was submitted, ISO 8601 with offset'),
    lastModificationTime: t.date('When the review was last changed, ISO 8601 with offset'),
    moderationStatus: t.text({
      description: 'Moderation status; published reviews are approved',
      examples: ['APPROVED'],
    }),
    rating: t.integer('Rating in stars, from 1 to `ratingRange`'),
    ratingRange: t.integer('Maximum number of stars, usually 5'),
    ratingPercentage: t.integer('`rating` as a whole percentage of `ratingRange`'),
    totalFeedbackCount: t.integer('Number of votes on whether the review is helpful'),
    totalNegativeFeedbackCount: t.integer('Number of votes for not helpful'),
    totalPositiveFeedbackCount: t.integer('Number of votes for helpful'),
    reviewId: t.integer('Id of the review, unique in the shop'),
    productId: t.integer('Id of the reviewed product'),
    featured: t.flag('Whether the shop highlights this review'),
    anonymous: t.flag('Whether the author asked not to be named'),
    syndicated: t.flag('Whether the review was written on another website, see `syndicationSource`'),
    ratingsOnly: t.flag('Whether the review has stars but no text'),
    topContributor: t.flag('Whether the author is one of the most active reviewers'),
    incentivizedReview: t.flag('Whether the author received something in return'),
    recommended: t.optional(
      t.flag('Whether the author recommends the product; left out if the form does not ask'),
    ),
    badges: t.open('Badges of the author, by key; often empty'),
    secondaryRatings: t.open('Ratings of single aspects such as quality, by key; often empty'),
    contextDataValues: t.open(
      'What the author said about themselves, such as age range, by key; often empty',
    ),
    additionalFields: t.open('Further fields of the review form, by key; often empty'),
    badgesOrder: t.list(t.anything(), 'Keys of `badges` in display order'),
    contextDataValuesOrder: t.list(t.anything(), 'Keys of `contextDataValues` in display order'),
    commentIds: t.list(t.anything(), 'Ids of comments on the review; often empty'),
    videos: t.list(t.anything(), 'Videos that the author added; often empty; their shape is not fixed'),
    photos: t.list(photo, 'Photos that the author added'),
    clientResponses: t.list(clientResponse, 'Responses from the shop or the manufacturer'),
    syndicationSource: t.optional(
      t.object(
        {
          name: t.text('Website where the review was written'),
          logoImageUrl: t.url('URL of that website’s logo'),
        },
        'Where a syndicated review comes from; left out for others',
      ),
    ),
  },
  { title: 'Review' },
)

const brand = t.object(
  {
    id: t.integer('Id of the brand page'),
    url: t.text('Path of the brand page, without a host'),
    name: t.text('Brand as printed on the product page'),
    subBrand: t.text('Line within the brand; may be empty'),
    brandBreakout: t.flag('Whether the shop shows the brand separately from the product name'),
  },
  'Brand of the product and its page in the shop',
)

const aggregate = t.object(
  {
    count: t.integer('Number of reviews'),
    rating: t.number('Average rating, out of 5'),
    productId: t.integer('Same as the `id` of the product'),
    ratingPercentage: t.integer('Average rating as a whole percentage of the maximum'),
    ratingsOnlyReviewCount: t.integer('Number of reviews with stars but no text'),
  },
  'Figures for all reviews',
)

export const detail = t.object(
  {
    name: t.text('Product name without the brand'),
    typeName: t.text({ description: 'Kind of product, in capitals', examples: ['ROBES'] }),
    description: t.text('Plain text, like all text fields here; may be empty'),
    seoKeywords: t.text('Search terms set by the shop, separated by commas'),
    completeName: t.text('Brand and product name together'),
    skinCareType: t.text('Skin type that a cosmetic is for; empty for everything else'),
    pdfEmailDescription: t.text('Short name used in emails and printouts'),
    secondaryDescription: t.text('A second paragraph of description; may be empty'),
    bulletText: t.list(t.text(), 'Facts about the product, one per bullet point, in plain text'),
    bulletLinks: t.list(t.anything(), 'Links among the bullet points; often empty; their shape is not fixed'),
    maxQuantity: t.integer('Maximum quantity per order'),
    numberOfColors: t.integer('Number of colours that the product is sold in'),
    memberProductCount: t.integer('Number of products in a collection; 0 for a single product'),
    additionalImagesCount: t.integer('Number of pictures besides the main one'),
    brand,
    questionAnswer: t.object(
      {
        answerCount: t.integer('Number of answers to customer questions'),
        questionCount: t.integer('Number of customer questions'),
      },
      'Number of customer questions and answers',
    ),
    salesFloorBrand: t.object(
      {
        salesFloorBrand: t.flag('Whether customers can talk to advisers of the brand online'),
        salesFloorBrandUrl: t.url('URL where the advisers can be reached; empty if there are none'),
      },
      'Online advice from the brand’s staff',
    ),
    reviewStatistics: t.object({ aggregate }, 'Summary of the reviews'),
    memberDisplayGroupsMap: t.open('Groups within a collection, by name; empty for a single product'),
    orderedMasterGroupList: t.list(t.anything(), 'Order of the groups of a collection; empty without groups'),
    flags: t.map(
      t.flag(),
      'Boolean properties by name; only known ones, because others may be named after a company',
    ),
    paymentProvider: t.object(
      {
        clientId: t.text('Public id of the shop with the provider'),
        scriptPath: t.url('URL of the script that the page loads from the provider'),
      },
      'Instalment payment provider that the page refers to',
    ),
  },
  'Description, brand, figures and flags of the product',
)

export const product = t.object({
  id: t.integer({ description: 'Id of the product, as in its URL', examples: [3780033] }),
  ccfp: t.object(
    {
      ccfpEligible: t.flag('Whether the product can be bought on the charge plan'),
      chargePlanPDPDeptDetails: t.open(
        'Terms of the charge plan in this department; empty if there are none',
      ),
    },
    'Charge plan of the store card',
  ),
  detail,
  review: t.object(
    {
      locale: t.text({ description: 'Language and country of the reviews', examples: ['en_US'] }),
      reviews: t.list(review, 'The newest reviews; older ones are not fetched'),
    },
    'Customer reviews',
  ),
})

export type Review = NonNullable<Draft<Static<typeof review>>>
export type Detail = NonNullable<Draft<Static<typeof detail>>>
