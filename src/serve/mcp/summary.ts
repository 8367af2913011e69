// The text of a tool's answer: a few lines for people and for hosts that show no structured content.
import type { OperationHead } from '#kit/define/define'
import { listOf } from './lean-answer.ts'

const LINES_MAX = 10
const NAME_CHARS = 80

type Row = Readonly<Record<string, unknown>>

export function summarise({ rows }: Pick<OperationHead, 'rows'>, value: unknown): string {
  const list = listOf(value, rows)
  if (!list) return rowLine(value) || 'See the structured content.'
  if (list.length === 0) return 'No rows.'
  const lines = list.slice(0, LINES_MAX).map(rowLine).filter(Boolean)
  const more = list.length > lines.length ? [`… ${list.length} rows in the structured content.`] : []
  return [...lines, ...more].join('\n')
}

/** `Runner 2, 119.99 GBP, in_stock, size 42, sneakerhub, https://…`: what the row has of these. */
function rowLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, NAME_CHARS)
  const row = value as Row
  const variants = Array.isArray(row.variants) ? row.variants.length : 0
  return [
    textOf(row.name ?? row.title),
    moneyText(row.price),
    textOf(row.availability),
    typeof row.size === 'string' ? `size ${row.size}` : '',
    textOf(row.condition),
    variants > 0 ? `${variants} variants` : '',
    textOf(row.id),
    textOf(row.site),
    typeof row.url === 'string' ? row.url : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, NAME_CHARS).toWellFormed()
    : ''
}

function moneyText(price: unknown): string {
  if (typeof price !== 'object' || price === null) return textOf(price)
  const { amount, currency } = price as Row
  return [amount, currency].filter(one => typeof one === 'string').join(' ')
}
