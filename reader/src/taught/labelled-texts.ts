// What follows a printed label: in the same text, in the next cell, or in the next element of the row.
import { isInside, parentOf, type TextRun, segmentRange } from '../page/page-view.ts'
import { isInCard } from '../page/read-page.ts'
import type { TaughtPage } from './open-page.ts'

const LABEL_MAX = 60
const VALUE_MAX = 160

/** Compared as people read it: without case, colons and stars. Never a pattern. */
export function labelKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/^[\s([*•-]+|(?<![\s:)\].*#№-])[\s:)\].*#№-]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

export function labelledTexts(opened: TaughtPage, label: string): string[] {
  const { page } = opened
  const wanted = labelKey(label)
  if (wanted === '') return []
  const texts: string[] = []
  for (const segment of page.segments) {
    if (isInCard(page, segment.node)) continue
    const inline = valueInside(segment.text, wanted)
    if (inline !== undefined) {
      if (inline !== '') texts.push(inline)
      else {
        const node = valueNode(opened, segment.at)
        if (node !== undefined) texts.push(node)
      }
    }
  }
  return texts
}

/** Empty if the text is only the label; undefined if it is another text. */
function valueInside(text: string, wanted: string): string | undefined {
  if (text.length <= LABEL_MAX && labelKey(text) === wanted) return ''
  if (text.length > VALUE_MAX) return undefined
  const colon = /[:：]/.exec(text)
  if (colon && labelKey(text.slice(0, colon.index)) === wanted) return text.slice(colon.index + 1).trim()
  // "Article no. 12345", without a colon.
  const head = text.slice(0, wanted.length + 1)
  const isHead = head.length > wanted.length && /[\s.#№]$/u.test(head) && labelKey(head) === wanted
  const rest = isHead ? text.slice(head.length).replace(/^[\s.#№-]+/u, '') : ''
  return /\d/.test(rest) ? rest : undefined
}

/** The text of the largest element after the label that has only the value. */
function valueNode(opened: TaughtPage, label: number): string | undefined {
  const { page } = opened
  const next = page.segments[label + 1]
  const value = next && /^[:：]$/.test(next.text) ? page.segments[label + 2] : next
  const labelNode = page.segments[label]?.node
  if (value === undefined || labelNode === undefined || !isRow(page, label, value)) return undefined
  let best: number | undefined
  for (
    let node: number | undefined = value.node;
    node !== undefined && !isInside(page.tree, labelNode, node) && !isInside(page.tree, node, labelNode);
    node = parentOf(page.tree, node)
  ) {
    const [from, to] = segmentRange(page, node)
    if (to - from > PIECES_MAX) break
    best = node
  }
  const whole = best === undefined ? value.text : opened.text(best)
  return whole.length <= VALUE_MAX ? whole.replace(/^[:：\s]+/, '') : value.text
}

const PIECES_MAX = 5
const ROWS = new Set(['tr', 'li', 'dl', 'p'])
const ROW_LEVELS = 3
const ROW_PIECES_MAX = 8

/** A label and its value stand in one row, or the label ends with a colon. */
function isRow(page: TaughtPage['page'], label: number, value: TextRun): boolean {
  const own = page.segments[label]
  if (own === undefined || /[:：]\s*$/.test(own.text) || page.segments[label + 1] !== value) return true
  let node: number | undefined = own.node
  for (let level = 0; level <= ROW_LEVELS && node !== undefined; level++) {
    if (isInside(page.tree, value.node, node)) {
      const [from, to] = segmentRange(page, node)
      return ROWS.has(page.tree.names[node] ?? '') || to - from <= ROW_PIECES_MAX
    }
    node = parentOf(page.tree, node)
  }
  return false
}
