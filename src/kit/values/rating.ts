// Parses ratings: the value, the best possible value, and how many people rated.
import { type AnyNode, isTag } from 'domhandler'
import { plainDigits } from './number.ts'
import { elementsOf, parseSnippet, spacedText } from './snippet.ts'
import { starsOf } from './star-rating.ts'

export type Rating = { value: number; best: number | null }
/** A snippet, or the target element with its parent, in which the attribute `xd-target-node` marks the target. */
export type RatingInput = string | { html?: string | undefined; parent_html?: string | undefined }

const TARGET = 'xd-target-node'
// Common rating scales; any other number after a rating is a count.
const SCALES: ReadonlySet<number> = new Set([5, 6, 10, 100])

/** All numbers in a text that may belong to a rating, with a decimal comma or point. */
export function ratingNumbers(text: string): number[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map(found => Number(found[0].replace(',', '.')))
}

export function parseRating(input: RatingInput): Rating | undefined {
  const html = typeof input === 'string' ? input : (input.parent_html ?? input.html ?? '')
  const root = parseSnippet(html)
  const target = elementsOf(root).find(element => TARGET in element.attribs)
  return target ? ratingOf(target) : ratingOf(root)
}

function ratingOf(node: AnyNode): Rating | undefined {
  const text = spacedText(node)
  const numbers = ratingNumbers(text)
  const [value, second] = numbers
  // A lone number in brackets is a review count: the rating is in the stars next to it.
  const counts = numbers.length === 1 && /^\D*\(\s*\d+(?:[.,\s]\d{3})*\s*\)\D*$/.test(text)
  if (value === undefined || (counts && starsOf(node) !== undefined)) {
    const stars = starsOf(node)
    return stars === undefined ? undefined : { value: stars, best: null }
  }
  if (numbers.length > 2) return { value, best: null }
  return { value, best: second === undefined ? bestAfter(node, value) : scale(second, value) }
}

/** A rating in data: a number, or text such as "4,5" and "4.5/5". */
export function ratingNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  const text = typeof value === 'string' ? plainDigits(value) : ''
  const [, number] = /^\s*(\d{1,6}(?:[.,]\d+)?)\s*(?:$|\/|out of|von|sur|de)/i.exec(text) ?? []
  return number === undefined ? undefined : Number(number.replace(',', '.'))
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

// "4.8 <span>out of 5</span>": the scale is often in the next element.
function bestAfter(node: AnyNode, value: number): number | null {
  const following = textAfter(node)
  const next = /(\(\s*)?(\d+(?:[.,]\d+)?)/.exec(following)
  // A number in brackets is a review count.
  if (!next?.[2] || next[1] !== undefined) return null
  return scale(Number(next[2].replace(',', '.')), value)
}

function textAfter(node: AnyNode): string {
  if (!isTag(node) || !node.parent) return ''
  const parts: string[] = []
  for (let next = node.next; next; next = next.next) parts.push(spacedText(next))
  return parts.join(' ')
}

function scale(number: number, value: number): number | null {
  return SCALES.has(number) && number >= value ? number : null
}
