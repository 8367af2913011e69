// Facts from printed labels: "Article no.: 123", a row of a table, a term and its definition.
import type { Element } from 'domhandler'
import { isTag } from 'domhandler'
import { parseGtin } from '../tidy/gtin.ts'
import type { Facts } from './facts.ts'
import { BRAND_LABEL, GTIN_LABEL, MPN_LABEL, SKU_LABEL, WEAK_SKU_LABEL } from './label-words.ts'
import type { PageModel, Piece } from './page-model.ts'
import { namesOf, plainText } from './page-text.ts'

type Labelled = { label: string; value: string; piece: Piece }

// An article number has a digit, no sentence around it, and is not a price, a date or a measure.
const NUMBER_LIKE = /^(?=.*\d)[\p{L}\d][\p{L}\d./_\- #+]{1,38}$/u
const NUMBER_NAME = new RegExp(
  `(?:^|[-_\\s]|[a-z](?=[A-Z]))(?:${[
    'sku',
    'SkuCode',
    'art(?:icle|ikel)?-?_?(?:no|nr|num(?:ber|mer)?)',
    'ArticleNumber',
    'cat(?:alog(?:ue)?)?-?_?(?:no|num(?:ber)?)',
    'CatNumber',
    'item-?_?(?:no|num(?:ber)?)',
    'ItemNumber',
    'product-?_?(?:code|number|no|sku|ref(?:erence)?)',
    'ProductCode',
    'pro?d-?_?code',
  ].join('|')})(?:$|[-_\\s])`,
)
const MEASURE = /^\d+(?:[.,]\d+)?\s?(?:cm|mm|m|kg|g|ml|l|gb|tb|mb|w|v|hz|"|%|€|\$|£|x\s?\d+.*)$/i

/** Article numbers in elements called after them, for shops that print no label. */
function namedNumber(page: PageModel): string | undefined {
  const named = page.pieces.filter(
    ({ element, hidden, aside }) => !hidden && !aside && NUMBER_NAME.test(namesOf(element)),
  )
  return firstNumber(
    named.map(piece => ({ label: '', value: piece.text.replace(/^.*[:：]\s*/u, ''), piece })),
  )
}

export function labelFacts(page: PageModel): Facts & { weakSku?: string | undefined } {
  const labelled = findLabelled(page)
  const strong = labelled.filter(({ label }) => SKU_LABEL.test(label) && !WEAK_SKU_LABEL.test(label))
  const weak = labelled.filter(({ label }) => WEAK_SKU_LABEL.test(label))
  return {
    sku: firstNumber(strong),
    weakSku: namedNumber(page) ?? firstNumber(weak),
    mpn: firstNumber(labelled.filter(({ label }) => MPN_LABEL.test(label))),
    gtin: labelled.flatMap(({ label, value }) =>
      GTIN_LABEL.test(label) ? (parseGtin(value)?.value ?? []) : [],
    )[0],
    brand: labelled.find(({ label, value }) => BRAND_LABEL.test(label) && isBrandLike(value))?.value,
  }
}

function findLabelled(page: PageModel): Labelled[] {
  const found: Labelled[] = []
  for (const piece of page.pieces) {
    if (piece.text.length > 90) continue
    const inline = splitLabel(piece.text)
    if (inline) {
      found.push({ ...inline, piece })
      continue
    }
    const label = shortLabel(piece.text)
    if (label.length < 2 || label.length > 45 || !isLabel(label)) continue
    const value = valueAfter(page, piece)
    if (value !== undefined) found.push({ label, value, piece })
  }
  // What stands by the product comes before what stands by its neighbours.
  return found.toSorted((a, b) => rank(a.piece, page) - rank(b.piece, page))
}

// "Article no.: 123", or without a colon where the words before the last one are a label.
function splitLabel(text: string): { label: string; value: string } | undefined {
  const colon = /^([^:：]{2,40}?)\s*[:：]\s*(\S.{0,60})$/u.exec(text)
  if (colon?.[1] && colon[2]) return { label: cleanLabel(colon[1]), value: colon[2].trim() }
  const plain = /^(\D{2,40}?)[\s#№]+(\S*\d\S*)$/u.exec(text)
  const label = cleanLabel(plain?.[1] ?? '')
  return plain?.[2] && (SKU_LABEL.test(label) || GTIN_LABEL.test(label))
    ? { label, value: plain[2] }
    : undefined
}

// "More of the brand:" ends in the label proper.
function shortLabel(text: string): string {
  const label = cleanLabel(text)
  const last = /[:：]$/.test(text) ? (label.split(' ').at(-1) ?? label) : label
  return BRAND_LABEL.test(last) ? last : label
}

function rank(piece: Piece, page: PageModel): number {
  return (piece.aside ? 2 : 0) + (piece.at < (page.headingAt ?? 0) - 30 ? 1 : 0)
}

function cleanLabel(text: string): string {
  return text
    .replace(/^[\s([*•-]+|[\s:：)\].*#№-]+$/gu, '')
    .replace(/[.\s]+/g, ' ')
    .trim()
}

function isLabel(label: string): boolean {
  return [SKU_LABEL, MPN_LABEL, GTIN_LABEL, BRAND_LABEL].some(pattern => pattern.test(label))
}

// The value is the next text: in the same element, its next sibling, or the next cell of the row.
function valueAfter(page: PageModel, piece: Piece): string | undefined {
  const next = page.pieces[piece.at + 1]
  if (!next || /^[:：]$/.test(next.text)) return page.pieces[piece.at + 2]?.text
  const value = next.text.replace(/^[:：\s]+/, '')
  if (!/[:：]$/.test(piece.text) && !sharesRow(piece.element, next.element)) return undefined
  return value.length <= 60 ? value : undefined
}

function sharesRow(label: Element, value: Element): boolean {
  const rows = [label, parentOf(label), parentOf(parentOf(label))].filter(row => row !== undefined)
  return (
    rows.some(row => ['tr', 'li', 'dl', 'p'].includes(row.name) || plainText(row, 120).length < 120) &&
    rows.some(row => holds(row, value))
  )
}

function holds(outer: Element, inner: Element): boolean {
  for (let around: Element | undefined = inner; around; around = parentOf(around))
    if (around === outer) return true
  return false
}

function parentOf(element: Element | undefined): Element | undefined {
  const parent = element?.parent
  return parent && isTag(parent) ? parent : undefined
}

function firstNumber(labelled: readonly Labelled[]): string | undefined {
  for (const { value } of labelled) {
    const [word = ''] = value.split(/\s*[|,;(]\s*|\s{2,}/)
    const cleaned = word.replace(/^[#№\s]+|[\s.)]+$/g, '')
    // Three words and more are a name with a number in it.
    if (NUMBER_LIKE.test(cleaned) && !MEASURE.test(cleaned) && cleaned.split(' ').length <= 2) return cleaned
  }
  return undefined
}

function isBrandLike(value: string): boolean {
  return value.length <= 40 && /\p{L}/u.test(value) && !/[.!?:]$/.test(value)
}
