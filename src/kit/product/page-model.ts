// The visible text of a page in reading order, each piece with what its surroundings say about it.
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { squeeze } from '../tidy/text.ts'
import { mainHeading } from './page-heading.ts'
import { plainText, UNREAD } from './page-text.ts'
import { CART } from './stock-words.ts'

export type Piece = {
  text: string
  element: Element
  /** Position in reading order. */
  at: number
  /** Inside something that shows an earlier or a list price. */
  struck: boolean
  /** Inside a list of other products, a menu, a header or a footer. */
  aside: boolean
  hidden: boolean
}

export type PageModel = {
  document: Document
  elements: readonly Element[]
  pieces: readonly Piece[]
  title: string | undefined
  /** Where the main heading stands in reading order; undefined when the page has none. */
  headingAt: number | undefined
  heading: string | undefined
  /** Where the button that buys stands; undefined when none was found. */
  cartAt: number | undefined
  /** The button is there but cannot be pressed. */
  cartDisabled: boolean
  language: string | undefined
}

type Surroundings = { struck: boolean; aside: boolean; hidden: boolean }

const STRUCK_TAGS = new Set(['del', 's', 'strike'])
// Class and id words for prices that no longer hold; "regular" is not one, as platforms call the price in force so.
const PAST =
  'old|was|strike(?:d|through|out)?|struck|crossed|prev(?:ious)?|before|rrp|msrp|uvp|compare|original|retail|instead|statt|ancien|antes|vorher|stara?'
const PRICE = 'price|preis|prix|precio|prezzo|cena'
const STRUCK = new RegExp(
  [
    `(?:^|[-_\\s])(?:${PAST}|list-?price)(?:$|[-_\\s]|${PRICE})`,
    `(?:${PRICE})[-_]?(?:old|was|before|striked?|list|original|compare|rrp|standard|prev)`,
    `(?:old|was|strike|list|original|compare|crossed|retail)-?_?(?:${PRICE})`,
    'line-?through',
  ].join('|'),
  'i',
)
// Class and id words for other products, for what surrounds every page, and for loans.
const OTHER_PRODUCTS =
  'related|recommend\\w*|similar|upsell\\w*|cross-?sell\\w*|also(?:bought|viewed)?|recently|last-?seen|viewed|accessor(?:y|ies)|bundles?|' +
  'complement\\w*|suggest\\w*|alternativ\\w*|carousel|slider|swiper|slick|owl|product-?(?:tile|card|item|list|grid)|products-?grid|tile|teaser'
const FRAME =
  'mini-?cart|mini-?basket|side-?cart|mega-?menu|menu|navbar|nav|navigation|footer|header|topbar|breadcrumb\\w*|newsletter|cookie\\w*'
const EXTRAS = 'reviews?|comments?|compare|wishlist|loan|finance|credit|installments?'
const ASIDE = new RegExp(`(?:^|[-_\\s])(?:${OTHER_PRODUCTS}|${FRAME}|${EXTRAS})(?:$|[-_\\s])`, 'i')
const ASIDE_TAGS = new Set(['nav', 'footer', 'header'])
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

export function modelPage(html: string): PageModel {
  const document = parseDocument(html)
  const all = allElements(document)
  const heading = mainHeading(all)
  // What holds the main heading is no aside, whatever it is called.
  const own = new Set<AnyNode>(heading ? ancestorsOf(heading.element) : [])
  const pieces = readPieces(document, own)
  const inHeading = heading && pieces.find(({ element }) => isInside(element, heading.element))
  const title = all.find(element => element.name === 'title')
  const headingAt = inHeading?.at
  const cartAt = cartPosition(all, pieces, headingAt ?? 0)
  const button = cartAt === undefined ? undefined : pieces[cartAt]?.element
  return {
    document,
    elements: all,
    pieces,
    title: title && plainText(title),
    heading: heading?.text,
    headingAt,
    cartAt,
    cartDisabled: button !== undefined && ancestorsOf(button).slice(0, 4).some(isDisabled),
    language: all
      .find(element => element.name === 'html')
      ?.attribs.lang?.slice(0, 5)
      .toLowerCase(),
  }
}

function allElements(document: Document): Element[] {
  const elements: Element[] = []
  const rest: AnyNode[] = [document]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (isTag(node)) elements.push(node)
    if ('children' in node) rest.push(...node.children.toReversed())
  }
  return elements
}

function ancestorsOf(element: Element): AnyNode[] {
  const found: AnyNode[] = []
  for (let around: AnyNode | null = element; around; around = around.parent) found.push(around)
  return found
}

function readPieces(document: Document, own: ReadonlySet<AnyNode>): Piece[] {
  const pieces: Piece[] = []
  const rest: { node: AnyNode; around: Surroundings }[] = [
    { node: document, around: { struck: false, aside: false, hidden: false } },
  ]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, around } = next
    if (isText(node)) {
      const text = squeeze(node.data)
      if (text !== '' && node.parent && isTag(node.parent)) {
        pieces.push({ text, element: node.parent, at: pieces.length, ...around })
      }
    } else if ('children' in node && !(isTag(node) && (UNREAD.has(node.name) || node.name === 'head'))) {
      const inner = isTag(node) ? surroundingsOf(node, around, own) : around
      for (const child of node.children.toReversed()) rest.push({ node: child, around: inner })
    }
  }
  return pieces
}

function surroundingsOf(element: Element, around: Surroundings, own: ReadonlySet<AnyNode>): Surroundings {
  const names = `${element.attribs.id ?? ''} ${element.attribs.class ?? ''}`
  const root = element.name === 'body' || element.name === 'html' || element.name === 'main'
  return {
    struck:
      around.struck ||
      STRUCK_TAGS.has(element.name) ||
      (!root && STRUCK.test(names)) ||
      /line-through/i.test(element.attribs.style ?? ''),
    aside:
      around.aside || (!root && !own.has(element) && (ASIDE_TAGS.has(element.name) || ASIDE.test(names))),
    hidden: around.hidden || 'hidden' in element.attribs || HIDDEN_STYLE.test(element.attribs.style ?? ''),
  }
}

function cartPosition(
  elements: readonly Element[],
  pieces: readonly Piece[],
  headingAt: number,
): number | undefined {
  const found = pieces.find(
    piece => !piece.aside && piece.at >= headingAt && piece.text.length < 40 && CART.test(piece.text),
  )
  if (found) return found.at
  const button = elements.find(
    ({ name, attribs }) =>
      (name === 'input' || name === 'button') &&
      (CART.test(attribs.value ?? attribs.title ?? '') ||
        /add-?_?to-?_?(?:cart|bag|basket)/i.test(`${attribs.id} ${attribs.class} ${attribs.name}`)),
  )
  return button ? nearestPiece(button, elements, pieces) : undefined
}

function isDisabled(node: AnyNode): boolean {
  if (!isTag(node)) return false
  const { disabled, class: names = '', 'aria-disabled': aria } = node.attribs
  return (
    disabled !== undefined ||
    aria === 'true' ||
    /(?:^|[-_\s])(?:disabled|sold-?out|out-?of-?stock)(?:$|[-_\s])/i.test(names)
  )
}

function nearestPiece(
  element: Element,
  elements: readonly Element[],
  pieces: readonly Piece[],
): number | undefined {
  const order = new Map(elements.map((one, index) => [one, index]))
  const wanted = order.get(element) ?? 0
  const nearest = pieces.find(piece => (order.get(piece.element) ?? 0) >= wanted)
  return nearest?.aside ? undefined : nearest?.at
}

export function isInside(element: Element, outer: Element): boolean {
  for (let around: AnyNode | null = element; around; around = around.parent) if (around === outer) return true
  return false
}
