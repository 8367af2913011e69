// Runs one input through the engine. The outcome is an answer or a fault.
import type { Engine } from '../../answer/index.ts'
import type { Freshness } from '../../answer/cache/answer-cache.ts'
import { isComposite } from '../../answer/request/registry.ts'
import { absencesOf } from '#kit/schema/find-absent'
import type { Fault } from '#kit/fault'
import { asFault } from '../../answer/problems.ts'
import type { BulkInput } from './read-inputs.ts'
import type { InputResolver } from './input-resolver.ts'

export interface BulkOutcome {
  /** `ok`, or the code of the fault. */
  readonly code: string
  readonly operation: string | undefined
  readonly path: string
  /** When the answer was made or the fault occurred; undefined if the input never reached the engine. */
  readonly atMs: number | undefined
  /** The answer as JSON text. */
  readonly body?: string
  readonly absent: readonly string[]
  /** Exact positions of the absent fields, for tables. */
  readonly absentAt?: readonly string[]
  readonly fault?: Fault
}

export type BulkCollector = (input: BulkInput) => Promise<BulkOutcome>

/** The caller name for throttling and usage counts; not the id of any key. */
export const BULK_CALLER = 'bulk'

/** Called for every attempt. */
export type OnEngineCall = (call: { operation: string; outcome: string; cache: string }) => void

export function createCollect(
  engine: Engine,
  resolveInput: InputResolver,
  freshness: Freshness,
  count: OnEngineCall,
): BulkCollector {
  return async input => {
    const resolved = resolveInput(input)
    if ('fault' in resolved) return faultOutcome(resolved.fault, undefined, '', false)
    const { entry, rawParams } = resolved.work
    const operation = entry.operation.id
    let isAsked = false
    try {
      const prepared = engine.prepare(entry, rawParams)
      isAsked = true
      const { answer, cache } = await engine.run(prepared, {
        freshness,
        caller: BULK_CALLER,
        signal: new AbortController().signal,
        onTiming: () => {},
      })
      count({ operation, outcome: 'ok', cache })
      const body = answer.body.toString()
      return {
        code: 'ok',
        operation,
        path: entry.path,
        atMs: answer.madeAtMs,
        body,
        ...(isComposite(entry)
          ? absencesOf(entry.operation, JSON.parse(body))
          : { absent: answer.absentPointers, absentAt: answer.absentAt }),
      }
    } catch (error) {
      const fault = asFault(error)
      count({ operation, outcome: fault.code, cache: 'none' })
      return faultOutcome(fault, operation, entry.path, isAsked)
    }
  }
}

function faultOutcome(
  fault: Fault,
  operation: string | undefined,
  path: string,
  isAsked: boolean,
): BulkOutcome {
  return { code: fault.code, operation, path, atMs: isAsked ? Date.now() : undefined, absent: [], fault }
}
