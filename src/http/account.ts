// Counts each call for its key, and tells the observers; hits are told of in sums.
import type { Entry } from '../engine/registry.ts'
import type { Events } from '../events.ts'
import { faultTable } from '../kit/fault.ts'
import type { Meter } from '../state/meter.ts'
import type { Exchange } from './exchange.ts'

export type Account = (exchange: Exchange, entry: Entry) => void

const TELL_EVERY_MS = 1_000

export function createAccount(meter: Meter, events: Events): Account {
  const hits = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const tellHits = () => {
    timer = undefined
    for (const [operation, count] of hits) events.emit('hits', { operation, count })
    hits.clear()
  }
  return (exchange, entry) => {
    const { fault, key, cache, request, response } = exchange
    const operation = entry.operation.id
    if (key) {
      const counts =
        fault === undefined || (faultTable[fault.code].whose === 'caller' && fault.code !== 'quota_exceeded')
      exchange.quota?.settle?.(counts)
      meter.count({ keyId: key.id, operation, outcome: fault?.code ?? 'ok', cache, counts }, Date.now())
    }
    if (cache === 'hit' && !fault) {
      hits.set(operation, (hits.get(operation) ?? 0) + 1)
      timer ??= setTimeout(tellHits, TELL_EVERY_MS).unref()
      return
    }
    events.emit('answered', {
      requestId: exchange.requestId,
      operation,
      keyId: key?.id,
      method: request.method ?? '',
      path: exchange.path,
      status: fault?.status ?? response.statusCode,
      fault,
      cache,
      ms: performance.now() - exchange.startedMs,
    })
  }
}
