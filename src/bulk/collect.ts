// One input through the engine, to one outcome: an answer, or the fault that stands in its place.
import type { Engine } from '../engine/index.ts'
import type { Freshness } from '../engine/freshness.ts'
import type { Fault } from '../kit/fault.ts'
import { asFault } from '../http/problems.ts'
import type { Input } from './read-inputs.ts'
import type { Tell } from './tell-work.ts'

export interface Outcome {
  /** `ok`, or the code of the fault. */
  readonly code: string
  readonly operation: string | undefined
  readonly path: string
  /** When the answer was made or the fault met; undefined when nothing was asked of the site. */
  readonly atMs: number | undefined
  /** The answer as JSON text. */
  readonly body?: string
  readonly absent: readonly string[]
  readonly fault?: Fault
}

export type Collect = (input: Input) => Promise<Outcome>

/** Whose name stands in line for permits of a site. */
const CALLER = 'bulk'

export function createCollect(engine: Engine, tell: Tell, freshness: Freshness): Collect {
  return async input => {
    const told = tell(input)
    if ('fault' in told) return failed(told.fault, undefined, '', false)
    const { entry, given } = told.work
    const operation = entry.operation.id
    let isAsked = false
    try {
      const prepared = engine.prepare(entry, given)
      isAsked = true
      const { answer } = await engine.ask(prepared, {
        freshness,
        caller: CALLER,
        signal: new AbortController().signal,
        timed: () => {},
      })
      return {
        code: 'ok',
        operation,
        path: entry.path,
        atMs: answer.madeAtMs,
        body: answer.body.toString(),
        absent: answer.absentPointers,
      }
    } catch (error) {
      return failed(asFault(error), operation, entry.path, isAsked)
    }
  }
}

function failed(fault: Fault, operation: string | undefined, path: string, isAsked: boolean): Outcome {
  return { code: fault.code, operation, path, atMs: isAsked ? Date.now() : undefined, absent: [], fault }
}
