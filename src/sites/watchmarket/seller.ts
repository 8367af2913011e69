// The seller of a listing page, read from around the name: no two generations of the page mark the block alike.
import { asTrimmed, at, cleanText, htmlToText, type Page, type PageElement } from '../../kit/index.ts'

type Region = Pick<PageElement, 'select' | 'first'>

const NAME = '.js-link-merchant-name'
// Buyers' reviews carry stars and flags of their own.
const OWN = ':not(.dealer-reviews *, .dealer-review-card *)'
const RATING = `span.rating${OWN}`
const FLAG = `i[class*="rf-"]${OWN}, .flag img[alt]${OWN}`

export function readSeller(page: Page, offer: unknown) {
  // Outside of it, the footer has a flag for the language.
  const main = page.first('main') ?? page
  const name = cleanText(main.first(NAME)?.text())
  const { rating, flag } = besideName(main)
  // Without the seller's block nothing is known of badges; with it, their absence is a statement.
  const badges = name === undefined ? undefined : readBadges(main)
  return {
    name,
    badges,
    rating: readRating(rating),
    country: countryOf(flag) ?? countryOfOffer(offer),
    verified: badges?.some(badge => badge.type === 'trusted-seller'),
    reviews_count: cleanText(main.first('.js-link-merchant-reviews')?.text()),
  }
}

/** The first rating and the first flag after the seller's name; a flag may also stand right before it. */
function besideName(main: Region): { rating?: PageElement | undefined; flag?: PageElement | undefined } {
  const parts = main.select(`${NAME}, ${RATING}, ${FLAG}`)
  const start = parts.findIndex(part => classesOf(part).includes('js-link-merchant-name'))
  if (start < 0) return {}
  const later = parts.slice(start + 1)
  const isRating = (part: PageElement) => classesOf(part).includes('rating')
  const before = parts[start - 1]
  return {
    rating: later.find(isRating),
    flag: later.find(part => !isRating(part)) ?? (before && !isRating(before) ? before : undefined),
  }
}

/** The text, or stars only with "4.9 out of 5 stars" as their title. */
function readRating(rating: PageElement | undefined): number | undefined {
  const [score] = /\d+(?:[.,]\d+)?/.exec(`${rating?.text()} ${rating?.attr('title')}`) ?? []
  return score === undefined ? undefined : Number(score.replace(',', '.'))
}

function countryOf(flag: PageElement | undefined): string | undefined {
  const code = flag && classesOf(flag).find(name => /^rf-[A-Za-z]{2}$/.test(name))
  return code ? code.slice(3).toUpperCase() : cleanText(flag?.attr('alt'))
}

function countryOfOffer(offer: unknown): string | undefined {
  const address = at(offer, 'availableAtOrFrom', 'address')
  return asTrimmed(address) ?? asTrimmed(at(address, 'addressCountry'))
}

// The page shows the same badges again further down.
function readBadges(main: Region) {
  const badges = main.select('button.dealer-bonus-badge').map(readBadge)
  return badges.filter((badge, index) => badges.findIndex(one => one.type === badge.type) === index)
}

function readBadge(button: PageElement) {
  const icon = button
    .select('[class]')
    .flatMap(classesOf)
    .find(name => name.startsWith('i-'))
  return {
    type: icon?.slice(2),
    level: classesOf(button).find(name => /^Level\d+$/.test(name)) ?? null,
    description: lastText(button.attr('data-content')),
  }
}

// A whole tooltip in HTML, of which the last text explains the badge (G1), or the explanation alone (G3).
function lastText(content: string | undefined): string | undefined {
  return content === undefined ? undefined : cleanText(htmlToText(content).split('\n').at(-1))
}

function classesOf(element: PageElement): readonly string[] {
  return element.attr('class')?.split(/\s+/) ?? []
}
