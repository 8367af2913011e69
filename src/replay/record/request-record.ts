// The record of a request, as shown by /api/v2/requests/{id} and `wares explain`.
import type { NotedStage, RecordedFault, StoredExchange } from './recording.ts'
import type { FoundBody, FoundRun, RecordingStore } from './recording-store.ts'
import { findSources, type ValueSource } from '../sources/sources.ts'

export interface RequestRecord {
  readonly request_id: string
  readonly at: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** `ok`, or the error code. */
  readonly outcome: string
  readonly problem?: { readonly code: string; readonly detail: string; readonly field?: string }
  readonly ms: number
  readonly timings: readonly NotedStage[]
  readonly way?: string
  readonly rules?: Readonly<Record<string, string>>
  readonly version: string
  readonly exchanges: readonly RecordedExchange[]
  readonly absent: readonly string[]
  readonly dropped: Readonly<Record<string, number>>
  readonly sources: Readonly<Record<string, ValueSource>>
}

interface RecordedExchange {
  readonly site: string
  readonly method: string
  readonly url: string
  readonly status: number | null
  readonly failure?: string
  readonly type: string
  readonly bytes: number
  readonly attempt: number
  readonly started_ms: number
  readonly ms: number
  /** SHA-256 of the stored document. */
  readonly document?: string
}

export type FoundRecord =
  | {
      readonly kind: 'found'
      readonly record: RequestRecord
      readonly keyId: string | null
      readonly cause?: string
    }
  | { readonly kind: 'dropped'; readonly keyId: string | null }
  | { readonly kind: 'unknown' }

export function findRecord(
  store: RecordingStore,
  { requestId, withExcerpts }: { readonly requestId: string; readonly withExcerpts: boolean },
): FoundRecord {
  const run = store.find(requestId)
  if (!run) {
    const dropped = store.findDropped(requestId)
    return dropped ? { kind: 'dropped', ...dropped } : { kind: 'unknown' }
  }
  const keyId = run.requests.find(one => one.id === requestId)?.keyId ?? null
  const { cause } = run.fault ?? {}
  const record = recordOf(run, requestId, store, withExcerpts)
  return { kind: 'found', record, keyId, ...(cause === undefined ? {} : { cause }) }
}

function recordOf(
  run: FoundRun,
  requestId: string,
  store: Pick<RecordingStore, 'body'>,
  withExcerpts: boolean,
): RequestRecord {
  const { operation, params, fault, way, rules } = run
  return {
    request_id: requestId,
    at: new Date(run.atMs).toISOString(),
    operation,
    params,
    outcome: fault?.code ?? 'ok',
    ...(fault ? { problem: problemOf(fault) } : {}),
    ms: rounded(run.ms),
    timings: run.stages.map(({ stage, ms }) => ({ stage, ms: rounded(ms) })),
    ...(way === undefined ? {} : { way }),
    ...(rules === undefined ? {} : { rules }),
    version: run.version,
    exchanges: run.exchanges.map(one => exchangeOf(one, store.body(run, one.body))),
    absent: run.absent,
    dropped: run.dropped,
    sources: sourcesOf(run, store, withExcerpts),
  }
}

function problemOf({ code, detail, field }: RecordedFault): NonNullable<RequestRecord['problem']> {
  return { code, detail, ...(field === undefined ? {} : { field }) }
}

function exchangeOf(one: StoredExchange, body: FoundBody | undefined): RecordedExchange {
  return {
    site: one.site,
    method: one.method,
    url: one.url,
    status: one.status ?? null,
    ...(one.failure === undefined ? {} : { failure: one.failure }),
    type: one.headers['content-type'] ?? '',
    bytes: one.bytes,
    attempt: one.attempt,
    started_ms: rounded(one.startedMs),
    ms: rounded(one.ms),
    ...(body ? { document: body.sha256 } : {}),
  }
}

function sourcesOf(
  run: FoundRun,
  store: Pick<RecordingStore, 'body'>,
  withExcerpts: boolean,
): RequestRecord['sources'] {
  const answer = store.body(run, run.answer)
  if (!answer) return {}
  const documents = run.exchanges.flatMap((one, exchange) => {
    const body = store.body(run, one.body)
    const type = one.headers['content-type'] ?? ''
    return body ? [{ exchange, url: one.url, type, text: textOf(one, body.bytes) }] : []
  })
  return findSources({
    answer: JSON.parse(answer.bytes.toString()) as unknown,
    documents,
    params: run.params,
    absent: new Set(run.absent),
    withExcerpts,
  })
}

function textOf({ charset }: Pick<StoredExchange, 'charset'>, body: Uint8Array): string {
  return new TextDecoder(charset || 'utf-8').decode(body)
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}
