// The lines of a page as a person reads them: the texts of inline elements joined, with cents beside their whole numbers.
import { hasDigit, plainDigits } from '../values/number.ts'
import { HIDDEN } from '../page/element-context.ts'
import { firstFrom, type TextRun } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { isCents } from './amount-text.ts'
import type { WrittenAmount } from './split-amounts.ts'

export interface Line {
  readonly text: string
  /** Where each segment begins in the text. */
  readonly pieces: readonly Piece[]
}

interface Piece {
  readonly start: number
  readonly segment: TextRun
  /** Continues the number before it. */
  readonly isJoined: boolean
}

/** A written amount, and the segment that its number begins in. */
export interface Placed extends WrittenAmount {
  readonly segment: TextRun
  readonly text: string
}

const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
)
// A longer text is a paragraph, and more texts side by side are a menu.
const MAX_TEXT = 140
const MAX_LINE = 240
const MAX_PIECES = 16
const MAX_LEVELS = 12
// What comes after so many is a list of other things.
const MAX_LINES = 5000

const known = new WeakMap<ReaderPage, readonly Line[]>()

export function linesOf(page: ReaderPage): readonly Line[] {
  const before = known.get(page)
  if (before) return before
  const lines = readLines(page)
  known.set(page, lines)
  return lines
}

function readLines(page: ReaderPage): Line[] {
  const { segments, segmentStarts, tree, context } = page
  const breaks = tree.names.flatMap((name, node) => (name === 'br' ? [tree.starts[node] as number] : []))
  const lines: Line[] = []
  let text = ''
  let pieces: Piece[] = []
  let block = -1
  let last = 0
  const end = () => {
    if (pieces.length > 0) lines.push({ text, pieces })
    text = ''
    pieces = []
  }
  for (const segment of segments) {
    if (lines.length >= MAX_LINES) break
    if ((context.flags(segment.node) & HIDDEN) > 0) continue
    const own = blockAround(page, segment.node)
    const start = segmentStarts[segment.at] as number
    const isBroken = breaks.length > 0 && firstFrom(breaks, last) < firstFrom(breaks, start)
    const isLong = segment.text.length > MAX_TEXT
    if (own !== block || isBroken || isLong || pieces.length >= MAX_PIECES || text.length > MAX_LINE) end()
    block = own
    last = start
    if (isLong) continue
    const joint = jointOf(page, text, segment)
    const piece = joint === '.' ? segment.text.replace(/^[.,]/, '') : segment.text
    pieces.push({ start: text.length + joint.length, segment, isJoined: text !== '' && !joint.includes(' ') })
    text += joint + piece
  }
  end()
  return lines
}

/** The innermost element around a text that starts a line of its own. */
function blockAround({ tree }: ReaderPage, start: number): number {
  let node = start
  for (let level = 0; level < MAX_LEVELS && INLINE.has(tree.names[node] as string); level++)
    node = tree.parents[node] as number
  return node
}

/** A number that has its cents. */
const CENTS_WRITTEN = /\d[.,]\d{2}$/

/** What stands between a text and the next piece of its line. */
function jointOf(page: ReaderPage, text: string, segment: TextRun): string {
  if (text === '') return ''
  if (!hasDigit(text.slice(-2))) return ' '
  const next = plainDigits(segment.text)
  const afterDigit = /\d$/.test(plainDigits(text.slice(-1)))
  if (afterDigit && isCents(page, segment)) return '.'
  // "5,872" ".99"
  if (afterDigit && /^[.,٫]\d{2}(?!\d)/.test(next) && !CENTS_WRITTEN.test(plainDigits(text))) return ''
  // "107" "." "99", "21," "95"
  if (afterDigit && /^[.,٫]$/.test(next)) return ''
  if (/\d[.,]$/.test(plainDigits(text.slice(-2))) && /^\d{2}(?!\d)/.test(next)) return ''
  // Two adjacent numbers are not one number with a space in it.
  return afterDigit && /^\d/.test(next) ? ' ¦ ' : ' '
}
