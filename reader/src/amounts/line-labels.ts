// Which of the lines around an amount is its label: above it, below it, or the one in the same place of a row of labels.
import { SITE_CHROME } from '../page/element-context.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { Line, Placed } from './text-lines.ts'

export interface Labels {
  readonly above: string
  readonly below: string
}

// A sentence is not a label.
const MAX_LABEL = 60

/** `written`: the amounts of each line. */
export function createLabels(
  page: ReaderPage,
  lines: readonly Line[],
  written: readonly (readonly Placed[])[],
): (index: number, rank: number) => Labels {
  const heading = page.heading?.at
  const isLabel = (index: number) => {
    const line = lines[index]
    if (line === undefined || (written[index]?.length ?? 0) > 0 || line.text.length > MAX_LABEL) return false
    return isWording(line.text) && !line.pieces.some(({ segment }) => segment.at === heading)
  }
  /** An amount without words of its own. */
  const isBare = (index: number) => {
    const amounts = written[index] ?? []
    const [amount] = amounts
    return (
      amounts.length === 1 &&
      amount !== undefined &&
      !/\p{L}{2}/u.test(`${amount.text.slice(0, amount.start)} ${amount.text.slice(amount.end)}`)
    )
  }
  const textAt = (index: number) => {
    const line = lines[index]
    if (line === undefined || (written[index]?.length ?? 0) > 0 || isMenu(page, line) || isButton(page, line))
      return ''
    return isWording(line.text) ? line.text : ''
  }

  return (index, rank) => {
    const count = written[index]?.length ?? 0
    const [above, below] = [lines[index - 1], lines[index + 1]]
    if (count > 1) {
      // "ex. VAT | inc. VAT" over or under "£12.50 | £15.00"
      if (isLabel(index - 1) && above?.pieces.length === count) return labels(pieceOf(above, rank))
      if (isLabel(index + 1) && below?.pieces.length === count) return labels(pieceOf(below, rank))
    }
    if (!isBare(index))
      return {
        above: rank === 0 ? textAt(index - 1) : '',
        below: rank === count - 1 ? textAt(index + 1) : '',
      }
    let first = index
    while (isLabel(first - 1) && isBare(first - 2)) first -= 2
    let last = index
    while (isLabel(last + 1) && isBare(last + 2)) last += 2
    if (first === last) return { above: textAt(index - 1), below: textAt(index + 1) }
    // Of a group of amounts and labels in turn, the markup says which belong together, else what the group begins and ends with.
    const endsInColon = (at: number) => /[:：]\s*$/.test(lines[at]?.text ?? '')
    // Where one label ends in a colon and the last text does not, the colon points to what follows.
    const isUnder =
      !isLabel(first - 1) && isLabel(last + 1) && (!endsInColon(first + 1) || endsInColon(last + 1))
    const isBetween = isLabel(index - 1) && isLabel(index + 1)
    const nearer = isBetween ? nearerLine(page, lines, index) : undefined
    const side = nearer ?? (isUnder ? 1 : -1)
    return labels(isLabel(index + side) ? textAt(index + side) : '')
  }
}

/** The last line of the menu is above the first amount of many pages. */
function isMenu({ context }: ReaderPage, { pieces }: Line): boolean {
  return (
    pieces.every(({ segment }) => (context.flags(segment.node) & SITE_CHROME) > 0) || pieces.length > MENU
  )
}

const MENU = 3

/** A button says what happens when it is pressed, and nothing about an amount. */
function isButton({ tree }: ReaderPage, { pieces }: Line): boolean {
  return pieces.every(({ segment: { node } }) => {
    const parent = tree.parents[node] as number
    return tree.names[node] === 'button' || tree.names[parent] === 'button'
  })
}

/** A sentence describes the product, and labels nothing. */
function isWording(text: string): boolean {
  if (!/\p{L}/u.test(text)) return false
  return !/[.!?…]$/.test(text) || (text.match(/\p{L}{2,}/gu)?.length ?? 0) < SENTENCE
}

const SENTENCE = 5

/** The neighbour that shares the smaller element with a line; undefined if both share the same. */
function nearerLine({ tree }: ReaderPage, lines: readonly Line[], index: number): 1 | -1 | undefined {
  const [above, own, below] = [index - 1, index, index + 1].map(at => lines[at]?.pieces[0]?.segment.node)
  if (own === undefined || above === undefined || below === undefined) return undefined
  let node = own
  for (let level = 0; level < MAX_LEVELS; level++) {
    const holds = (other: number) => other >= node && other < (tree.last[node] as number)
    const [isAbove, isBelow] = [holds(above), holds(below)]
    if (isAbove || isBelow) return isAbove === isBelow ? undefined : isAbove ? -1 : 1
    node = tree.parents[node] as number
  }
  return undefined
}

const MAX_LEVELS = 8

function labels(above: string): Labels {
  return { above, below: '' }
}

function pieceOf({ text, pieces }: Line, rank: number): string {
  return text.slice(pieces[rank]?.start, pieces[rank + 1]?.start).trim()
}
