// A page with what all sources need: its heading, buy button, language and data.
import { followReferences, readJsonLdFromTree } from '../data/json-ld.ts'
import { cleanText } from '../values/text.ts'
import { type BuyButton, findBuyButtons } from './buy-button.ts'
import { createContext, type ElementContext } from './element-context.ts'
import { ancestorsOf, findMainHeading, type Heading, innermostAround, wordsOf } from './main-heading.ts'
import { findJsonLdProducts, type JsonLdProducts } from './json-ld-products.ts'
import { markOutdated } from '../schema-org/schema-org-offers.ts'
import { hasDigit } from '../values/number.ts'
import { OTHERS_HEADING } from '../words/price-words.ts'
import {
  attribute,
  firstFrom,
  isInside,
  type PageView,
  parentOf,
  segmentRange,
  viewPage,
} from './page-view.ts'
import { currencyInData, type DollarPage } from './dollar-country.ts'
import { charsetOf } from '../html/bytes.ts'

export interface ReaderPage extends PageView {
  readonly context: ElementContext
  readonly heading: Heading | undefined
  readonly headingWords: ReadonlySet<string>
  readonly headingAround: readonly number[]
  readonly button: BuyButton | undefined
  /** The index of the heading over a list of other products; infinite without one. */
  readonly othersAt: number
  /** How many buy buttons the page has outside its header and footer. */
  readonly buttonCount: number
  /** Contents of meta elements, in order, by lower-case name or property. */
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly language: string | undefined
  /** The page's canonical URL. */
  readonly canonical: string | undefined
  readonly jsonLd: readonly unknown[]
  readonly jsonLdProducts: JsonLdProducts
  readonly fetchedAtMs: number | undefined
  /** As in the options. */
  readonly currency: string | undefined
}

export function readPage(html: string | Uint8Array, address: string, options?: ReadOptions): ReaderPage {
  const viewed = viewPage(decodePage(html, options), address)
  const meta = readMeta(viewed)
  const canonical = canonicalOf(viewed) ?? meta.get('og:url')?.[0]
  const url = addressOf(address, canonical)
  const view = { ...viewed, url }
  const heading = findMainHeading(view, [view.title, ...(meta.get('og:title') ?? [])])
  const context = createContext(view.tree, heading?.node)
  const language = languageOf(view)
  const jsonLd = followReferences(
    resolveCurrencies(readJsonLdFromTree(view.tree), {
      url,
      language,
      currency: options?.currency,
      segments: view.segments,
    }),
  )
  markOutdated(jsonLd, options?.fetchedAtMs)
  const othersAt = findOthers(view, heading?.at ?? 0)
  const buttons = findBuyButtons(view, context, heading?.at ?? 0, othersAt)
  const headingWords = new Set(wordsOf(heading?.text ?? view.title))
  return {
    ...view,
    context,
    heading,
    headingWords,
    headingAround: heading ? ancestorsOf(view, heading.node) : [],
    button: buttons.main,
    buttonCount: buttons.count,
    othersAt,
    meta,
    language,
    canonical,
    jsonLd,
    jsonLdProducts: findJsonLdProducts({ jsonLd, url, headingWords }),
    fetchedAtMs: options?.fetchedAtMs,
    currency: options?.currency,
  }
}

const HOST = /^https?:\/\/(?:www\.)?([^/:?#]+)/i

/** The address that the page was found at. One that was kept without its path names its own, if it is of the same host. */
function addressOf(url: string, stated: string | undefined): string {
  const host = HOST.exec(url)?.[1]?.toLowerCase() ?? ''
  const isUnknown = host.endsWith('.invalid')
  const hasPath = /^https?:\/\/[^/]+\/[^#]/i.test(url)
  const own = stated === undefined ? undefined : HOST.exec(stated)?.[1]?.toLowerCase()
  if (stated === undefined || own === undefined || (hasPath && !isUnknown)) return url
  return isUnknown || own === host ? stated : url
}

/** Where, after the heading, a list of other products starts, judged by its heading. */
function findOthers({ segments }: PageView, heading: number): number {
  for (let at = heading + 1; at < segments.length; at++) {
    const text = segments[at]?.text ?? ''
    const isHeading = text.length >= MIN_HEADING && text.length < MAX_HEADING && !hasDigit(text)
    if (isHeading && OTHERS_HEADING.test(text)) return at
  }
  return Number.POSITIVE_INFINITY
}

const MIN_HEADING = 3
const MAX_HEADING = 80

function readMeta(page: PageView): Map<string, string[]> {
  const contentsByKey = new Map<string, string[]>()
  for (const node of page.metas) {
    const key = (attribute(page, node, 'property') ?? attribute(page, node, 'name'))?.trim().toLowerCase()
    const content = cleanText(attribute(page, node, 'content'))
    if (!key || content === undefined || isOfItem(page, node, key)) continue
    const list = contentsByKey.get(key)
    if (list) list.push(content)
    else contentsByKey.set(key, [content])
  }
  return contentsByKey
}

/** A property of an item in RDFa has no prefix, and is about that item only. */
function isOfItem(page: PageView, node: number, key: string): boolean {
  return !key.includes(':') && page.scopes.some(scope => isInside(page.tree, node, scope))
}

/** The absolute http(s) URL that a page states for itself. */
export function findPageUrl(html: string | Uint8Array): string | undefined {
  const view = viewPage(decodePage(html), '')
  const named = [canonicalOf(view), readMeta(view).get('og:url')?.[0]]
  return named.find(address => /^https?:\/\/[^/]/i.test(address ?? '') && URL.canParse(address ?? ''))
}

function canonicalOf(page: PageView): string | undefined {
  const link = page.relations.find(node => attribute(page, node, 'rel')?.toLowerCase() === 'canonical')
  return link === undefined ? undefined : attribute(page, link, 'href')
}

/**
 * The size of the smallest element that contains both the heading and this node, as a share of the page: 0 for the same
 * element, 1 for the whole page.
 */
export function sharedWithHeading(page: ReaderPage, node: number): number {
  if (page.headingAround.length === 0) return 1
  const around = innermostAround(page, page.headingAround, node)
  if (around === 0) return 1
  const [from, to] = segmentRange(page, around)
  return (to - from) / Math.max(1, page.segments.length)
}

const MAX_LEVELS = 5

/** The card of another product: in a list of those, a part that has a link of its own. */
export function isInCard(page: ReaderPage, node: number): boolean {
  if (page.othersAt === Number.POSITIVE_INFINITY || segmentRange(page, node)[0] <= page.othersAt) return false
  let outer: number | undefined = node
  for (let level = 0; level < MAX_LEVELS && outer !== undefined; level++) {
    const tag = page.tree.names[outer]
    if (tag === 'li' || tag === 'article') {
      const link = page.links[firstFrom(page.links, outer)]
      return link !== undefined && isInside(page.tree, link, outer)
    }
    outer = parentOf(page.tree, outer)
  }
  return false
}

/** Changes the items. A symbol that nothing explains means no currency. */
function resolveCurrencies(items: readonly unknown[], place: DollarPage): readonly unknown[] {
  const open: unknown[] = [...items]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const item = value as Record<string, unknown>
    const written = item.priceCurrency
    if (typeof written === 'string' && !/^[A-Z]{3}$/.test(written))
      item.priceCurrency = currencyInData(written, place) ?? (written.trim() === '$' ? undefined : written)
    for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
  return items
}

/** A page as UTF-8 bytes, whatever character set it was sent in. */
export interface ReadOptions {
  /** The `content-type` header that the page was sent with; without it, the page's own declaration counts. */
  readonly contentType?: string | undefined
  /** When the page was fetched: of several offers, expired and future ones do not count. Without it, all count. */
  readonly fetchedAtMs?: number | undefined
  /** ISO 4217: what a sign that several countries share, or none, means there. A currency that the page states stands. */
  readonly currency?: string | undefined
}

const BOM = [0xef, 0xbb, 0xbf] as const

/** Text is taken as it is; bytes are decoded by their byte order mark, the header, or their meta element. */
function decodePage(html: string | Uint8Array, { contentType }: ReadOptions = {}): string | Uint8Array {
  if (typeof html === 'string') return html.startsWith('\uFEFF') ? html.slice(1) : html
  const charset = charsetOf(html, contentType ?? 'text/html')
  if (charset !== 'utf-8') return new TextDecoder(charset).decode(html)
  return BOM.every((byte, at) => html[at] === byte) ? html.subarray(BOM.length) : html
}

/** As the page states it; Chinese and Japanese, which write two currencies with one sign, are known by their script. */
function languageOf(view: PageView): string | undefined {
  const stated =
    view.root === undefined ? undefined : attribute(view, view.root, 'lang')?.slice(0, 5).toLowerCase()
  if (stated || !/\p{Script=Han}/u.test(view.title)) return stated
  const isJapanese = view.segments.some(({ text }) =>
    /\p{Script=Hiragana}{2}|\p{Script=Katakana}{3}/u.test(text),
  )
  return isJapanese ? 'ja' : 'zh'
}
