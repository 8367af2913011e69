// Reads the specification table of a listing page, in three versions of the markup, by the contract's keys.
import { cleanText, type Page, type PageElement } from '#kit'
import type { RowKey } from './product.schema.ts'
import { rowKeyOf } from './row-labels.ts'

// Label cells: G3, then G1 and G2, then any table or description list. The value is in the next element.
const LABELS = ['.watch-data-sheet th[scope=row]', 'td:has(> strong)', 'th', 'dt', 'td:first-child']

// Parts of a cell besides the value: tooltips, a try-on button, small print. The value itself may be a text link.
const EXTRAS = 'button:not(.text-link), .js-tooltip, a.link, :has(> .i-will-it-fit), small, .text-muted'
/** Parts that are never a value, even if the cell has nothing else. */
const NEVER = ':has(> .i-will-it-fit), small, .text-muted'

/** Values by key, from the selector with the most known rows; on a tie, the earlier one. */
export function specificationRows(page: Page): ReadonlyMap<RowKey, string> {
  return new Map(
    Array.from(specificationCells(page), ([key, cell]) => [key, cellValue(key, cell)] as const).filter(
      (row): row is [RowKey, string] => row[1] !== undefined,
    ),
  )
}

/** Both shapes of a listing need them. */
const cellsByPage = new WeakMap<Page, ReadonlyMap<RowKey, PageElement>>()

/** The cells with these values. */
export function specificationCells(page: Page): ReadonlyMap<RowKey, PageElement> {
  const known = cellsByPage.get(page) ?? findCells(page)
  cellsByPage.set(page, known)
  return known
}

function findCells(page: Page): ReadonlyMap<RowKey, PageElement> {
  const tables = LABELS.map(selector => cellsOf(page.select(selector)))
  return tables.reduce((most, table) => (table.size > most.size ? table : most))
}

/** Labels repeat (the movement in "Basic info" and in "Caliber"): the first one counts. */
function cellsOf(labels: readonly PageElement[]): ReadonlyMap<RowKey, PageElement> {
  const cells = new Map<RowKey, PageElement>()
  for (const label of labels) {
    const key = rowKeyOf(label.text())
    const cell = key && !cells.has(key) ? label.next() : undefined
    if (key && cell && cellValue(key, cell) !== undefined) cells.set(key, cell)
  }
  return cells
}

export function cellValue(key: RowKey, cell: PageElement | undefined): string | undefined {
  const value = cell && textOf(cell)
  if (key === 'condition') return value?.split(EXPLANATION, 1)[0]
  if (key !== 'case_diameter') return value
  // A cell without a value still contains the "Try it on" button.
  return value && /\d/.test(value) ? (/^.*mm\b/.exec(value)?.[0] ?? value) : undefined
}

/** The value may be a button or a link, followed by a paragraph that explains it. */
function textOf(cell: PageElement): string | undefined {
  const plain = cleanText(cell.text(`${EXTRAS}, p`))
  if (plain !== undefined) return plain
  const [control] = cell.select('button, a, p')
  const pressed = control && !cell.first('p')?.text().startsWith(control.text()) ? control : undefined
  const inControl =
    pressed && pressed.first('.i-will-it-fit') === undefined ? cleanText(pressed.text()) : undefined
  return inControl ?? cleanText(cell.text(EXTRAS)) ?? cleanText(cell.text(NEVER))
}

// "New (Brand new, without any signs of wear)"; a value in parentheses, as in "Used (Very good)", is shorter.
const EXPLANATION = / ?\([^\s()]+ [^\s()]+ /
