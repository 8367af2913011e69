// The specification table of a listing page, in its three generations of markup, as values by the contract's keys.
import { cleanText, type Page, type PageElement } from '../../kit/index.ts'

// Label cells: G3, then G1 and G2. The value stands in the cell after it.
const LABELS = ['.watch-data-sheet th[scope=row]', 'td:has(> strong)', 'th[scope=row]']

// What cells hold beside the value: tooltips, a fitting room, remarks in small print. A value may itself be a text link.
const EXTRAS = 'button:not(.text-link), .js-tooltip, a.link, :has(> .i-will-it-fit), small, .text-muted'

/** By label in snake_case. Labels repeat (the movement in "Basic info" and in "Caliber"): the first one counts. */
export function specificationRows(page: Page): ReadonlyMap<string, string> {
  const rows = new Map<string, string>()
  for (const label of labelsOf(page)) {
    const key = keyOf(label.text())
    const value = valueOf(key, label.next())
    if (value !== undefined && !rows.has(key)) rows.set(key, value)
  }
  return rows
}

function labelsOf(page: Page): readonly PageElement[] {
  for (const selector of LABELS) {
    const labels = page.select(selector)
    if (labels.length > 0) return labels
  }
  return []
}

/** "Caliber/movement" → `caliber_movement`. */
function keyOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}

function valueOf(key: string, cell: PageElement | undefined): string | undefined {
  const value = cleanText(cell?.text(EXTRAS)) ?? cleanText(cell?.text())
  if (key === 'condition') return value?.replace(EXPLANATION, '')
  return key === 'case_diameter' ? value?.replace(/^(.*mm)\b.*$/, '$1') : value
}

// "New (Brand new, without any signs of wear)": a value in brackets, as in "Used (Very good)", is shorter.
const EXPLANATION = /\s*\((?:[^\s)]+\s+){2,}[^)]*\).*$/
