// Reads one card of a search page, in three versions of the markup (G1 2024, G2 early 2026, G3 mid 2026).
import {
  absoluteUrl,
  amount,
  asLooseNumber,
  asTrimmed,
  valueAt,
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
  /** The whole card: picture, link and footer. */
  readonly body: PageElement
}

export interface CurrencyInfo {
  readonly currency: string | undefined
  readonly symbol: string | undefined
}

/** Undefined if the card is not a listing, such as an advertisement. */
export function cardOf(link: PageElement | undefined, body: PageElement): ListingCard | undefined {
  const id =
    listingId(link?.attr('href')) ??
    asTrimmed(link?.attr('data-article-id')) ??
    asTrimmed(body.first('[data-note]')?.attr('data-note'))
  return link && id ? { id, link, body } : undefined
}

/** The id in a URL such as `/brand/model--id123.htm`. */
export function listingId(address: unknown): string | undefined {
  return typeof address === 'string' ? /--id(\d+)\.htm/.exec(address)?.[1] : undefined
}

/** Reads the card's text; its offer in the JSON-LD supplies exact values. */
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
    // The offer has only one of several pictures: the others count as missing.
    images: picturesOf(body) ?? pictureOfOffer(offer),
    location: locationOf(body),
    shipping: firstText(body, 'p.text-sm.text-muted', '.text-sm.text-muted'),
    subtitle,
  }
}

/** The text in the price element; it may say that the price is on request. */
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

/** Exact in the offer, localised in the text. A text without a number means that the price is on request. */
function amountOf(offer: JsonObject | undefined, text: string | undefined): number | undefined {
  if (text !== undefined && !/\d/.test(text)) return undefined
  const [exact, printed] = [asLooseNumber(offer?.price), amount(text)]
  mustAgree(exact, printed, '/results/*/price/amount')
  return exact ?? printed
}

/**
 * Brand and model, then the seller's addition. The offer and the picture's `alt` have both lines in one text, which shows
 * which line a single one is: the second if that text ends with it.
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

// Another badge element in the footer names the kind of seller: only the one on the picture counts.
function badgeOf(body: PageElement): string | null | undefined {
  const badge = firstText(
    body,
    '.wt-listing-item-image-badge',
    '.listing-item-image-badge .listing-item-badge',
    'span.article-item-article-badge',
  )
  // Without a picture, a missing badge proves nothing.
  return badge ?? (body.first('img') ? null : undefined)
}

const WANTED_WIDTH = 420

// Only the first picture of a card has a real `src`; each has a URL pattern and the available widths.
function picturesOf(body: PageElement): readonly (string | undefined)[] | undefined {
  const pictures = body.select('img[data-lazy-sweet-spot-master-src]').map(image => {
    const widths = image.attr('data-lazy-sweet-spot-derivate-widths')?.match(/\d+/g)?.map(Number) ?? []
    const fitting = widths.filter(width => width <= WANTED_WIDTH)
    const width = fitting.length > 0 ? Math.max(...fitting) : WANTED_WIDTH
    return asTrimmed(image.attr('data-lazy-sweet-spot-master-src'))?.replace('_SIZE_', String(width))
  })
  return pictures.length > 0 ? pictures : undefined
}

function pictureOfOffer(offer: JsonObject | undefined): readonly (string | undefined)[] | undefined {
  const picture = asTrimmed(valueAt(offer, 'image', 'contentUrl'))
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
