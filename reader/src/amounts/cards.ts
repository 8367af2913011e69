// Cards of other products: blocks without the heading that lead elsewhere by a link with a name of its own.
import { sharedWords, wordsOf } from '../page/main-heading.ts'
import {
  attribute,
  firstFrom,
  isInside,
  parentOf,
  segmentRange,
  siblingsOf,
  textIn,
} from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'

// A card has a name, prices, perhaps a rating and a button.
const MAX_SEGMENTS = 25
const MAX_LEVELS = 8
const MAX_SIBLINGS = 60
const MIN_NAME = 4
const MAX_NAME = 160
const MAX_SHARED = 0.7
const MAX_LINKS = 8
const MAX_TEXT = 400
const MIN_CARDS = 3

/** How many cards stand side by side with the one around an element; undefined outside cards. */
export type CardAround = (node: number) => number | undefined

export function createCards(page: ReaderPage): CardAround {
  const memory = new Map<number, boolean>()
  const counts = new Map<number, number>()
  const isCard = (block: number): boolean => {
    const known = memory.get(block)
    if (known !== undefined) return known
    const found = leadsElsewhere(page, block)
    memory.set(block, found)
    return found
  }
  return node => {
    let card: number | undefined
    let element: number | undefined = node
    for (let level = 0; level < MAX_LEVELS && element !== undefined; level++) {
      if (!isBlock(page, element)) break
      if (isCard(element)) {
        card = element
        break
      }
      element = parentOf(page.tree, element)
    }
    if (card === undefined) return undefined
    const block = outermostCopy(page, card)
    const known = counts.get(block) ?? countCards(page, block, isCard)
    counts.set(block, known)
    // Without a heading every name is another's; only a row of cards is one.
    return page.heading === undefined && known < MIN_CARDS ? undefined : known
  }
}

function isBlock(page: ReaderPage, node: number): boolean {
  const { heading, button } = page
  if (heading !== undefined && isInside(page.tree, heading.node, node)) return false
  if (button !== undefined && isInside(page.tree, button.node, node)) return false
  const [from, to] = segmentRange(page, node)
  return to - from <= MAX_SEGMENTS
}

/** The largest block around a card that still holds no other card's name: what is repeated is this block. */
function outermostCopy(page: ReaderPage, card: number): number {
  let block = card
  for (let level = 0; level < MAX_LEVELS; level++) {
    const parent = parentOf(page.tree, block)
    if (
      parent === undefined ||
      !isBlock(page, parent) ||
      siblingsOf(page.tree, block, MAX_SIBLINGS).length > 1
    )
      break
    block = parent
  }
  return block
}

function countCards(page: ReaderPage, block: number, isCard: (node: number) => boolean): number {
  return siblingsOf(page.tree, block, MAX_SIBLINGS).filter(
    sibling => isBlock(page, sibling) && isCard(sibling),
  ).length
}

/** A link to another page whose text names something other than the heading does. */
function leadsElsewhere(page: ReaderPage, block: number): boolean {
  const { links, tree, heading } = page
  // A block that repeats the name is about the product.
  if (heading !== undefined && textIn(page, block, MAX_TEXT).includes(heading.text)) return false
  let index = firstFrom(links, block)
  for (let count = 0; count < MAX_LINKS; count++, index++) {
    const link = links[index]
    if (link === undefined || !isInside(tree, link, block)) return false
    const target = attribute(page, link, 'href')?.trim() ?? ''
    if (target === '' || /^(?:#|javascript:|mailto:|tel:)/i.test(target) || isOwnAddress(page, target))
      continue
    const name = textIn(page, link, MAX_NAME)
    if (
      name.length < MIN_NAME ||
      name.length > MAX_NAME ||
      !/\p{L}{3}|[\p{Script=Han}\p{Script=Thai}]/u.test(name)
    )
      continue
    if (isNameOfAnother(page, name)) return true
  }
  return false
}

function isNameOfAnother(page: ReaderPage, name: string): boolean {
  const words = wordsOf(name)
  // A single word is a function of the page: "Shipping", "Details".
  if (
    words.length < 2 &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u.test(name)
  )
    return false
  // "Desk lamp S180" beside "Desk lamp" is another model.
  const isModel = words.some(word => /\d/.test(word) && !page.headingWords.has(word))
  return isModel || sharedWords(name, page.headingWords) < MAX_SHARED
}

function isOwnAddress(page: ReaderPage, target: string): boolean {
  const path = (address: string) => address.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/, 1)[0] ?? ''
  return path(target) === path(page.url) || path(target) === ''
}
