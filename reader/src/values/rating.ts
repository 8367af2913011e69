// Parses ratings in data, and how many people rated.
import { plainDigits } from './number.ts'

/** A rating in data: a number, or text such as "4,5" and "4.5/5". */
function ratingNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  const text = typeof value === 'string' ? plainDigits(value) : ''
  const [, number] = /^\s*(\d{1,6}(?:[.,]\d+)?)\s*(?:$|\/|out of|von|sur|de)/i.exec(text) ?? []
  return number === undefined ? undefined : Number(number.replace(',', '.'))
}

// The usual scale of data that states none.
const USUAL_BEST = 5

/** An AggregateRating; undefined if nobody rated: templates then print 0, a count of 0, or the best rating without a count. */
export function ratingInData(item: Readonly<Record<string, unknown>>) {
  const value = ratingNumber(item.ratingValue)
  const best = ratingNumber(item.bestRating)
  const written = [item.ratingCount, item.reviewCount].filter(one => (one ?? '') !== '')
  const counts = written.flatMap(one => countInData(one) ?? [])
  const count = counts.find(one => one > 0)
  const isUnrated = written.length === 0 ? value === (best ?? USUAL_BEST) : counts.includes(0) && !count
  return !value || isUnrated ? undefined : { value, best, count }
}

/** The number of reviews in data, however it is grouped: 1234, "1,234", "1.234". */
export function countInData(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'string' ? parseReviewCount(value) : undefined
}

// "4.5 (1,023)", "4,5/5 (12 reviews)", "4.5 stars | 12 ratings": a rating before the count.
const RATING_IN_FRONT =
  /^\D{0,20}\d{1,2}(?:[.,]\d{1,2})?(?:\s?(?:\/|out of|von|sur)\s?(?:5|6|10|100))?(?:\s?(?:★|⭐|stars?|Sterne|étoiles))?\s*(?=[(|·•][\s\d])[(|·•]\s*/iu

/** The number of reviews or ratings in a text; undefined when it has no number or several. */
export function parseReviewCount(value: string | number | null | undefined): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined
  const text = plainDigits(value ?? '').replace(RATING_IN_FRONT, '')
  const [, scaled, letter = ''] = SCALED.exec(text) ?? []
  if (scaled !== undefined)
    return Math.round(Number(scaled.replace(',', '.')) * (letter === 'M' ? 1_000_000 : 1000))
  const numbers = [...text.matchAll(COUNT)]
  const [only] = numbers
  if (!only || numbers.length > 1 || OTHER_SCALE.test(text)) return undefined
  const [whole = '', decimals = ''] = only[0].split(/[.,](?=\d{1,2}$)/)
  // "4.5" is a rating.
  return Number(decimals) > 0 ? undefined : Number(whole.replace(/\D/g, ''))
}

// The only number of a text, with what it is multiplied by.
const SCALED = /^\D*(\d{1,6}(?:[.,]\d{1,3})?)\s?([kKM])(?!\p{L})\D*$/u
// "1 mil" is a thousand in one language and a million in another.
const OTHER_SCALE =
  /\d\s?(?:(?:mil|mille|mila|mill?ions?|millones|milhões|mil(?:j|i)oen|mln|mio|tys|tis|tisíc|tsd|tausend|thousand|hundred|dozens?|dúzias?|docenas?|dutzend|bn|тыс|тис|млн|хил)(?!\p{L})|[百千億亿천억백])/iu

// In India all groups but the last have two digits.
const COUNT = /\d{1,2}(?:,\d{2}){1,4},\d{3}(?!\d)|\d+(?:[.,\s]\d{3})*(?!\d)(?:[.,]\d+)?(?!\p{L})|\d+/gu
