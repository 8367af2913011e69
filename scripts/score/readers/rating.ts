// Parses the rating that a piece of markup shows: the value and the best possible value.
import { type AnyNode, isTag } from 'domhandler'
import { elementsOf, parseSnippet, spacedText } from '#reader/values/snippet'
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
