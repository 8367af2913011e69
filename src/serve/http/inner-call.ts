// Runs an operation for the caller of a request that was admitted with its key: scope and quota, answer, count.
import { isClientClosed } from '../../runtime/client-closed.ts'
import type { Freshness } from '../../answer/cache/answer-cache.ts'
import type { ServedAnswer } from '../../answer/index.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import type { RawParam } from '#kit/params/param-specs'
import { type AdmitParts, admitQuota } from './admit.ts'
import type { Exchange } from './exchange.ts'
import type { OperationParts } from './answer/operation-handler.ts'
import { asFault } from '../../answer/problems.ts'

/** Throws faults. */
export type NestedCall = (
  entry: RegisteredOperation,
  rawParams: readonly RawParam[],
  freshness: Freshness,
  signal?: AbortSignal,
) => Promise<ServedAnswer>

export function createInnerCall(parts: OperationParts, outer: Exchange): NestedCall {
  const { engine } = parts
  const disconnected = disconnectedSignal(outer)
  return (entry, rawParams, freshness, signal) =>
    countedCall(parts, outer, entry, async exchange => {
      const outcome = await engine.run(engine.prepare(entry, rawParams), {
        freshness,
        caller: exchange.key?.id ?? 'agent',
        recordFor: { requestId: exchange.requestId, keyId: exchange.key?.id ?? null, isRecorded: false },
        signal: signal ? AbortSignal.any([signal, disconnected]) : disconnected,
        onTiming: () => {},
      })
      exchange.cache = outcome.cache
      return outcome
    })
}

/** Aborts when the caller disconnects. */
export function disconnectedSignal({ response }: Exchange): AbortSignal {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  return disconnected.signal
}

/** Checks scope and quota for an operation, runs it, and counts it, whatever comes of it. */
export async function countedCall<T>(
  parts: AdmitParts & Pick<OperationParts, 'countCall'>,
  outer: Exchange,
  entry: RegisteredOperation,
  run: (exchange: Exchange) => Promise<T>,
): Promise<T> {
  const exchange: Exchange = { ...outer, entry, startedMs: performance.now() }
  try {
    await admitQuota(parts, exchange, entry)
    return await run(exchange)
  } catch (error) {
    if (isClientClosed(error)) {
      exchange.isClientClosed = true
      throw error
    }
    exchange.fault = asFault(error)
    throw exchange.fault
  } finally {
    parts.countCall(exchange, entry)
  }
}
