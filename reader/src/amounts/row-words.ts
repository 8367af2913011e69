// The words that belong to a printed amount: of its own text, its label, the text after it, its column, its names.
import { isInside, parentOf, textIn } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { AmountRow } from './read-amounts.ts'

export interface RowWords {
  /** Of its own text, up to the neighbouring amounts. */
  readonly before: string
  readonly after: string
  /** The text before it, or the heading of its column. */
  readonly label: string
  readonly next: string
  /** The heading above it, if that is not the heading of the page. */
  readonly section: string
  /** Names of its element and of those around it. */
  readonly names: string
}

export const NO_WORDS: RowWords = { before: '', after: '', label: '', next: '', section: '', names: '' }

// A sentence is not a label.
const MAX_LABEL = 60
const MAX_NEXT = 45
const MAX_NAMES = 120

export function wordsOfRow(page: ReaderPage, { node, before, after, above, below }: AmountRow): RowWords {
  // The heading is no label.
  const isUnderHeading = page.heading !== undefined && page.heading.text.startsWith(above)
  // Words of its own text say what it is.
  const isLabelled = /\p{L}{2}/u.test(before) || isUnderHeading
  const label = columnLabel(page, node) ?? (isLabelled ? '' : above.slice(-MAX_LABEL))
  const parent = parentOf(page.tree, node)
  const outer = parent === undefined ? undefined : parentOf(page.tree, parent)
  const names = [node, parent, outer].map(element =>
    element === undefined ? '' : page.context.names(element),
  )
  return {
    before: before.trim().slice(-MAX_LABEL),
    after: after.trim().slice(0, MAX_LABEL),
    label,
    next: below.length > MAX_NEXT || /[:：]$/.test(below) ? '' : below,
    section: sectionOf(page, node),
    names: [...new Set(names)].join(' ').slice(0, MAX_NAMES),
  }
}

function sectionOf(page: ReaderPage, node: number): string {
  const start = page.tree.starts[node] as number
  let best: number | undefined
  for (const list of [page.headings, page.lowHeadings]) {
    const heading = lastBefore(page, list, start)
    if (heading !== undefined && (best === undefined || heading > best)) best = heading
  }
  if (best === undefined || best <= (page.heading?.node ?? 0)) return ''
  return textIn(page, best, MAX_LABEL).slice(0, MAX_LABEL)
}

function lastBefore(page: ReaderPage, nodes: readonly number[], start: number): number | undefined {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((page.tree.starts[nodes[middle] as number] as number) <= start) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : nodes[low - 1]
}

const MAX_LEVELS = 6
const MAX_COLUMNS = 40

/** The text in the first row of the table, in the same column; undefined in the first row and outside tables. */
function columnLabel(page: ReaderPage, node: number): string | undefined {
  const cell = ancestor(page, node, 'td')
  const row = cell === undefined ? undefined : parentOf(page.tree, cell)
  const table = row === undefined ? undefined : ancestor(page, row, 'table')
  if (cell === undefined || row === undefined || table === undefined) return undefined
  const first = page.tree.names.indexOf('tr', table)
  if (first < 0 || first === row || !isInside(page.tree, first, table)) return undefined
  const headings = cellsOf(page, first)
  if (!headings.every(heading => page.tree.names[heading] === 'th')) return undefined
  const heading = headings[cellsOf(page, row).indexOf(cell)]
  const text = heading === undefined ? '' : textIn(page, heading, MAX_LABEL)
  return text === '' ? undefined : text
}

function ancestor(page: ReaderPage, start: number, name: string): number | undefined {
  let node: number | undefined = start
  for (let level = 0; level < MAX_LEVELS && node !== undefined; level++) {
    if (page.tree.names[node] === name) return node
    node = parentOf(page.tree, node)
  }
  return undefined
}

function cellsOf({ tree }: ReaderPage, row: number): number[] {
  const { names, last } = tree
  const cells: number[] = []
  const end = last[row] as number
  for (
    let node = row + 1;
    node < end && cells.length < MAX_COLUMNS;
    node = Math.max(node + 1, last[node] as number)
  )
    if (names[node] === 'td' || names[node] === 'th') cells.push(node)
  return cells
}
