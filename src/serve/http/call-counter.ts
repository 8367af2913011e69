// Counts each call for its key and emits events; cache hits are reported as totals.
import { CLIENT_CLOSED_STATUS } from '../../runtime/client-closed.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import type { Events } from '../../runtime/events.ts'
import { countsAgainstQuota } from '../../store/keys/admission.ts'
import type { Meter } from '../../store/keys/meter.ts'
import type { Exchange } from './exchange.ts'

export type CallCounter = (exchange: Exchange, entry: RegisteredOperation) => void

const HITS_FLUSH_MS = 1_000

export function createCallCounter(meter: Meter, events: Events): CallCounter {
  const hits = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const reportHits = () => {
    timer = undefined
    for (const [operation, count] of hits) events.emit('hits', { operation, count })
    hits.clear()
  }
  return (exchange, entry) => {
    const { fault, key, cache, request, response } = exchange
    const outcome = exchange.isClientClosed ? 'client_closed' : (fault?.code ?? 'ok')
    const operation = entry.operation.id
    if (key) {
      const counts = countsAgainstQuota(fault)
      exchange.quota?.commit?.(counts)
      meter.count({ keyId: key.id, operation, outcome, cache, counts }, Date.now())
    }
    if (cache === 'hit' && !fault) {
      hits.set(operation, (hits.get(operation) ?? 0) + 1)
      timer ??= setTimeout(reportHits, HITS_FLUSH_MS).unref()
      return
    }
    events.emit('answered', {
      requestId: exchange.requestId,
      operation,
      keyId: key?.id,
      method: request.method ?? '',
      path: exchange.path,
      status: exchange.isClientClosed ? CLIENT_CLOSED_STATUS : (fault?.status ?? response.statusCode),
      outcome,
      fault,
      cache,
      ms: performance.now() - exchange.startedMs,
    })
  }
}
