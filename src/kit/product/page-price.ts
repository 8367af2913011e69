// Finds the price a page shows: near the heading and the buying button, not struck through, not per unit.
import type { ChildNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'
import { findCurrency } from '../tidy/currency.ts'
import { parsePrice } from '../tidy/money.ts'
import { findNumbers, plainDigits, toDecimal } from '../tidy/number.ts'
import { squeeze } from '../tidy/text.ts'
import type { PageModel, Piece } from './page-model.ts'
import { namesOf, plainText } from './page-text.ts'
import { OTHER_AFTER, OTHER_BEFORE, PRICE_LABEL } from './price-words.ts'

export type ShownPrice = {
  amount: string
  /** As written; null when a number stands alone in an element called a price. */
  currency: string | null
  text: string
  at: number
  struck: boolean
  aside: boolean
  /** How sure it is that this is the price of the page's product. */
  score: number
}

const PRICE_NAME =
  /price|preis|prix|prec[ie]o|preco|prezzo|cena|fiyat|pris(?:$|[-_\s])|prijs|hinta|amount|betrag|cost|pret(?:$|[-_\s])/i
const MAIN_NAME =
  /current|final|sale|special|actual|main|product-?price|price-?value|our-?price|now|offer|buy|detail|itemprop|reduced|primary|sell/i
const SIGNED = /^\s*[+−–-]\s*(?:\p{Sc}\s*)?\d/u
// "1299:-", "49,-": a dash in place of the cents is a price without any sign.
const DASH_FOR_CENTS = /^\D{0,8}\d[\d\s.,]*[:.,]\s?[-–—]{1,2}\W*$/u
const CENTS_NAME = /cent|dec(?:imal)?|fraction|minor|sup(?:$|[-_\s])|small|kop|gr(?:$|[-_\s])/i
const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'svg'])
const STRUCK_COST = 8
// What is longer than this holds more than a price.
const LONGEST = 60
const BEFORE = 3

export function shownPrices(page: PageModel): ShownPrice[] {
  const prices: ShownPrice[] = []
  const seen = new Set<Element>()
  for (const piece of page.pieces) {
    if (piece.hidden || piece.text.length > 80 || countPrices(piece.text) === 0) continue
    const holder = priceHolder(piece.element)
    if (holder && seen.has(holder.element)) continue
    const text = holder ? holder.text : withNeighbours(page, piece)
    const price = readPrice(text, holder !== undefined)
    if (!price) continue
    if (holder) seen.add(holder.element)
    prices.push({
      ...price,
      text,
      at: piece.at,
      struck: piece.struck,
      aside: piece.aside,
      score: scoreOf(page, piece, text, price, holder?.element),
    })
  }
  return markReduced(page, prices).toSorted((a, b) => b.score - a.score)
}

// "219.99 -50% 110.00": of two prices with a reduction between or beside them, the higher one is past.
function markReduced(page: PageModel, prices: readonly ShownPrice[]): ShownPrice[] {
  return prices.map((price, index) => {
    const next = [prices[index - 1], prices[index + 1]].find(one => one && isReduction(page, price, one))
    return next && !price.struck
      ? Object.assign({}, price, { struck: true, score: price.score - STRUCK_COST })
      : price
  })
}

function isReduction(page: PageModel, high: ShownPrice, low: ShownPrice): boolean {
  const ratio = Number(low.amount) / Number(high.amount)
  const from = Math.min(high.at, low.at)
  const to = Math.max(high.at, low.at)
  if (ratio >= 1 || ratio < 0.05 || to - from > 4) return false
  const percents = page.pieces
    .slice(from, to + 3)
    .flatMap(({ text }) => /^\W*(\d{1,2})\s?%\D*$/.exec(text)?.[1] ?? [])
  return percents.some(percent => Math.abs(1 - ratio - Number(percent) / 100) < 0.02)
}

function readPrice(text: string, called: boolean): { amount: string; currency: string | null } | undefined {
  if (text.length > 60) return undefined
  const found = findCurrency(text) ?? null
  // On a page a single letter by a number is a size, not a currency.
  const currency = found !== null && /^[A-Za-z]$/.test(found) ? null : found
  // A number without any sign is a price only where it stands alone in an element called one.
  if (currency === null && !DASH_FOR_CENTS.test(text) && (!called || !/^\d[\d\s.,]*$/.test(text)))
    return undefined
  const amount = parsePrice(withoutPast(text))?.amount
  return amount && Number(amount) > 0 ? { amount, currency } : undefined
}

// "Was £20, now £15": the first of two prices is the one that held before.
function withoutPast(text: string): string {
  const [one, two] = findNumbers(plainDigits(text))
  return one && two && OTHER_BEFORE.test(text.slice(0, one.start)) ? text.slice(one.end) : text
}

// The largest element around a piece that is called a price and holds a single one.
function priceHolder(element: Element): { element: Element; text: string } | undefined {
  let found: { element: Element; text: string } | undefined
  let around: Element | undefined = element
  for (let level = 0; level < 5 && around; level++) {
    const text = priceText(around)
    if (text.length > 40 || countPrices(text) > 1) break
    if (PRICE_NAME.test(namesOf(around))) found = { element: around, text }
    around = around.parent && isTag(around.parent) ? around.parent : undefined
  }
  return found
}

// A span of prices counts once: its lower end is the price.
function countPrices(text: string): number {
  const plain = plainDigits(text)
  const numbers = findNumbers(plain)
  const between = plain.slice(numbers[0]?.end, numbers[1]?.start)
  const isSpan = numbers.length === 2 && /^\D{0,5}[-–—~][^\d%]{0,5}$/.test(between)
  // One price is often there twice, for eyes and for screen readers.
  const amounts = new Set(numbers.map(({ text: number }) => Number(toDecimal(number))))
  return isSpan ? 1 : amounts.size
}

// Cents often stand raised in an element of their own: "173<sup>34</sup> Lei".
function priceText(element: Element): string {
  const parts: string[] = []
  const rest: ChildNode[] = element.children.toReversed()
  let length = 0
  for (let node = rest.pop(); node && length <= LONGEST; node = rest.pop()) {
    const last = parts.at(-1) ?? ''
    if (isText(node)) {
      const part = squeeze(node.data)
      if (part !== '') parts.push(part)
      length += part.length
    } else if (isTag(node) && !UNREAD.has(node.name)) {
      const inside = plainText(node, 4)
      if (isCents(node, inside) && /\d$/.test(last)) parts.push(`\u0000${inside.replace(/^[.,]/, '')}`)
      else rest.push(...node.children.toReversed())
    }
  }
  return parts
    .reduce((text, part) => (part.startsWith('\u0000') ? `${text}.${part.slice(1)}` : `${text} ${part}`), '')
    .trim()
}

function isCents({ name, attribs }: Element, text: string): boolean {
  return (
    /^[.,]?\d{2}$/.test(text) && (name === 'sup' || name === 'small' || CENTS_NAME.test(attribs.class ?? ''))
  )
}

// A sign often stands in an element of its own beside the number.
function withNeighbours(page: PageModel, piece: Piece): string {
  const readable = findCurrency(piece.text) !== undefined || DASH_FOR_CENTS.test(piece.text)
  if (readable && !hasCents(piece)) return piece.text
  const parent = piece.element.parent
  const own = priceText(piece.element)
  if (own.length <= 25 && countPrices(own) <= 1 && findCurrency(own)) return own
  const around = parent && isTag(parent) ? priceText(parent) : piece.text
  if (around.length <= 25 && countPrices(around) <= 1 && findCurrency(around)) return around
  if (!/^[\d\s.,]+$/.test(piece.text)) return piece.text
  return `${nearSign(page, piece.at - 1)}${piece.text}${nearSign(page, piece.at + 1)}`
}

function hasCents({ element }: Piece): boolean {
  return element.children.some(child => isTag(child) && isCents(child, plainText(child)))
}

function nearSign(page: PageModel, at: number): string {
  const text = page.pieces[at]?.text ?? ''
  return text.length <= 4 && findCurrency(text) !== undefined ? ` ${text} ` : ''
}

function scoreOf(
  page: PageModel,
  piece: Piece,
  text: string,
  price: { amount: string; currency: string | null },
  holder: Element | undefined,
): number {
  const names = holder
    ? `${namesOf(holder)} ${holder.parent && isTag(holder.parent) ? namesOf(holder.parent) : ''}`
    : ''
  const around = page.pieces
    .slice(Math.max(0, piece.at - BEFORE), piece.at)
    .map(({ text: before }) => before)
    .join(' ')
    .slice(-60)
  const fromHeading = page.headingAt === undefined ? undefined : piece.at - page.headingAt
  const [number] = findNumbers(plainDigits(text))
  const before = text.slice(0, number?.start ?? 0)
  const after = text.slice(number?.end ?? text.length)
  const fromCart = page.cartAt === undefined ? undefined : Math.abs(piece.at - page.cartAt)
  return (
    (holder ? 3 : 0) +
    (MAIN_NAME.test(names) ? 1 : 0) +
    (holder?.attribs.itemprop === 'price' ? 2 : 0) +
    (price.currency === null ? -2 : 0) +
    (piece.struck ? -STRUCK_COST : 0) +
    (piece.aside ? -5 : 0) +
    (OTHER_BEFORE.test(before) ? -4 : 0) +
    (OTHER_AFTER.test(after) ? -4 : 0) +
    (SIGNED.test(text) ? -4 : 0) +
    (OTHER_BEFORE.test(around) ? -2 : 0) +
    (PRICE_LABEL.test(around) || PRICE_LABEL.test(before) ? 1.5 : 0) +
    headingBonus(fromHeading) +
    (fromCart === undefined ? 0 : fromCart <= 30 ? 1.5 : fromCart <= 80 ? 0.5 : -0.5) -
    piece.at / 10_000
  )
}

// In steps, so that of two prices side by side the first one counts.
function headingBonus(distance: number | undefined): number {
  if (distance === undefined) return 0
  if (distance < 0) return distance > -15 ? 1 : Math.max(-4, distance / 30)
  return distance <= 20 ? 2 : distance <= 60 ? 1.5 : distance <= 120 ? 0.5 : Math.max(-4, -distance / 150)
}
