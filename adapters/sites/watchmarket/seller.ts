// Reads the seller of a listing page, starting at the name: each version of the page marks the block differently.
import { asTrimmed, valueAt, cleanText, countryCode, htmlToText, type Page, type PageElement } from '#kit'

type Region = Pick<PageElement, 'select' | 'first'>

const NAME = '.js-link-merchant-name'
// Buyers' reviews have stars and flags too.
const OWN = ':not(.dealer-reviews *, .dealer-review-card *)'
const RATING = `span.rating${OWN}`
const FLAG = `i[class*="rf-"]${OWN}, .flag img[alt]${OWN}`

export function readSeller(page: Page, offer: unknown) {
  // Outside `main`, the footer has a flag for the language.
  const inner = page.first('main')
  const main = inner ?? page
  const name = cleanText(main.first(NAME)?.text())
  const { rating, flag } = findBesideName(main, inner !== undefined)
  const language = page.first('html')?.attr('lang')
  const found = readBadges(main)
  // If the seller block exists, no badges means none. Without it, only the badges further down the page are known, and they
  // may be incomplete.
  const badges = found.length === 0 && name === undefined ? undefined : found
  return {
    name,
    badges: badges && name === undefined ? [...badges, undefined] : badges,
    rating: readRating(rating),
    country: countryOf(flag, language) ?? countryOfOffer(offer, language),
    verified: badges && isTrusted(badges),
    reviews_count: cleanText(main.first('.js-link-merchant-reviews')?.text()),
  }
}

/**
 * The first rating and the first flag after the seller's name; the flag may also come right before it. Without a name, the
 * first ones on the page: outside the reviews, only the seller has them.
 */
function findBesideName(
  main: Region,
  isMain: boolean,
): { rating?: PageElement | undefined; flag?: PageElement | undefined } {
  const parts = main.select(`${NAME}, ${RATING}, ${FLAG}`)
  const start = parts.findIndex(part => classesOf(part).includes('js-link-merchant-name'))
  if (start < 0 && !isMain) return {}
  const later = parts.slice(start + 1)
  const isRating = (part: PageElement) => classesOf(part).includes('rating')
  const before = parts[start - 1]
  return {
    rating: later.find(isRating),
    flag: later.find(part => !isRating(part)) ?? (before && !isRating(before) ? before : undefined),
  }
}

/** The text, or only stars with the title "4.9 out of 5 stars". */
function readRating(rating: PageElement | undefined): number | undefined {
  const [score] = /\d+(?:[.,]\d+)?/.exec(`${rating?.text()} ${rating?.attr('title')}`) ?? []
  return score === undefined ? undefined : Number(score.replace(',', '.'))
}

function countryOf(flag: PageElement | undefined, language: string | undefined): string | undefined {
  const code = flag && classesOf(flag).find(name => /^rf-[A-Za-z]{2}$/.test(name))
  const name = cleanText(flag?.attr('alt'))
  return code ? code.slice(3).toUpperCase() : (countryCode(name, language) ?? name)
}

function countryOfOffer(offer: unknown, language: string | undefined): string | undefined {
  const address = valueAt(offer, 'availableAtOrFrom', 'address')
  const name = asTrimmed(address) ?? asTrimmed(valueAt(address, 'addressCountry'))
  return countryCode(name, language) ?? name
}

// The page shows the same badges again further down.
function readBadges(main: Region) {
  const badges = main.select('button.dealer-bonus-badge').map(readBadge)
  return badges.filter((badge, index) => badges.findIndex(one => isSameBadge(one, badge)) === index)
}

/** Unknown if an unreadable badge might be the one. */
function isTrusted(badges: readonly Badge[]): boolean | undefined {
  if (badges.some(badge => badge.type === 'trusted-seller')) return true
  return badges.every(badge => badge.type !== undefined) ? false : undefined
}

/** Compares the types; if one is unreadable, the descriptions. */
function isSameBadge(badge: Badge, other: Badge): boolean {
  if (badge.type !== undefined && other.type !== undefined) return badge.type === other.type
  return badge.description !== undefined && badge.description === other.description
}

type Badge = ReturnType<typeof readBadge>

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

// The tooltip is HTML whose last text explains the badge (G1), or only the explanation (G3).
function lastText(content: string | undefined): string | undefined {
  return content === undefined ? undefined : cleanText(htmlToText(content).split('\n').at(-1))
}

function classesOf(element: PageElement): readonly string[] {
  return element.attr('class')?.split(/\s+/) ?? []
}
