// Validates bulk records from Redis: other programs may write there too, and must not crash a worker or reach an output.
import { zstdDecompressSync } from 'node:zlib'
import { Fault, faultTable } from '../../kit/fault.ts'
import { parseJson } from '../../state/parse-json.ts'
import type { BulkJob, QueuedInput } from '../bulk-job.ts'
import { type Result, resultOf } from '../output/result.ts'

/** Called with a message about a damaged record, which counts as missing. */
export type OnDamaged = (message: string) => void

/** Many times the largest answer. */
const RESULT_MAX_BYTES = 64 * 1024 * 1024

export function isWrongType(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('WRONGTYPE')
}

/** Undefined if the fields are not a valid job. */
export function parseJob(name: string, fields: Readonly<Record<string, string>>): BulkJob | undefined {
  const {
    file = '',
    sha = '',
    createdAt = '',
    upTo = '0',
    total = '0',
    isWhole = '',
    operations = '',
    own = '[]',
  } = fields
  const lastQueuedLine = parseCount(upTo)
  const count = parseCount(total)
  if (!/^[\w-]{1,128}$/.test(sha) || lastQueuedLine === undefined || count === undefined) return undefined
  if (!/^1?$/.test(isWhole) || (createdAt !== '' && Number.isNaN(Date.parse(createdAt)))) return undefined
  if (!/^[\w.-]*(?: [\w.-]+)*$/.test(operations)) return undefined
  const ownFields = parseJson(own)
  if (!Array.isArray(ownFields) || !ownFields.every(field => typeof field === 'string')) return undefined
  return {
    name,
    file,
    sha,
    createdAt,
    lastQueuedLine,
    total: count,
    isFullyQueued: isWhole === '1',
    operations: operations.split(' ').filter(id => id !== ''),
    own: ownFields,
  }
}

export function parseCount(text: string): number | undefined {
  const count = /^\d{1,16}$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(count) ? count : undefined
}

export function isOutcome(text: string): boolean {
  return text === 'ok' || Object.hasOwn(faultTable, text)
}

/** Undefined if the bytes are not a valid result of this line. */
export function parseResult(line: number, bytes: Buffer): Result | undefined {
  const value = parseJson(decompress(bytes))
  return isResult(value) && value.line === line ? value : undefined
}

/** Replaces an unreadable result, so that the job can still be completed. */
export function unreadableResult(line: number): Result {
  const fault = new Fault('internal', 'the result for this input in Redis cannot be read')
  const outcome = { operation: undefined, path: '', atMs: undefined, absent: [] }
  return resultOf(line, null, { ...outcome, code: fault.code, fault })
}

function decompress(bytes: Buffer): string {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: RESULT_MAX_BYTES }).toString()
  } catch {
    return ''
  }
}

function isResult(value: unknown): value is Result {
  if (!isRecord(value)) return false
  const { line, input, outcome, operation, fetchedAt, absent, absentAt, body, problem } = value
  return (
    Number.isSafeInteger(line) &&
    isJsonLine(input) &&
    typeof outcome === 'string' &&
    isOutcome(outcome) &&
    isTextOrMissing(operation) &&
    isTextOrMissing(fetchedAt) &&
    isTextList(absent) &&
    (absentAt === undefined || isTextList(absentAt)) &&
    (body === undefined || isJsonLine(body)) &&
    (problem === undefined || isJsonLine(problem))
  )
}

/** The text is copied into a line of the output as it is. */
function isJsonLine(text: unknown): boolean {
  return typeof text === 'string' && !/[\r\n]/.test(text) && parseJson(text) !== undefined
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => typeof one === 'string')
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

export function isQueuedInput(data: unknown): data is QueuedInput {
  if (!isRecord(data)) return false
  const { job, line, value, isText, unreadable } = data
  return (
    typeof job === 'string' &&
    Number.isSafeInteger(line) &&
    value !== undefined &&
    typeof isText === 'boolean' &&
    isTextOrMissing(unreadable)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
