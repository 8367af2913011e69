// One tool call: arguments → operation → the answer as text an agent can use, or a tool error that says what to do next.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { ANY_FRESH, type Freshness } from '../engine/freshness.ts'
import type { Outcome } from '../engine/index.ts'
import { type Given, invalid } from '../engine/params.ts'
import type { Entry } from '../engine/registry.ts'
import { asFault } from '../http/problems.ts'
import { type Fault, faultTable } from '../kit/fault.ts'
import { boundTo } from './cut.ts'
import { type Selection, selectionOf } from './fields.ts'
import { CHARS_MAX, CHARS_MIN, DEFAULT_CHARS, OWN_NAMES } from './tools.ts'

/** Runs an operation for the caller at hand, with all limits that hold for them; throws faults. */
export type RunOperation = (
  entry: Entry,
  given: readonly Given[],
  freshness: Freshness,
  signal: AbortSignal,
) => Promise<Outcome>

export async function callTool(
  entry: Entry,
  args: Readonly<Record<string, unknown>>,
  run: RunOperation,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const selection = selectionOf(entry.operation.result, args.fields)
    const maxChars = wholeNumber(args, 'max_chars', CHARS_MIN, CHARS_MAX) ?? DEFAULT_CHARS
    const maxAgeS = wholeNumber(args, 'max_age_s', 0, 1e9)
    const freshness = maxAgeS === undefined ? ANY_FRESH : { ...ANY_FRESH, maxAgeMs: maxAgeS * 1000 - 1 }
    const given = Object.entries(args)
      .filter(([name]) => !OWN_NAMES.some(own => own === name))
      .map(([name, value]) => ({ name, value, in: 'body' as const }))
    return told(await run(entry, given, freshness, signal), selection, maxChars)
  } catch (error) {
    return refusal(asFault(error))
  }
}

function told({ answer, cache }: Outcome, selection: Selection, maxChars: number): CallToolResult {
  const picked = selection.pick(JSON.parse(answer.body.toString()))
  const { text, cuts } = boundTo(picked, maxChars)
  const absent = answer.absentPointers.filter(pointer => selection.covers(pointer))
  const ageS = Math.max(0, Math.round((Date.now() - answer.madeAtMs) / 1000))
  const notes = [
    cuts.length > 0
      ? `CUT to fit ${maxChars} characters (whole: ${JSON.stringify(picked).length}). ${cuts.join('; ')}. Ask for less with fields, or for more with max_chars.`
      : '',
    absent.length > 0
      ? `The shop gave no value for ${absent.slice(0, 40).join(', ')}${absent.length > 40 ? ` and ${absent.length - 40} more` : ''}: what stands there ("", 0, [], false) is a placeholder, not a fact.`
      : '',
    `Read from the shop ${ageS} s ago${cache === 'hit' ? ' (from the cache)' : ''}${answer.source && `: ${answer.source}`}.`,
  ]
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: notes.filter(Boolean).join('\n') },
    ],
  }
}

function refusal(fault: Fault): CallToolResult {
  const { title, next, when, status } = faultTable[fault.code]
  const lines = [
    `${title} (${fault.code}): ${status === 500 ? when : fault.message}`,
    ...(fault.errors ?? []).map(
      error => `- ${error.message}${error.accepted ? ` (accepted: ${error.accepted.join(', ')})` : ''}`,
    ),
    `What to do: ${next}`,
    fault.retryable
      ? `It may succeed ${fault.retryAfterMs === undefined ? 'later' : `after ${Math.ceil(fault.retryAfterMs / 1000)} s`}.`
      : 'The same call will fail again.',
  ]
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] }
}

function wholeNumber(
  args: Readonly<Record<string, unknown>>,
  name: (typeof OWN_NAMES)[number],
  min: number,
  max: number,
): number | undefined {
  const value = args[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw invalid([{ name, in: 'body', message: `${name} must be an integer from ${min} to ${max}` }])
}
