// Candidates from printed labels: "Article no.: 123", a table row, a term and its definition.
import { parseGtin } from '../../values/gtin.ts'
import type { Emit, Features, ScoredField } from '../../candidate.ts'
import { HIDDEN } from '../../page/element-context.ts'
import { isInside, parentOf, type TextRun, textIn, placeOf } from '../../page/page-view.ts'
import { isInCard, type ReaderPage } from '../../page/read-page.ts'
import { BRAND_LABEL, GTIN_LABEL, MPN_LABEL, SKU_LABEL, WEAK_SKU_LABEL } from '../../words/label-words.ts'

interface LabelledText {
  readonly label: string
  readonly value: string
  readonly segment: TextRun
}

// An article number contains a digit and is not a sentence, a price, a date or a measure.
const NUMBER_LIKE = /^(?=.*\d)[\p{L}\d][\p{L}\d./_\- #+]{1,38}$/u
const MEASURE = /^\d+(?:[.,]\d+)?\s?(?:cm|mm|m|kg|g|ml|l|gb|tb|mb|w|v|hz|"|%|€|\$|£|x\s?\d+.*)$/i
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
const MAX_TEXT = 90
const MAX_LABEL = 45
const MAX_VALUE = 60

export function emitLabels(page: ReaderPage, emit: Emit): void {
  const labels = new Map<string, boolean>()
  const isKnown = (label: string) => {
    const cached = labels.get(label) ?? isLabel(label)
    labels.set(label, cached)
    return cached
  }
  for (const segment of page.segments) {
    if (segment.text.length > MAX_TEXT) continue
    for (const part of partsOf(segment)) {
      const labelled = readLabel(page, part, isKnown)
      if (labelled && !isInCard(page, segment.node)) emitLabelled(page, labelled, emit)
    }
    if (segment.text.length <= MAX_LABEL && hasDigit(segment.text)) emitNamed(page, segment, emit)
  }
}

const BETWEEN_LABELS = /[|·•∙]|\s[–—/]\s|;\s/u

/** "Article no.: 123 | Manufacturer no.: 456 · EAN: 789". */
function partsOf(segment: TextRun): readonly TextRun[] {
  if (!hasDigit(segment.text) || !BETWEEN_LABELS.test(segment.text)) return [segment]
  const parts = segment.text.split(BETWEEN_LABELS).map(part => part.trim())
  const { node, at } = segment
  return parts.filter(text => text !== '').map(text => ({ text, node, at }))
}

function hasDigit(text: string): boolean {
  return /\d/.test(text)
}

function readLabel(
  page: ReaderPage,
  segment: TextRun,
  isKnown: (label: string) => boolean,
): LabelledText | undefined {
  const inline = splitLabel(segment.text)
  if (inline) return isKnown(inline.label) ? { ...inline, segment } : undefined
  if (segment.text.length > MAX_LABEL + 3) return undefined
  const label = shortLabel(segment.text)
  if (label.length < 2 || label.length > MAX_LABEL || !isKnown(label)) return undefined
  const value = valueAfter(page, segment)
  return value === undefined ? undefined : { label, value, segment }
}

function emitLabelled(page: ReaderPage, { label, value, segment }: LabelledText, emit: Emit): void {
  const isHidden = (page.context.flags(segment.node) & HIDDEN) > 0
  const put = (field: ScoredField, text: string | undefined, more: Features) => {
    if (text === undefined) return
    const features = { page: 1, label: 1, ...(isHidden ? { hidden: 1 } : {}), ...more }
    emit({
      field,
      value: text,
      source: 'page',
      place: `label ${label}`,
      node: segment.node,
      at: segment.at,
      features,
    })
  }
  const number = numberOf(value)
  const isSku = SKU_LABEL.test(label)
  const isWeak = WEAK_SKU_LABEL.test(label)
  const isMpn = MPN_LABEL.test(label)
  if (isSku || isMpn)
    put('sku', number, {
      ...(isWeak ? { 'weak label': 1 } : isSku ? { 'number label': 1 } : {}),
      ...(isMpn ? { 'key mpn': 1 } : {}),
    })
  if (isMpn) put('mpn', number, isWeak ? { 'weak label': 1 } : {})
  if (GTIN_LABEL.test(label)) put('gtin', parseGtin(value)?.value, {})
  if (BRAND_LABEL.test(label) && isBrandLike(value))
    put(
      'brand',
      value,
      /^(?:manufacturer|publisher|hersteller|fabricante?|producent|verlag|editora?|éditeur|gyártó|производитель)$/i.test(
        label,
      )
        ? { 'key manufacturer': 1 }
        : {},
    )
}

/** Article numbers in elements named after them, for shops that print no label. */
function emitNamed(page: ReaderPage, segment: TextRun, emit: Emit): void {
  if (!NUMBER_NAME.test(page.context.names(segment.node)) || isInCard(page, segment.node)) return
  const value = numberOf(segment.text.replace(/^.*[:：]\s*/u, ''))
  if (value === undefined) return
  emit({
    field: 'sku',
    value,
    source: 'page',
    place: placeOf(page, segment.node),
    node: segment.node,
    at: segment.at,
    features: { page: 1, 'element called a number': 1 },
  })
}

// "Article no.: 123", or without a colon if the words before the last one are a label.
function splitLabel(text: string): { label: string; value: string } | undefined {
  const colon = /[:：]/.test(text) && /^([^:：]{2,40}?)\s*[:：]\s*(\S.{0,60})$/u.exec(text)
  if (colon && colon[1] && colon[2]) return { label: cleanLabel(colon[1]), value: colon[2].trim() }
  if (!hasDigit(text)) return undefined
  const plain = /^(\D{2,40}?)[\s#№]{1,9}(\S{0,90}\d\S{0,90})$/u.exec(text)
  const label = cleanLabel(plain?.[1] ?? '')
  return plain?.[2] && (SKU_LABEL.test(label) || GTIN_LABEL.test(label))
    ? { label, value: plain[2] }
    : undefined
}

// "More of the brand:": the last word is the actual label.
function shortLabel(text: string): string {
  const label = cleanLabel(text)
  const last = /[:：]$/.test(text) ? (label.split(' ').at(-1) ?? label) : label
  return last !== label && BRAND_LABEL.test(last) ? last : label
}

const PLAIN_LABEL = /^\p{L}[\p{L}\d]*(?: [\p{L}\d]+)*$/u

function cleanLabel(text: string): string {
  if (PLAIN_LABEL.test(text)) return text
  return text
    .replace(/^[\s([*•-]+/u, '')
    .replace(/(?<![\s:：)\].*#№-])[\s:：)\].*#№-]+$/u, '')
    .replace(/[.\s]+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim()
}

function isLabel(label: string): boolean {
  return SKU_LABEL.test(label) || MPN_LABEL.test(label) || GTIN_LABEL.test(label) || BRAND_LABEL.test(label)
}

// The value is the next text: in the same element, its next sibling, or the next cell of the row.
function valueAfter(page: ReaderPage, segment: TextRun): string | undefined {
  const next = page.segments[segment.at + 1]
  if (!next) return undefined
  if (/^[:：]$/.test(next.text)) return page.segments[segment.at + 2]?.text
  const value = next.text.replace(/^[:：\s]+/, '')
  if (!/[:：]$/.test(segment.text) && !sharesRow(page, segment.node, next.node)) return undefined
  return value.length <= MAX_VALUE ? value : undefined
}

const ROWS = new Set(['tr', 'li', 'dl', 'p'])

function sharesRow(page: ReaderPage, label: number, value: number): boolean {
  const rows: number[] = []
  let isRow = false
  for (
    let node: number | undefined = label;
    node !== undefined && rows.length < 3;
    node = parentOf(page.tree, node)
  ) {
    rows.push(node)
    isRow ||= ROWS.has(page.tree.names[node] ?? '') || textIn(page, node, 120).length < 120
  }
  return isRow && rows.some(row => isInside(page.tree, value, row))
}

function numberOf(value: string): string | undefined {
  const [word = ''] = value.split(/\s*[|,;(]\s*|\s{2,}/)
  const cleaned = word.replace(/^[#№\s]+/, '').replace(/(?<![\s.)])[\s.)]+$/, '')
  // Three or more words are a name with a number in it.
  return NUMBER_LIKE.test(cleaned) && !MEASURE.test(cleaned) && cleaned.split(' ').length <= 2
    ? cleaned
    : undefined
}

function isBrandLike(value: string): boolean {
  return value.length <= 40 && /\p{L}/u.test(value) && !/[.!?:]$/.test(value)
}
