// Tables of markup snippets with the rating that they show.
import { expect, test } from 'vitest'
import { parseRating } from './rating.ts'
import { parseStarRating } from './star-rating.ts'

test.each<[string, number | undefined, (number | null)?]>([
  ['<b>4,5</b>', 4.5, null],
  ['<b>4.9/5</b>', 4.9, 5],
  ['<b>5 out of 3 reviews</b>', 5, null],
  ['<b>8,8/10 (9 reviews)</b>', 8.8, null],
  ['<p><i xd-target-node>4.8</i> <i>out of 5</i></p>', 4.8, 5],
  ['<p><i xd-target-node>4.8</i> <i>(5 reviews)</i></p>', 4.8, null],
  ['<p><i xd-target-node>4.6</i> <i>4.6 of 5</i></p>', 4.6, null],
  ['<b title="4 stars">(12)</b>', 4, null],
  ['<b title="4 stars">(1,023)</b>', 4, null],
  ['<b>no votes yet</b>', undefined],
])('rating in %s', (html, value, best) => {
  expect(parseRating(html)).toEqual(value === undefined ? undefined : { value, best })
})

test.each<[string, number | undefined]>([
  ['<i title="4 stars"></i>', 4],
  ['<img src="/i/stars_3.5.gif">', 3.5],
  ['<i class="star-4"></i>', 4],
  ['<i class="rating-80"></i>', 4],
  ['<i style="width: 90%"></i>', 4.5],
  ['★★★☆☆', 3],
  ['<i title="80%"></i>', 4],
  ['<i data-rating="3.5"></i>', 3.5],
  ['<i class="four-stars"></i>', 4],
  ['<i class="stars-45"></i>', 4.5],
  ['<i class="gold-star"></i>'.repeat(3), 3],
  ['<input type="radio" value="3"><input type="radio" value="4" checked>', 4],
  ['<i class="star-full"></i>'.repeat(3) + '<i class="star-half"></i><i class="star-empty"></i>', 3.5],
  ['<i class="star active"></i>'.repeat(2) + '<i class="star"></i>'.repeat(3), 2],
  ['<i class="star-empty"></i>' + '<i class="star-full"></i>'.repeat(4), undefined],
])('stars in %s', (html, stars) => expect(parseStarRating(html)).toBe(stars))
