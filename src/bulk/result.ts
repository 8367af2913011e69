// A result as one line of NDJSON, written and read back.
import { crc32 } from 'node:zlib'
import { problemOf } from '../http/problems.ts'
import type { Outcome } from './collect.ts'

/** A result without its form: what goes into the output, and into Redis on the way there. */
export interface Result {
  readonly line: number
  /** JSON texts: they are copied, never parsed again. */
  readonly input: string
  readonly outcome: string
  readonly operation: string | undefined
  readonly fetchedAt: string | undefined
  readonly absent: readonly string[]
  /** The same with positions: empty cells of a table. NDJSON does without. */
  readonly absentAt?: readonly string[] | undefined
  readonly body: string | undefined
  readonly problem: string | undefined
}

interface ReadLine {
  /** Of the input. */
  readonly line: number
  readonly mark: number
  readonly outcome: string
  /** Whether the result of the input ends with this line. */
  readonly isLast: boolean
}

export interface ResultFormat {
  /** Before the first result. */
  readonly header: string
  write(result: Result): string
  /** What a whole line says from its beginning; undefined when it is no result. */
  read(head: string): ReadLine | undefined
  /** Stands for an input in the account of what is done, so that an output is never continued for another input. */
  markOf(input: string): number
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
    absentAt: outcome.absentAt,
    body: outcome.body,
    problem: fault && JSON.stringify(problemOf(fault, outcome.path, `line-${line}`)),
  }
}

/** Never 0. */
export function checksum(text: string): number {
  return crc32(text) || 1
}

// The input's end is found without parsing: the first of these, on both sides of the comparison.
const OUTCOME_KEY = ',"outcome":"'
const LINE_START = /^\{"line":(\d+),"input":/
const OUTCOME = /^,"outcome":"([a-z_]+)"/

export const ndjsonFormat: ResultFormat = {
  header: '',
  write: ({ line, input, outcome, operation, fetchedAt, absent, body, problem }) =>
    `{"line":${line},"input":${input},"outcome":"${outcome}","operation":${json(operation)},` +
    `"fetched_at":${json(fetchedAt)},"absent":${JSON.stringify(absent)},` +
    `${problem === undefined ? `"body":${body ?? 'null'}` : `"problem":${problem}`}}\n`,
  read(head) {
    const found = LINE_START.exec(head)
    if (!found) return undefined
    const rest = head.slice(found[0].length)
    const [, outcome] = OUTCOME.exec(rest.slice(jsonLength(rest))) ?? []
    if (outcome === undefined) return undefined
    return { line: Number(found[1]), mark: markOfInput(rest), outcome, isLast: true }
  },
  markOf: markOfInput,
  isComplete: lastByte => lastByte === 0x7d,
}

function markOfInput(text: string): number {
  const cut = text.indexOf(OUTCOME_KEY)
  return checksum(cut === -1 ? text : text.slice(0, cut))
}

/** Of the JSON value with which a text begins: an input may itself hold what follows it in a result. */
function jsonLength(text: string): number {
  const token = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s"[\]{},:]+|[,:\s]/y
  let depth = 0
  for (;;) {
    const [found] = token.exec(text) ?? []
    if (found === undefined) return text.length
    if (found === '{' || found === '[') depth++
    else if (found === '}' || found === ']') depth--
    if (depth === 0) return token.lastIndex
  }
}

function json(text: string | undefined): string {
  return text === undefined ? 'null' : JSON.stringify(text)
}
