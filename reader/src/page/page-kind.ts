// What a page is that shows no product: a shell for scripts, a message that the product is gone, a wall, or something else.
import type { PageKind } from '../product-shape.ts'
import {
  AGREE,
  APOLOGY,
  CONSENT,
  EMPTY_LIST,
  GONE,
  NEEDS_SCRIPTS,
  NO_LONGER,
  PRODUCT_GONE,
  WALL,
} from '../words/page-kind-words.ts'
import { SITE_CHROME } from './element-context.ts'
import { attribute, segmentRange, textIn } from './page-view.ts'
import type { ReaderPage } from './read-page.ts'

// A message is a sentence or two.
const MAX_MESSAGE = 140
const MIN_MESSAGE = 8
// A page that is nothing but a message has few texts besides its header and footer.
const MESSAGE_PAGE_TEXTS = 60
const LOGIN_PAGE_TEXTS = 120
// Letters of visible text; below this a person sees an empty page.
const SHELL_LETTERS = 250
const MAX_HEADINGS = 12

export function classifyOther(page: ReaderPage): PageKind {
  if (isWall(page)) return 'wall'
  if (saysGone(page)) return 'soft-404'
  return isShell(page) ? 'shell' : 'other'
}

export function isWall(page: ReaderPage): boolean {
  return isSaid(page, WALL) || hasLogin(page) || asksConsent(page)
}

/** Headed with nothing but cookies and privacy, beside a button that agrees; a banner stands on a page with a subject. */
function asksConsent(page: ReaderPage): boolean {
  const isOwn = (node: number) => (page.context.flags(node) & SITE_CHROME) === 0
  const headings = page.headings.filter(isOwn).map(node => textIn(page, node, MAX_MESSAGE))
  const texts = textsOf(page, MESSAGE_PAGE_TEXTS) ?? []
  return (
    page.button === undefined &&
    headings.every(text => CONSENT.test(text)) &&
    texts.some(text => CONSENT.test(text)) &&
    texts.some(text => AGREE.test(text))
  )
}

export function saysGone(page: ReaderPage): boolean {
  return isSaid(page, GONE) || apologises(page) || isHeadedGone(page)
}

/** "Sorry" as the heading, and below it that the product is no longer available. */
export function apologises(page: ReaderPage): boolean {
  if (!APOLOGY.test(page.heading?.text ?? '')) return false
  const texts = textsOf(page, MESSAGE_PAGE_TEXTS) ?? []
  return texts.some(text => text.length <= MAX_MESSAGE && NO_LONGER.test(text))
}

/** "This product is no longer available" in place of a product's name. */
export function isHeadedGone(page: ReaderPage): boolean {
  const text = page.heading?.text ?? ''
  return text.length <= MAX_MESSAGE && PRODUCT_GONE.test(text)
}

/** In the title, in a heading, or anywhere on a page that has hardly any other text. */
function isSaid(page: ReaderPage, pattern: RegExp): boolean {
  if (page.title.length <= MAX_MESSAGE && pattern.test(page.title)) return true
  for (const node of page.headings.slice(0, MAX_HEADINGS)) {
    if ((page.context.flags(node) & SITE_CHROME) > 0) continue
    const text = textIn(page, node, MAX_MESSAGE)
    if (text.length <= MAX_MESSAGE && pattern.test(text)) return true
  }
  return textsOf(page, MESSAGE_PAGE_TEXTS)?.some(isMessage) ?? false

  function isMessage(text: string): boolean {
    return text.length > MIN_MESSAGE && text.length <= MAX_MESSAGE && pattern.test(text)
  }
}

/** The texts outside header and footer; undefined when there are more than `limit`. */
function textsOf(page: ReaderPage, limit: number): string[] | undefined {
  if (hasMoreTexts(page, limit)) return undefined
  const texts: string[] = []
  for (const { text, node } of page.segments) {
    if ((page.context.flags(node) & SITE_CHROME) > 0) continue
    texts.push(text)
  }
  return texts
}

/** Counted from the heading on, because most pages start with long menus. */
function hasMoreTexts({ segments, heading, context }: ReaderPage, limit: number): boolean {
  const start = heading?.at ?? 0
  let count = 0
  for (let step = 0; step < segments.length && count <= limit; step++) {
    const segment = segments[(start + step) % segments.length]
    if (segment && (context.flags(segment.node) & SITE_CHROME) === 0) count++
  }
  return count > limit
}

/** A form that asks for a password, on a page with little else. */
function hasLogin(page: ReaderPage): boolean {
  return (
    textsOf(page, LOGIN_PAGE_TEXTS) !== undefined &&
    page.buttons.some(
      node =>
        attribute(page, node, 'type')?.toLowerCase() === 'password' &&
        (page.context.flags(node) & SITE_CHROME) === 0,
    )
  )
}

/**
 * A page that shows hardly any text, and has a place that its scripts fill, or nothing that leads on. A short list of
 * products or a short home page has links, and a list without products says so.
 */
function isShell(page: ReaderPage): boolean {
  if (page.scripts.length === 0) return false
  let letters = 0
  let needsScripts = false
  for (const { text } of page.segments) {
    needsScripts ||= NEEDS_SCRIPTS.test(text)
    letters += text.length
    if (letters > SHELL_LETTERS && !needsScripts) return false
  }
  if (needsScripts && page.segments.length > MESSAGE_PAGE_TEXTS) return false
  if (hasEmptyMount(page)) return true
  if (page.segments.some(({ text }) => EMPTY_LIST.test(text))) return false
  return page.links.filter(node => textIn(page, node, 1) !== '').length < LINKS_OF_A_PAGE
}

// The logo of a shell may be a link.
const LINKS_OF_A_PAGE = 2
const MOUNT =
  /^(?:root|app|main|__next|__nuxt|___gatsby|(?:react|vue|ember|q|main|store|shop)-(?:root|app)|my-store-\d+)$/i

/** An element without text that frameworks fill, by its id, or an element of their own. */
function hasEmptyMount(page: ReaderPage): boolean {
  return page.tree.names.some((name, node) => {
    if (name === '' || node === 0) return false
    const isNamed = name.includes('-') || MOUNT.test(attribute(page, node, 'id') ?? '')
    if (!isNamed) return false
    const [from, to] = segmentRange(page, node)
    return from === to
  })
}
