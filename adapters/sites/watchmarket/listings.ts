// Finds the cards of a search page and joins each with its offer in the JSON-LD.
import {
  asListOrOne,
  asObject,
  Fault,
  type JsonObject,
  type Page,
  type PageElement,
  parsePrice,
  readRows,
  withMissingRows,
} from '#kit'
import {
  cardOf,
  type ListingCard,
  listingId,
  type CurrencyInfo,
  priceTextOf,
  readCard,
} from './listing-card.ts'

// The picture links to the listing too.
const ANY_LINK = 'a[href*="--id"]'
const LINK = 'a.js-listing-item-link, a.js-article-item'
// The widest wrapper first, so that it contains both picture and link. Without a wrapper, the link is the card (G1).
const WRAPPERS = ['.js-listing-item-container', '.js-article-item-container', '.js-listing-item']

export function readListings(page: Page, aggregate: JsonObject | undefined, money: CurrencyInfo) {
  const { cards, unknown, promotions } = findCards(page)
  if (cards.length === 0) throw changed('no listing could be recognised', '/results')
  const offers = offersById(aggregate)
  // If the page's state has no currency symbol, the prices have it.
  const symbol = money.symbol ?? cards.map(signOf).find(sign => sign !== undefined)
  const listings = readRows(cards, card =>
    readCard(card, offers.get(card.id), { ...money, symbol }, page.url),
  )
  // A listing may have its price on request. If no card has a price element, the markup has changed.
  const isPriced = listings.some(one => one?.price?.amount !== undefined) || cards.some(priceTextOf)
  if (!isPriced) throw changed('no price could be recognised', '/results/*/price/amount')
  // An offer without a card is a lost row.
  const found = new Set(cards.map(card => card.id))
  const unseen = [...offers.keys()].filter(id => !found.has(id)).length
  return withMissingRows(listings, { unread: Math.max(unseen, unknown), withoutProduct: promotions })
}

interface FoundCards {
  readonly cards: readonly ListingCard[]
  /** Cards with a price but without a listing id. */
  readonly unknown: number
  /** Other cards, such as promotions. */
  readonly promotions: number
}

/** Other offers (last seen, recommended) are outside the list. */
function findCards(page: Page): FoundCards {
  const list = page.first('#wt-watches')
  const found = list && cardsIn(list)
  return found && found.cards.length > 0 ? found : cardsIn(page)
}

function cardsIn(list: Pick<PageElement, 'select'>): FoundCards {
  for (const wrapper of WRAPPERS) {
    const found = sorted(list.select(wrapper), body => body.first(LINK) ?? body.first(ANY_LINK))
    if (found.cards.length > 0) return found
  }
  return sorted(list.select(LINK), link => link)
}

function sorted(
  bodies: readonly PageElement[],
  linkIn: (body: PageElement) => PageElement | undefined,
): FoundCards {
  const found = bodies.map(body => cardOf(linkIn(body), body))
  const others = bodies.filter((_body, index) => found[index] === undefined)
  const unknown = others.filter(body => priceTextOf({ body }) !== undefined).length
  return { cards: found.filter(card => card !== undefined), unknown, promotions: others.length - unknown }
}

function signOf(card: ListingCard): string | undefined {
  return parsePrice(priceTextOf(card) ?? '')?.currency ?? undefined
}

function offersById(aggregate: JsonObject | undefined): ReadonlyMap<string, JsonObject> {
  const offers = asListOrOne(aggregate?.offers, asObject) ?? []
  return new Map(
    offers.flatMap(offer => {
      const id = listingId(offer?.url)
      return offer && id ? [[id, offer] as const] : []
    }),
  )
}

function changed(what: string, field: string): Fault {
  return new Fault('upstream_changed', what, { field })
}
