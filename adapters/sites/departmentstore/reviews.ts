// Reads reviews in two formats: that of the site's API and that of the review platform behind it.
import { asLooseNumber, asList, asObject, asText, valueAt, must, sameName, readBySchema } from '#kit'
import { rounded } from './detail.ts'
import { type Review, review } from './product.schema.ts'

/** `{locale, reviews}`, at the top level or under `review`; the platform sends `{Locale, Results}`. */
export function readReviews(given: unknown) {
  const source = asObject(valueAt(given, 'review')) ?? asObject(given)
  if (!source) return undefined
  return {
    locale: asText(source.locale ?? source.Locale),
    reviews: asList(source.reviews ?? source.Results, one =>
      isFromPlatform(one) ? fromPlatform(one) : fromRoute(one),
    ),
  }
}

function fromRoute(source: unknown): Review | undefined {
  const fields = readBySchema(review, source, sameName)
  return (
    fields && {
      ...fields,
      ratingPercentage: rounded(valueAt(source, 'ratingPercentage')),
    }
  )
}

// Platform names that differ from the contract's by more than a capital letter. Photo sizes are lower case on both sides.
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  reviewId: 'Id',
  photoId: 'Id',
  sizeId: 'Id',
  featured: 'IsFeatured',
  syndicated: 'IsSyndicated',
  ratingsOnly: 'IsRatingsOnly',
  recommended: 'IsRecommended',
  large: 'large',
  normal: 'normal',
  thumbnail: 'thumbnail',
}

function platformName(name: string): string {
  return PLATFORM_NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

function isFromPlatform(source: unknown): boolean {
  return Object.keys(asObject(source) ?? {}).some(name => /^[A-Z]/.test(name))
}

function fromPlatform(source: unknown): Review {
  const fields = must(readBySchema(review, source, platformName), 'review')
  const rating = asLooseNumber(valueAt(source, 'Rating'))
  const range = asLooseNumber(valueAt(source, 'RatingRange'))
  return {
    ...fields,
    ratingPercentage: rating === undefined || !range ? undefined : Math.round((rating / range) * 100),
    // The platform has one name and one id per author, and none of these three flags.
    displayName: fields.userNickname,
    reviewerId: fields.authorId,
    anonymous: false,
    topContributor: false,
    incentivizedReview: false,
  }
}
