// Finds the heading with the name of the page's product.
import { MOST_OF_PAGE } from './element-context.ts'
import { THEME_TITLE } from '../words/title-words.ts'
import { attribute, isInside, type PageView, segmentRange, textIn } from './page-view.ts'

export interface Heading {
  readonly node: number
  readonly text: string
  /** The index of its first segment. */
  readonly at: number
}

// The title also contains words common to all pages of a shop, so one shared word is not enough.
const MIN_SCORE = 1
const MAX_HEADINGS = 200
// The title may contain an author's byline too.
const BYLINE = /^(?:by|von|par|di|de|por|od) /i

/** Pages have several `h1` headings, or none: the product's is the one that the title repeats. */
export function findMainHeading(page: PageView, titles: readonly string[]): Heading | undefined {
  const parts = titles.flatMap(title => title.split(TITLE_PARTS).map(part => part.trim()))
  // A title that every page of the shop has says nothing about this one; a single word beside it is the shop.
  const isOfTheme =
    parts.some(part => THEME_TITLE.test(part)) &&
    parts.every(part => THEME_TITLE.test(part) || wordsOf(part).length < 2)
  const words = new Set(isOfTheme ? [] : titles.flatMap(wordsOf))
  const called = page.properties.filter(
    node => attribute(page, node, 'itemprop') === 'name' && !isInMenu(page, node),
  )
  const headings = [...page.headings, ...called]
    .slice(0, MAX_HEADINGS)
    .map(node => ({ node, text: textIn(page, node), at: segmentRange(page, node)[0] }))
    .filter(
      ({ text }) =>
        text.length > 2 && text.length < 300 && !BYLINE.test(text) && !(isOfTheme && THEME_TITLE.test(text)),
    )
  let best: (Heading & { score: number }) | undefined
  for (const heading of headings) {
    const score = scoreOf(page, heading.node, wordsOf(heading.text), words)
    if (!best || score > best.score) best = { ...heading, score }
  }
  if (best && best.score > MIN_SCORE) {
    // A heading that differs from the title may belong to another product.
    const share = sharedWords(best.text, words)
    return (share < 0.8 ? titleInText(page, words, 4, 0.95, 0.6) : undefined) ?? best
  }
  const firstRank = headings.filter(({ node }) => isFirstRank(page, node))
  const named = isOfTheme ? [] : titles
  const titled = titleInText(page, words, 2, 0.7, 0.5) ?? partOfTitle(page, named) ?? cutTitle(page, named)
  // A lone heading without a word of the title may announce free shipping.
  const [only] = firstRank.length === 1 ? firstRank : []
  if (only && (titled === undefined || sharedWords(only.text, words) > 0)) return only
  return titled ?? (isOfTheme ? firstOutsideMenus(page, headings) : undefined)
}

const MIN_LETTERS = 8

/** Where the title names no product: the first heading of any rank that is not part of a menu. */
function firstOutsideMenus(page: PageView, headings: readonly Heading[]): Heading | undefined {
  const low = page.lowHeadings
    .slice(0, MAX_HEADINGS)
    .map(node => ({ node, text: textIn(page, node), at: segmentRange(page, node)[0] }))
    .filter(({ text }) => text.length < 300 && !THEME_TITLE.test(text))
  return [...headings, ...low]
    .toSorted((a, b) => a.at - b.at)
    .find(({ text, node }) => text.length >= MIN_LETTERS && !isInMenu(page, node) && !isLink(page, node))
}

// Without a heading, uses the first short text that matches the title.
function titleInText(
  page: PageView,
  title: ReadonlySet<string>,
  atLeast: number,
  ofText: number,
  ofTitle: number,
): Heading | undefined {
  if (title.size === 0) return undefined
  for (const { text, node, at } of page.segments) {
    // A link with the title's words leads to a similar product.
    if (text.length < 3 || text.length > 200 || CRUMB.test(text) || isLink(page, node)) continue
    const words = wordsOf(text)
    const shared = words.filter(word => title.has(word)).length
    const isTitle = shared >= atLeast && shared >= words.length * ofText && shared >= title.size * ofTitle
    if (isTitle && !isInMenu(page, node)) return { node, text, at }
  }
  return undefined
}

// The last step of a trail, which may be cut off.
const CRUMB = /^[/›»>|]/
const MENU_TAGS = new Set(['nav', 'footer', 'header'])
const MENU_DEPTH = 16

// Entries of menus and breadcrumbs have names too.
function isInMenu({ tree }: PageView, cut: number): boolean {
  let node = cut
  for (let level = 0; level < MENU_DEPTH && node > 0; level++) {
    const size = (tree.ends[node] as number) - (tree.starts[node] as number)
    const isPart = size <= tree.bytes.data.length * MOST_OF_PAGE
    if (isPart && MENU_TAGS.has(tree.names[node] as string)) return true
    node = tree.parents[node] as number
  }
  return false
}

const TITLE_PARTS = /(?<!\s)\s+[-–—|:»·]\s|[|｜_]/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{4}/u

const AFTER_NAME = /^\s*[-–—:,|(]/u

/**
 * Scripts without spaces have no words to compare: the text has to be a part of the title. Elsewhere the name may begin a line
 * that goes on with the price: "Desk lamp – £29.00, in stock".
 */
function partOfTitle(page: PageView, titles: readonly string[]): Heading | undefined {
  const parts = titles.flatMap(title => {
    const all = title.split(TITLE_PARTS).map(part => part.trim())
    // Of several words the longest part is the name: the others are of the shop, or properties.
    const [longest = ''] = all.toSorted((a, b) => b.length - a.length)
    return all.filter(part => UNSPACED.test(part) || (part === longest && wordsOf(part).length > 1))
  })
  if (parts.length === 0) return undefined
  for (const { text, node, at } of page.segments) {
    const name = parts.find(part => text.startsWith(part) && isWhole(text, part))
    if (name !== undefined && !isLink(page, node) && !isInMenu(page, node)) return { node, text: name, at }
  }
  return undefined
}

// "Corvane Stylus 7040 Point & Shoot Digital ...": the last step of a trail, or a name that the design cuts off.
const CUT = /(?:\.{3}|…)$/u
const MIN_WORDS = 4

function cutTitle(page: PageView, titles: readonly string[]): Heading | undefined {
  const run = page.segments.find(({ text }) => {
    const cut = text.replace(CUT, '').trimEnd()
    return cut !== text && wordsOf(cut).length >= MIN_WORDS && titles.some(title => title.startsWith(cut))
  })
  return run && { node: run.node, text: run.text.replace(CUT, '').trimEnd(), at: run.at }
}

function isWhole(text: string, part: string): boolean {
  return text.length === part.length || AFTER_NAME.test(text.slice(part.length))
}

/** `<h1>`, or an element that is called one. */
function isFirstRank(page: PageView, node: number): boolean {
  return page.tree.names[node] === 'h1' || attribute(page, node, 'aria-level') === '1'
}

function isLink(page: PageView, node: number): boolean {
  const names = page.tree.names
  return names[node] === 'a' || names[page.tree.parents[node] as number] === 'a'
}

function scoreOf(page: PageView, node: number, words: readonly string[], title: ReadonlySet<string>): number {
  const shared = words.filter(word => title.has(word)).length
  const tag = page.tree.names[node]
  const rank =
    (isFirstRank(page, node) ? 1 : tag === 'h2' || tag === 'h3' ? 0 : 0.5) - (isLink(page, node) ? 0.7 : 0)
  return rank + (words.length === 0 ? 0 : (shared / words.length) * Math.min(shared, 6) * 0.5)
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []
}

/** The share of a name's words that the other text contains. */
export function sharedWords(name: string, other: ReadonlySet<string>): number {
  const words = wordsOf(name)
  return words.length === 0 ? 0 : words.filter(word => other.has(word)).length / words.length
}

export function hasSameWords(name: string, other: ReadonlySet<string>): boolean {
  const words = new Set(wordsOf(name))
  return words.size === other.size && [...words].every(word => other.has(word))
}

/** The ancestors of a node, outermost first, including the node. */
export function ancestorsOf(page: PageView, node: number): number[] {
  const around: number[] = []
  for (let outer = node; outer > 0; outer = page.tree.parents[outer] as number) around.push(outer)
  return around.toReversed()
}

/** The innermost of the nested elements that contains a node. */
export function innermostAround(page: PageView, ancestors: readonly number[], node: number): number {
  let low = 0
  let high = ancestors.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isInside(page.tree, node, ancestors[middle] as number)) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : (ancestors[low - 1] as number)
}
