// The cards of a search page: each field has its own element, and cards that are not listings are counted.
import { expect, it } from 'vitest'
import { makePage } from '#kit/page/page'
import { rowNotesOf } from '#kit/schema/list-rows'
import { readListings } from './listings.ts'

function listingsOf(cards: string) {
  const page = makePage({
    url: new URL('https://watchmarket.example/search/index.htm'),
    status: 200,
    headers: {},
    body: Buffer.from(`<!doctype html><div id="wt-watches">${cards}</div>`),
    charset: 'utf-8',
  })
  return readListings(page, undefined, { currency: 'USD', symbol: '$' })
}

const card = (
  id: number,
  badge = '',
  link = `/aldwerck/deep--id${id}.htm`,
) => `<div class="js-listing-item-container">
  <div class="picture-of-a-new-make"><img src="https://img.watchmarket.example/${id}.jpg" alt="">${badge}</div>
  <a class="js-listing-item-link" href="${link}"><p class="text-ellipsis">Aldwerck Deep</p>
  <p class="wt-listing-item-price"><strong>$1,200</strong></p></a>
</div>`

it('finds the badge whatever the class of the picture block', () => {
  const badge = '<div class="wt-listing-item-image-badge">Popular</div>'
  const [popular, plain] = listingsOf(card(1, badge) + card(2))
  expect(popular?.badge).toBe('Popular')
  expect(plain?.badge).toBeNull()
})

it('reports no badge value for a card without a picture', () => {
  expect(listingsOf(card(1).replace(/<img[^>]*>/, ''))[0]?.badge).toBeUndefined()
})

it('counts promotions separately from cards without a listing id', () => {
  const promotion = '<div class="js-listing-item-container"><a href="/info/safe.htm">Buy safely</a></div>'
  const unknown = card(3, '', '/aldwerck/deep.htm')
  const listings = listingsOf(card(1) + promotion + card(2) + unknown)
  expect(listings.map(one => one?.id)).toEqual(['1', '2'])
  expect(rowNotesOf(listings)).toMatchObject({ unread: 1, withoutProduct: 1 })
})
