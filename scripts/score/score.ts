// The type of a suite's score, and how its rows are read and compared.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Score = {
  suite: string
  passed: number
  total: number
  /** The figure the origin publishes, as text for the table. */
  peers: string
  /** The share of rows that must pass. */
  goal: number
  failures: string[]
  /** Shown instead of passed / total where the score is not a simple share. */
  figure?: { value: number; text: string }
}

export function readRows<Row>(peers: string, file: string): Row[] {
  return JSON.parse(readFileSync(join(peers, file), 'utf8')) as Row[]
}

export function compareDecimals(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : canonical(a) === canonical(b)
}

function canonical(decimal: string): string {
  const trimmed = decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal
  return trimmed.replace(/^0+(?=\d)/, '')
}
