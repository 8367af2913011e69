// Finds the price a page shows: near the heading and the buying button, not struck through, not per unit.
import type { Element } from 'domhandler'
import { isTag } from 'domhandler'
import { findCurrency } from '../tidy/currency.ts'
import { parsePrice } from '../tidy/money.ts'
import { namesOf, type PageModel, type Piece, plainText } from './page-model.ts'

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
// Words around a number that make it something other than the price of one piece.
const NOT_THE_PRICE =
  /\b(?:save|saving|you save|off|discount|sparen|ersparnis|gespart|économi\w*|ahorr\w*|risparmi\w*|shipping|delivery|postage|versand\w*|livraison|envío|frete|spedizione|verzend\w*|doprava|from only|per month|\/ ?mo|monthly|monat\w*|mensal|mensuel\w*|rate|installments?|x de|cuotas?|meses|gift|voucher|deposit|points?|was|rrp|uvp|statt|vorher|antes|before|instead|prix conseillé|original|regular|list price|approximately|ca\.)\b|\/\s?(?:kg|l|100|g|ml|m²|m|stück|st|ks|szt)\b|pro (?:kg|liter|100)|за (?:кг|1)|доставка|скидка|кредит|原價|原价|現省|定価|정가/iu
const BEFORE = 3

export function shownPrices(page: PageModel): ShownPrice[] {
  const prices: ShownPrice[] = []
  const seen = new Set<Element>()
  for (const piece of page.pieces) {
    if (piece.hidden || !/\d/.test(piece.text) || piece.text.length > 80) continue
    const holder = priceHolder(piece.element)
    if (holder && seen.has(holder)) continue
    const text = holder ? plainText(holder) : withNeighbours(page, piece)
    const price = readPrice(text, holder !== undefined)
    if (!price) continue
    if (holder) seen.add(holder)
    prices.push({
      ...price,
      text,
      at: piece.at,
      struck: piece.struck,
      aside: piece.aside,
      score: scoreOf(page, piece, text, price, holder),
    })
  }
  return prices.toSorted((a, b) => b.score - a.score)
}

function readPrice(text: string, called: boolean): { amount: string; currency: string | null } | undefined {
  if (text.length > 60) return undefined
  const currency = findCurrency(text) ?? null
  if (currency === null && (!called || !/^\D{0,12}\d[\d\s.,]*\D{0,12}$/.test(text))) return undefined
  const amount = parsePrice(text)?.amount
  return amount && Number(amount) > 0 ? { amount, currency } : undefined
}

// The smallest element around a piece that is called a price and holds nothing more than one.
function priceHolder(element: Element): Element | undefined {
  let found: Element | undefined
  let around: Element | undefined = element
  for (let level = 0; level < 4 && around; level++) {
    if (PRICE_NAME.test(namesOf(around)) && plainText(around).length <= 30) found = around
    around = around.parent && isTag(around.parent) ? around.parent : undefined
  }
  return found
}

// A sign often stands in an element of its own beside the number.
function withNeighbours(page: PageModel, piece: Piece): string {
  if (findCurrency(piece.text)) return piece.text
  const parent = piece.element.parent
  const around = parent && isTag(parent) ? plainText(parent) : piece.text
  return around.length <= 25
    ? around
    : `${nearSign(page, piece.at - 1)}${piece.text}${nearSign(page, piece.at + 1)}`
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
  const fromHeading = piece.at - page.headingAt
  const fromCart = page.cartAt === undefined ? undefined : Math.abs(piece.at - page.cartAt)
  return (
    (holder ? 3 : 0) +
    (MAIN_NAME.test(names) ? 1 : 0) +
    (holder?.attribs.itemprop === 'price' ? 2 : 0) +
    (price.currency === null ? -2 : 0) +
    (piece.struck ? -8 : 0) +
    (piece.aside ? -5 : 0) +
    (NOT_THE_PRICE.test(text) ? -4 : 0) +
    (NOT_THE_PRICE.test(around) ? -2 : 0) +
    (fromHeading < 0 ? Math.max(-4, fromHeading / 30) : Math.max(-4, 2 - fromHeading / 40)) +
    (fromCart === undefined ? 0 : Math.max(-1, 2 - fromCart / 25)) -
    piece.at / 100_000
  )
}
