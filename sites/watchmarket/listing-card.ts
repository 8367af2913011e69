// One card of a search page, in the three generations of markup (G1 2024, G2 early 2026, G3 mid 2026).
import {
  absoluteUrl,
  amount,
  asLooseNumber,
  asTrimmed,
  at,
  cleanText,
  type Draft,
  mustAgree,
  type JsonObject,
  type PageElement,
  type Static,
} from '#kit'
import type { WatchListing } from './search.schema.ts'

export interface ListingCard {
  readonly id: string
  readonly link: PageElement
  /** All of the card: picture, link and foot. */
  readonly body: PageElement
}

export interface CurrencyInfo {
  readonly currency: string | undefined
  readonly symbol: string | undefined
}

/** Undefined for what is no listing, such as an advertisement between them. */
export function cardOf(link: PageElement | undefined, body: PageElement): ListingCard | undefined {
  const id =
    listingId(link?.attr('href')) ??
    asTrimmed(link?.attr('data-article-id')) ??
    asTrimmed(body.first('[data-note]')?.attr('data-note'))
  return link && id ? { id, link, body } : undefined
}

/** The number in an address such as `/brand/model--id123.htm`. */
export function listingId(address: unknown): string | undefined {
  return typeof address === 'string' ? /--id(\d+)\.htm/.exec(address)?.[1] : undefined
}

/** What the card says, with its offer in the JSON-LD for what stands there exactly. */
export function readCard(
  { id, link, body }: ListingCard,
  offer: JsonObject | undefined,
  { currency, symbol }: CurrencyInfo,
  pageUrl: string,
): Draft<Static<typeof WatchListing>> & object {
  const [title, subtitle] = titleLines(body, cleanText(asTrimmed(offer?.name)))
  return {
    id,
    url: absoluteUrl(link.attr('href'), pageUrl),
    badge: badgeOf(body),
    price: { amount: amountOf(offer, priceTextOf({ body })), currency, symbol },
    title,
    // The offer has one picture of several: the others are missing.
    images: picturesOf(body) ?? pictureOfOffer(offer),
    location: locationOf(body),
    shipping: firstText(body, 'p.text-sm.text-muted', '.text-sm.text-muted'),
    subtitle,
  }
}

/** The text where the price stands; it may say that the price is on request. */
export function priceTextOf({ body }: Pick<ListingCard, 'body'>): string | undefined {
  return firstText(
    body,
    'p.wt-listing-item-price strong',
    '.wt-listing-item-price',
    'p.text-bold.text-md',
    '.price',
    '.text-bold:has(> .currency)',
  )
}

/** Exact in the offer, localised in the text; a text without a number says that the seller wants to be asked. */
function amountOf(offer: JsonObject | undefined, text: string | undefined): number | undefined {
  if (text !== undefined && !/\d/.test(text)) return undefined
  const [exact, printed] = [asLooseNumber(offer?.price), amount(text)]
  mustAgree(exact, printed, '/results/*/price/amount')
  return exact ?? printed
}

/**
 * Make and model, then what the seller adds. The offer and the pictures carry both in one text, which tells a line alone
 * apart: it is the second one when that text ends with it.
 */
function titleLines(body: PageElement, offered: string | undefined): readonly (string | undefined)[] {
  const [first, second] = linesOf(body)
  const whole = offered ?? cleanText(body.first('img[alt]')?.attr('alt'))
  if (first === undefined || second !== undefined || whole === undefined || whole.startsWith(first))
    return [first, second]
  return whole.endsWith(first) ? [cleanText(whole.slice(0, -first.length)), first] : [first, second]
}

function linesOf(body: PageElement): readonly (string | undefined)[] {
  const paragraphs = body.select('p.text-ellipsis')
  return (paragraphs.length > 0 ? paragraphs : body.select('.text-ellipsis')).map(line =>
    cleanText(line.text()),
  )
}

// A second badge element at the foot of a card names the kind of seller: only the one on the picture counts.
function badgeOf(body: PageElement): string | null | undefined {
  const badge = firstText(
    body,
    '.wt-listing-item-image-badge',
    '.listing-item-image-badge .listing-item-badge',
    'span.article-item-article-badge',
  )
  // Where the picture is gone, nobody can say that it has no badge.
  return badge ?? (body.first('img') ? null : undefined)
}

const WANTED_WIDTH = 420

// Only the first picture of a card has a real `src`; each has a pattern, and the widths in which it exists.
function picturesOf(body: PageElement): readonly string[] | undefined {
  const pictures = body.select('img[data-lazy-sweet-spot-master-src]').flatMap(image => {
    const widths = image.attr('data-lazy-sweet-spot-derivate-widths')?.match(/\d+/g)?.map(Number) ?? []
    const fitting = widths.filter(width => width <= WANTED_WIDTH)
    const width = fitting.length > 0 ? Math.max(...fitting) : WANTED_WIDTH
    return asTrimmed(image.attr('data-lazy-sweet-spot-master-src'))?.replace('_SIZE_', String(width)) ?? []
  })
  return pictures.length > 0 ? pictures : undefined
}

function pictureOfOffer(offer: JsonObject | undefined): readonly (string | undefined)[] | undefined {
  const picture = asTrimmed(at(offer, 'image', 'contentUrl'))
  return picture ? [picture, undefined] : undefined
}

function locationOf(body: PageElement): string | undefined {
  return body
    .select('button.wt-listing-item-location span, button.js-tooltip span.text-uppercase')
    .map(span => span.text().toUpperCase())
    .find(code => /^[A-Z]{2}$/.test(code))
}

function firstText(body: PageElement, ...selectors: readonly string[]): string | undefined {
  for (const selector of selectors) {
    const found = cleanText(body.first(selector)?.text())
    if (found !== undefined) return found
  }
  return undefined
}
