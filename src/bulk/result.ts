// A result as one line of the output, NDJSON or CSV; and what a line of an earlier run says of itself.
import { crc32 } from 'node:zlib'
import { problemOf } from '../http/problems.ts'
import type { Outcome } from './collect.ts'
import { parseCells, writeCells } from '../table/csv.ts'

/** A result without its form: what goes into the output, and into Redis on the way there. */
export interface Result {
  readonly line: number
  /** JSON texts: they are copied, never parsed again. */
  readonly input: string
  readonly outcome: string
  readonly operation: string | undefined
  readonly fetchedAt: string | undefined
  readonly absent: readonly string[]
  readonly body: string | undefined
  readonly problem: string | undefined
}

export interface ResultFormat {
  /** Before the first result. */
  readonly header: string
  write(result: Result): string
  /** Line number and mark of the input, from the beginning of a whole line; undefined when it is no result. */
  read(head: string): { line: number; mark: number } | undefined
  /** Whether a line that begins as a result also ends as one. */
  isComplete(lastByte: number | undefined): boolean
}

export function resultOf(line: number, value: unknown, outcome: Outcome): Result {
  const { fault } = outcome
  return {
    line,
    input: JSON.stringify(value),
    outcome: outcome.code,
    operation: outcome.operation,
    fetchedAt: outcome.atMs === undefined ? undefined : new Date(outcome.atMs).toISOString(),
    absent: outcome.absent,
    body: outcome.body,
    problem: fault && JSON.stringify(problemOf(fault, outcome.path, `line-${line}`)),
  }
}

export function resultFormatOf(file: string): ResultFormat {
  return /\.csv$/i.test(file) ? csv : ndjson
}

/** Stands for an input in the account of what is done, so that an output is never continued for another input. Never 0. */
export function inputChecksum(input: string): number {
  const cut = input.indexOf(OUTCOME_KEY)
  return crc32(cut === -1 ? input : input.slice(0, cut)) || 1
}

// The input's end is found without parsing: the first of these, on both sides of the comparison.
const OUTCOME_KEY = ',"outcome":"'
const LINE_START = /^\{"line":(\d+),"input":/

const ndjson: ResultFormat = {
  header: '',
  write: ({ line, input, outcome, operation, fetchedAt, absent, body, problem }) =>
    `{"line":${line},"input":${input},"outcome":"${outcome}","operation":${json(operation)},` +
    `"fetched_at":${json(fetchedAt)},"absent":${JSON.stringify(absent)},` +
    `${problem === undefined ? `"body":${body ?? 'null'}` : `"problem":${problem}`}}\n`,
  read(head) {
    const found = LINE_START.exec(head)
    if (!found) return undefined
    return { line: Number(found[1]), mark: inputChecksum(head.slice(found[0].length)) }
  },
  isComplete: lastByte => lastByte === 0x7d,
}

const COLUMNS = ['line', 'input', 'outcome', 'operation', 'fetched_at', 'absent', 'body', 'problem']

const csv: ResultFormat = {
  header: `${COLUMNS.join(',')}\n`,
  // JSON texts hold no line breaks, so that a record is a line here too.
  write: ({ line, input, outcome, operation, fetchedAt, absent, body, problem }) =>
    `${writeCells([
      String(line),
      input,
      outcome,
      operation ?? '',
      fetchedAt ?? '',
      absent.join(' '),
      body ?? '',
      problem ?? '',
    ])}\n`,
  read(head) {
    const found = /^(\d+),("(?:[^"]|"")*"|[^,]*),/.exec(head)
    const [input] = parseCells(found?.[2] ?? '') ?? []
    return found && input !== undefined ? { line: Number(found[1]), mark: inputChecksum(input) } : undefined
  },
  isComplete: lastByte => lastByte !== undefined,
}

function json(text: string | undefined): string {
  return text === undefined ? 'null' : JSON.stringify(text)
}
