// The figures of the last training as data, from which the tables of docs/internals/reader.md are made.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTRIBUTES, type Attribute, judgeReads, type Read } from '../score/judge-reads.ts'
import type { reliabilityTable } from './calibration.ts'

const FIGURES_FILE = join(import.meta.dirname, 'figures.json')

/** How often a field was right, by confidence, on shops that the weights had not seen. */
export interface FieldFigures {
  readonly reliability: ReturnType<typeof reliabilityTable>
}

interface WholeFigures {
  readonly pages: number
  readonly right: number
  readonly wrong: number
  readonly missed: number
  readonly f1: number
  readonly sure: number
  readonly wrongAndSure: number
}

export interface TrainingFigures {
  /** Of weights.json; other weights have other figures. */
  readonly weights: string
  readonly products: number
  readonly refused: number
  readonly others: number
  readonly taken: number
  readonly whole: Readonly<Record<Attribute, WholeFigures>>
  readonly reliability: Readonly<Record<string, FieldFigures['reliability']>>
}

export function hashOf(weights: string): string {
  return createHash('sha256').update(weights).digest('hex').slice(0, 16)
}

export function readFigures(): TrainingFigures {
  return JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as TrainingFigures
}

/** Counts only: no page, no shop. */
export function writeFigures(
  weights: string,
  reads: readonly Read[],
  fields: ReadonlyMap<string, FieldFigures>,
): void {
  const products = reads.filter(({ page }) => page.isProduct)
  const others = reads.filter(({ page }) => !page.isProduct)
  const whole = ATTRIBUTES.map(name => {
    const { failures: _, ...figures } = judgeReads(name, products)
    return [name, { ...figures, f1: rounded(figures.f1) }]
  })
  const reliability = [...fields].map(([field, { reliability: rows }]) => [
    field,
    rows.map(row => ({ ...row, confidence: rounded(row.confidence), right: rounded(row.right) })),
  ])
  const figures: TrainingFigures = {
    weights: hashOf(weights),
    products: products.length,
    refused: products.filter(({ product }) => !product.is_product).length,
    others: others.length,
    taken: others.filter(({ product }) => product.is_product).length,
    whole: Object.fromEntries(whole) as TrainingFigures['whole'],
    reliability: Object.fromEntries(reliability) as TrainingFigures['reliability'],
  }
  writeFileSync(FIGURES_FILE, `${JSON.stringify(figures, null, 2)}\n`)
}

function rounded(figure: number): number {
  return Math.round(figure * 1000) / 1000
}

const short = (figure: number): string => figure.toFixed(3).replace(/^0/, '')
const STEPS = [0, 0.5, 0.7, 0.8, 0.9, 0.95] as const

/** Whole answers with hosts left out. */
export function wholeTable({ whole, products, refused, others, taken }: TrainingFigures): string {
  const rows = ATTRIBUTES.map(name => {
    const { pages, right, wrong, missed, f1, sure, wrongAndSure } = whole[name]
    return `| ${name} | ${pages} | ${right} | ${wrong} | ${missed} | ${short(f1)} | ${wrongAndSure} of ${sure} |`
  })
  return [
    '| field | pages | right | wrong | missed | F1 | wrong above .9 |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `${refused} of ${products} products are refused, and ${taken} of ${others} other pages are taken for a product.`,
    '',
  ].join('\n')
}

/** Mean confidence, share that is right, number of answers. */
export function reliabilityDocument({ reliability }: TrainingFigures): string {
  const rows = Object.entries(reliability).map(([field, steps]) => {
    const cells = STEPS.map(from => {
      const step = steps.find(one => one.from === from)
      return step ? `${short(step.confidence)} → ${short(step.right)} (${step.pages})` : ''
    })
    return `| ${field} | ${cells.join(' | ')} |`
  })
  return [
    '| field | below .5 | .50 to .70 | .70 to .80 | .80 to .90 | .90 to .95 | .95 to 1 |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
