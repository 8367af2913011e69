// Handles one tool call: arguments → operation → structured content with a short text, or the problem with a next step.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { DEFAULT_FRESHNESS, type Freshness } from '../../answer/cache/answer-cache.ts'
import type { ServedAnswer } from '../../answer/index.ts'
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import { type RawParam, toRawParams } from '#kit/params/param-specs'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import { asFault } from '../../answer/problems.ts'
import { type FailedSite, failedSites, NO_SEARCH } from '../../answer/failed-sites.ts'
import { type Fault, faultTable } from '#kit/fault'
import { firstRows, groupByShop, withoutLongFields } from './lean-answer.ts'
import { summarise } from './summary.ts'
import { truncateToFit } from './truncate-answer.ts'
import { type FieldSelection, parseFieldSelection } from './field-selection.ts'
import {
  CHARS_MAX,
  CHARS_MIN,
  type COMMON_ARGUMENTS,
  DEFAULT_CHARS,
  DEFAULT_ROWS,
  type OfferedTool,
  ROWS_MAX,
} from './tools.ts'
import { valueOf } from '../../answer/cache/answer.ts'

/** Runs an operation for the current caller, within the caller's limits; throws faults. */
export type RunOperation = (
  entry: RegisteredOperation,
  rawParams: readonly RawParam[],
  freshness: Freshness,
  signal: AbortSignal,
) => Promise<ServedAnswer>

/** `json` repeats the data in the text, for hosts that show a model nothing else. */
export type TextMode = 'summary' | 'json'

interface ToolCallContext {
  readonly run: RunOperation
  readonly signal: AbortSignal
  readonly text: TextMode
}

export async function answerToolCall(
  tool: OfferedTool,
  args: Readonly<Record<string, unknown>>,
  { run, signal, text }: ToolCallContext,
): Promise<CallToolResult> {
  try {
    const { entry, params, options } = tool.resolve(args)
    const selection = parseFieldSelection(entry.operation.result, options.fields)
    const view: AnswerView = {
      selection,
      isLean: options.fields === undefined,
      rows: readIntegerArgument(options, 'limit', 1, ROWS_MAX) ?? defaultRows(entry),
      maxChars: readIntegerArgument(options, 'max_chars', CHARS_MIN, CHARS_MAX) ?? DEFAULT_CHARS,
      text,
    }
    const maxAgeS = readIntegerArgument(options, 'max_age_s', 0, 1e9)
    const freshness =
      maxAgeS === undefined ? DEFAULT_FRESHNESS : { ...DEFAULT_FRESHNESS, maxAgeMs: maxAgeS * 1000 - 1 }
    const rawParams = toRawParams(params)
    return toToolResult(entry, await run(entry, rawParams, freshness, signal), view)
  } catch (error) {
    return toToolError(asFault(error))
  }
}

/** An operation with a `limit` of its own has said how many rows it returns. */
function defaultRows({ operation }: RegisteredOperation): number {
  return 'limit' in operation.params ? ROWS_MAX : DEFAULT_ROWS
}

interface AnswerView {
  readonly selection: FieldSelection
  /** Without the fields that few questions need. */
  readonly isLean: boolean
  readonly rows: number
  readonly maxChars: number
  readonly text: TextMode
}

function toToolResult(
  { operation }: RegisteredOperation,
  outcome: ServedAnswer,
  view: AnswerView,
): CallToolResult {
  const { selection, isLean, rows, maxChars } = view
  const whole: unknown = valueOf(outcome.answer)
  const failed = failedSites(operation, whole)
  const grouped = isLean ? groupByShop(operation, whole) : { value: whole, note: '' }
  const first = firstRows(operation, grouped.value, rows)
  const lean = isLean ? withoutLongFields(operation, first.value) : { value: first.value, note: '' }
  const picked = withFailedSites(selection.pick(lean.value), operation, failed)
  const { text, cuts } = truncateToFit(picked, maxChars)
  const cut =
    cuts.length > 0
      ? `CUT to fit ${maxChars} characters (whole: ${JSON.stringify(picked).length}). ${cuts.join('; ')}. Select fewer fields with fields, or raise max_chars.`
      : ''
  const notes = [
    cut,
    failedNote(failed),
    unaskedNote(operation, whole),
    grouped.note,
    first.note,
    lean.note,
    ...notesOn(outcome, selection),
  ].filter(Boolean)
  const data = JSON.parse(text) as unknown
  const summary = view.text === 'json' ? text : summarise(operation, data)
  return {
    content: [{ type: 'text', text: [summary, ...notes].join('\n') }],
    structuredContent: { data, notes },
  }
}

/** Failed sites are always reported, regardless of the selected fields. */
function withFailedSites(
  picked: unknown,
  { siteOutcomes = '' }: RegisteredOperation['operation'],
  failed: readonly FailedSite[],
): unknown {
  const value = picked as Readonly<Record<string, unknown>>
  return failed.length === 0 || siteOutcomes in value ? picked : { ...value, [siteOutcomes]: failed }
}

/** They may sell it: an agent must not say that they do not. */
function unaskedNote({ siteOutcomes = '' }: RegisteredOperation['operation'], whole: unknown): string {
  const sites = (whole as Readonly<Record<string, readonly FailedSite[] | undefined>>)[siteOutcomes] ?? []
  const names = sites.filter(({ outcome }) => outcome === NO_SEARCH).map(({ site }) => site)
  return names.length === 0 ? '' : `Not asked, because they have no search: ${names.join(', ')}.`
}

function failedNote(failed: readonly FailedSite[]): string {
  const names = failed.map(({ site, outcome }) => `${site} (${outcome})`)
  return names.length === 0 ? '' : `INCOMPLETE: these sites failed and are missing here: ${names.join(', ')}.`
}

function notesOn({ answer, cache }: ServedAnswer, selection: FieldSelection): string[] {
  const absent = answer.absentPointers.filter(
    pointer => !(pointer in answer.dropped) && selection.covers(pointer),
  )
  const dropped = Object.values(answer.dropped).reduce((total, count) => total + count, 0)
  const ageS = Math.max(0, Math.round((Date.now() - answer.madeAtMs) / 1000))
  return [
    absent.length > 0
      ? `The shop gave no value for ${absent.slice(0, 40).join(', ')}${absent.length > 40 ? ` and ${absent.length - 40} more` : ''}: the value there ("", 0, [], false) is a placeholder, not a fact.`
      : '',
    dropped > 0 ? `${dropped} rows could not be read and were left out.` : '',
    `Read from the shop ${ageS} s ago${cache === 'hit' ? ' (from the cache)' : ''}${answer.source && `: ${answer.source}`}.`,
  ]
}

export function toToolError(fault: Fault): CallToolResult {
  const { title, next, when, status, whose } = faultTable[fault.code]
  const detail = status === 500 ? when : fault.message
  const retryAfterS = fault.retryAfterMs === undefined ? undefined : Math.ceil(fault.retryAfterMs / 1000)
  const lines = [
    `${title} (${fault.code}): ${detail}`,
    ...(fault.errors ?? []).map(
      error => `- ${error.message}${error.accepted ? ` (accepted: ${error.accepted.join(', ')})` : ''}`,
    ),
    `What to do: ${next}`,
    fault.retryable
      ? `It may succeed ${retryAfterS === undefined ? 'later' : `after ${retryAfterS} s`}.`
      : 'The same call will fail again.',
  ]
  const problem = {
    code: fault.code,
    title,
    status,
    detail,
    cause: whose,
    next,
    retryable: fault.retryable,
    ...(retryAfterS !== undefined && { retry_after_s: retryAfterS }),
    ...(fault.field !== undefined && { field: fault.field }),
    ...(fault.errors !== undefined && { errors: fault.errors }),
  }
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { problem },
  }
}

function readIntegerArgument(
  args: Readonly<Record<string, unknown>>,
  name: (typeof COMMON_ARGUMENTS)[number],
  min: number,
  max: number,
): number | undefined {
  const value = args[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw invalidParameterFault([
    { name, in: 'body', message: `${name} must be an integer from ${min} to ${max}` },
  ])
}
