// Prints the answer of an operation: a card or a table for people; JSON, NDJSON or CSV for programs.
import { styleText } from 'node:util'
import type { Command } from 'commander'
import type { OperationHead } from '#kit/define/define'
import { currencyCommand, priceProblemText, signOfProblem, usualCode } from '#reader/values/price-problem'
import { failedSites, NO_SEARCH } from '../../answer/failed-sites.ts'
import { answerCard } from './answer-card.ts'
import { answerTable, isReadableList, NOT_GIVEN_SIGN } from './answer-table.ts'
import type { OutputFormat } from './output-format.ts'
import { printJson } from './print.ts'
import { isNotGiven, type TextTree, readableAnswer, type ReadableRecord } from './readable-answer.ts'
import { terminalWidth, wrapText } from './terminal-text.ts'

/** What printing needs to know of an operation. */
export type PrintedOperation = Pick<OperationHead, 'rows' | 'statedNulls' | 'siteOutcomes'> & {
  readonly id: string
  readonly path: string
  /** Whether its answer is a list, which can be a table. */
  readonly isList: boolean
}

/** Checked before any request: not every answer is a table. Ends the command with exit code 2. */
export function refuseCsvWithoutTable(
  { id, isList }: PrintedOperation,
  format: OutputFormat,
  command: Command,
): void {
  if (!isTableFormat(format)) return
  const name = format === 'parquet' ? 'Parquet' : 'CSV'
  if (!isList)
    command.error(
      `error: ${id} returns one product, not a list, so ${name} is not available. Use --output json or --output ndjson.`,
    )
  // Bytes would upset a terminal.
  if (format === 'parquet' && process.stdout.isTTY)
    command.error('error: Parquet is not text. Send it to a file: --output parquet > results.parquet')
}

export interface PrintedAnswer {
  readonly body: unknown
  /** The header `Wares-Absent`. */
  readonly absent: string
  /** The header `Wares-Absent-At`. */
  readonly absentAt?: string | undefined
  /** The table, if one was asked for. */
  readonly bytes?: Buffer | undefined
  /** The currency of the shop, where neither the answer nor the shop states one. */
  readonly currency?: string | undefined
  /** Why a product has no price although its page shows one. */
  readonly problem?: string | undefined
  /** Seconds since the shop was read. */
  readonly ageS?: number | undefined
}

export function printAnswer(operation: PrintedOperation, answer: PrintedAnswer, format: OutputFormat): void {
  const { body, absent, bytes } = answer
  if (format === 'table') return printForPeople(operation, answer)
  if (bytes) process.stdout.write(bytes)
  else if (format === 'json') printJson(body)
  else for (const item of itemsOf(operation, body)) console.log(JSON.stringify(item))
  if (absent) console.error(`absent upstream: ${absent}`)
  // NDJSON lines contain only items, so failed shops are reported on stderr.
  if (format === 'ndjson')
    for (const { site: name, outcome } of failedSites(operation, body)) console.error(`${name}: ${outcome}`)
}

const TABLE_FORMATS = ['csv', 'csv-excel', 'parquet'] as const

export function isTableFormat(format: OutputFormat): format is (typeof TABLE_FORMATS)[number] {
  return (TABLE_FORMATS as readonly string[]).includes(format)
}

/** The items of a list; any other answer is one item. */
function itemsOf({ rows }: PrintedOperation, body: unknown): readonly unknown[] {
  const list = rows === undefined ? body : (body as Readonly<Record<string, unknown>>)[rows]
  return Array.isArray(list) ? list : [body]
}

function printForPeople({ rows, statedNulls = [] }: PrintedOperation, answer: PrintedAnswer): void {
  const width = terminalWidth()
  const { value, hasPriceWithoutCurrency } = readableAnswer(answer.body, answer)
  if (typeof value === 'string' || value === null) return console.log(value ?? '')
  const notes = isReadableList(value)
    ? printItems(value, width)
    : rows === undefined
      ? printCard(withProblem(withoutStatedNulls(value, statedNulls), answer.problem), width)
      : printRows(value, rows, width)
  const { ageS = 0, body, problem } = answer
  if (problem !== undefined) notes.push(problemNote(problem, (body as { readonly url: string }).url))
  if (ageS >= SAID_FROM_S)
    notes.push(`From the cache: read from the shop ${agoText(ageS)} ago. \`--fresh\` reads it now.`)
  if (hasPriceWithoutCurrency)
    notes.push('Prices without a currency: neither the shop nor the configuration names one.')
  if (notes.length === 0) return
  console.log(`\n${styleText('dim', notes.flatMap(note => wrapText(note, width)).join('\n'))}`)
}

/** Prints the problem in place of "not given by the shop". */
function withProblem(item: ReadableRecord, problem: string | undefined): ReadableRecord {
  return problem === undefined ? item : { ...item, price: problem }
}

function problemNote(problem: string, url: string): string {
  const lacking = signOfProblem(problem)
  const how = lacking ? ` Set it with ${currencyCommand(url, usualCode(lacking.sign))}.` : ''
  return `${priceProblemText(problem)}${how}`
}

/** Somebody who waits for a change wants to know; a script that asks twice in a row need not. */
const SAID_FROM_S = 10

function agoText(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return `${count} ${unit}s`
}

/** "not given by the shop" would be wrong for them. */
function withoutStatedNulls(item: ReadableRecord, pointers: readonly string[]): ReadableRecord {
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !(isNotGiven(value) && pointers.includes(`/${name}`))),
  )
}

function printCard(item: ReadableRecord, width: number): string[] {
  console.log(answerCard(item, width).join('\n'))
  return []
}

/** Prints the list as a table, the other fields above it, and the shops as a note. */
function printRows(answer: ReadableRecord, rows: string, width: number): string[] {
  const { [rows]: list, sites: siteRows, ...rest } = answer
  // Beside an empty list, what is null was found nowhere: no shop has left it out.
  const stated = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isNotGiven(value)))
  if (Object.keys(stated).length > 0) console.log(`${answerCard(stated, width).join('\n')}\n`)
  const items = Array.isArray(list) ? (list as readonly TextTree[]) : []
  const notes = printItems(items, width)
  return Array.isArray(siteRows) ? [...notes, sitesNote(siteRows as readonly ReadableRecord[])] : notes
}

function printItems(items: readonly TextTree[], width: number): string[] {
  if (items.length === 0) {
    console.log('No results.')
    return []
  }
  const { lines, leftOut, hasNotGiven } = answerTable(items, width)
  const [head = '', ...body] = lines
  console.log([styleText('bold', head), ...body].join('\n'))
  const names = leftOut.slice(0, LEFT_OUT_MAX).join(', ')
  const more = leftOut.length > LEFT_OUT_MAX ? ` and ${leftOut.length - LEFT_OUT_MAX} more` : ''
  return [
    ...(hasNotGiven ? [`${NOT_GIVEN_SIGN} means: not given by the shop.`] : []),
    ...(leftOut.length > 0 ? [`Columns that do not fit: ${names}${more}. --json shows everything.`] : []),
  ]
}

const LEFT_OUT_MAX = 8

/** The shops that were asked, with the outcome of each. */
function sitesNote(siteRows: readonly ReadableRecord[]): string {
  const [searched, others] = [
    siteRows.filter(one => one.outcome !== NO_SEARCH),
    siteRows.filter(one => one.outcome === NO_SEARCH),
  ]
  const texts = searched.map(({ site, outcome, count }) =>
    [site, outcome === 'ok' ? count : outcome].filter(text => typeof text === 'string').join(' '),
  )
  const names = others.flatMap(({ site }) => (typeof site === 'string' ? [site] : [])).join(', ')
  const unasked = others.length > 0 ? `\nNot asked, because they have no search: ${names}.` : ''
  return `Results by shop: ${texts.join(', ')}.${unasked}`
}
