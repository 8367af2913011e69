// Results of a bulk run, and their NDJSON format.
import { crc32 } from 'node:zlib'
import { problemOf } from '../../answer/problems.ts'
import type { BulkOutcome } from '../input/collect.ts'

/** A result independent of the output format; also stored in Redis. */
export interface BulkResult {
  readonly line: number
  /** JSON text, copied without parsing; so are `body` and `problem`. */
  readonly input: string
  readonly outcome: string
  readonly operation: string | undefined
  readonly fetchedAt: string | undefined
  readonly absent: readonly string[]
  /** Exact positions of the absent fields, which are empty cells in CSV. Not part of NDJSON. */
  readonly absentAt?: readonly string[] | undefined
  readonly body: string | undefined
  readonly problem: string | undefined
}

interface ReadLine {
  readonly line: number
  readonly mark: number
  readonly outcome: string
  /** Whether this is the last line of the input's result. */
  readonly isLast: boolean
}

export interface ResultFormat {
  /** Written before the first result. */
  readonly header: string
  write(result: BulkResult): string
  /** Parses the beginning of a complete line; undefined if it is not a result. */
  read(head: string): ReadLine | undefined
  /** Checksum of an input, so that an output is never continued with another input. */
  markOf(input: string): number
  /** Whether a line that starts as a result also ends as one. */
  isComplete(lastByte: number | undefined): boolean
}

export function resultOf(line: number, value: unknown, outcome: BulkOutcome): BulkResult {
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

/** Never 0, which means that there is no result. */
export function checksum(text: string): number {
  return crc32(text) || 1
}

// Marks the end of the input without parsing: both sides of a comparison use its first occurrence.
const OUTCOME_KEY = ',"outcome":"'
const LINE_START = /^\{"line":(\d+),"input":/
const OUTCOME = /^,"outcome":"([a-z_]+)"/

export const ndjsonFormat: ResultFormat = {
  header: '',
  write: result => lineOf(result, ''),
  read(head) {
    const lineStart = LINE_START.exec(head)
    if (!lineStart) return undefined
    const rest = head.slice(lineStart[0].length)
    const [, outcome] = OUTCOME.exec(rest.slice(jsonLength(rest))) ?? []
    if (outcome === undefined) return undefined
    return { line: Number(lineStart[1]), mark: markOfInput(rest), outcome, isLast: true }
  },
  markOf: markOfInput,
  isComplete: lastByte => lastByte === 0x7d,
}

/** NDJSON with the exact positions of absent fields: what a run keeps until it can write a Parquet file, which cannot be appended to. */
export const workingFormat: ResultFormat = {
  ...ndjsonFormat,
  write: result => lineOf(result, `"absent_at":${JSON.stringify(result.absentAt ?? [])},`),
}

function lineOf(
  { line, input, outcome, operation, fetchedAt, absent, body, problem }: BulkResult,
  more: string,
) {
  return (
    `{"line":${line},"input":${input},"outcome":"${outcome}","operation":${json(operation)},` +
    `"fetched_at":${json(fetchedAt)},"absent":${JSON.stringify(absent)},${more}` +
    `${problem === undefined ? `"body":${body ?? 'null'}` : `"problem":${problem}`}}\n`
  )
}

function markOfInput(text: string): number {
  const cut = text.indexOf(OUTCOME_KEY)
  return checksum(cut === -1 ? text : text.slice(0, cut))
}

/** Length of the JSON value at the start of the text; an input may itself contain OUTCOME_KEY. */
function jsonLength(text: string): number {
  const token = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s"[\]{},:]+|[,:\s]/y
  let depth = 0
  for (;;) {
    const [bracket] = token.exec(text) ?? []
    if (bracket === undefined) return text.length
    if (bracket === '{' || bracket === '[') depth++
    else if (bracket === '}' || bracket === ']') depth--
    if (depth === 0) return token.lastIndex
  }
}

function json(text: string | undefined): string {
  return text === undefined ? 'null' : JSON.stringify(text)
}
