// Values that departmentstore sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** A count of 0 is a real value. */
export const placeholders: Placeholders = {
  '/detail/brand/id': { value: 0, when: 'the brand has no page' },
  '/detail/reviewStatistics/aggregate/rating': { value: 0, when: 'nobody has rated it' },
  '/detail/reviewStatistics/aggregate/ratingPercentage': { value: 0, when: 'nobody has rated it' },
  '/review/reviews/*/rating': { value: 0, when: 'the review has no rating' },
  '/review/reviews/*/ratingPercentage': { value: 0, when: 'the review has no rating' },
}
