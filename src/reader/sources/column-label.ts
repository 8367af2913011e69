// The heading of the column of a table that a text is in.
import { isInside, type PageView, parentOf, textIn } from '../page/page-view.ts'

const MAX_LEVELS = 6
const MAX_COLUMNS = 40
const MAX_TEXT = 60

/** The text in the first row of the table, in the same column; undefined in the first row and outside tables. */
export function columnLabel(page: PageView, node: number): string | undefined {
  const cell = ancestor(page, node, 'td')
  const row = cell === undefined ? undefined : parentOf(page.tree, cell)
  const table = row === undefined ? undefined : ancestor(page, row, 'table')
  if (cell === undefined || row === undefined || table === undefined) return undefined
  const first = page.tree.names.indexOf('tr', table)
  if (first < 0 || first === row || !isInside(page.tree, first, table)) return undefined
  const heading = cellsOf(page, first)[cellsOf(page, row).indexOf(cell)]
  return heading === undefined ? undefined : textIn(page, heading, MAX_TEXT)
}

function ancestor(page: PageView, start: number, name: string): number | undefined {
  let node: number | undefined = start
  for (let level = 0; level < MAX_LEVELS && node !== undefined; level++) {
    if (page.tree.names[node] === name) return node
    node = parentOf(page.tree, node)
  }
  return undefined
}

function cellsOf({ tree }: PageView, row: number): number[] {
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
