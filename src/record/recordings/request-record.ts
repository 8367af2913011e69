// The record of a request, as shown by /api/v2/requests/{id} and `wares explain`.
import { hash } from 'node:crypto'
import { charsetOf } from '#reader/html/bytes'
import { bytesOfContent, type Har, type HarEntry } from '../har/har.ts'
import { findSources, type ValueSource } from '../sources/sources.ts'
import type { NotedStage } from '../recording.ts'
import type { Recordings } from './recording-folder.ts'

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

export type RecordLookup =
  | {
      readonly kind: 'found'
      readonly record: RequestRecord
      readonly keyId: string | null
      readonly cause?: string
    }
  | { readonly kind: 'dropped'; readonly keyId: string | null }
  | { readonly kind: 'unknown' }

interface AskedRecord {
  readonly requestId: string
  readonly withExcerpts: boolean
}

export function findRecord(recordings: Recordings, query: AskedRecord): RecordLookup {
  const har = recordings.find(query.requestId)?.read()
  if (har) return recordOf(har, query)
  const dropped = recordings.findDropped(query.requestId)
  return dropped ? { kind: 'dropped', ...dropped } : { kind: 'unknown' }
}

export function recordOf(har: Har | undefined, { requestId, withExcerpts }: AskedRecord): RecordLookup {
  const { _run: run, _fault: fault, _operation: operation = '', _params: params = {} } = har?.log ?? {}
  if (!har || !run) return { kind: 'unknown' }
  const documents = har.log.entries.map(documentOf)
  const { ms, stages, way, rules, cause } = run
  const record = {
    request_id: requestId,
    at: run.at,
    operation,
    params,
    outcome: fault?.code ?? 'ok',
    ...(fault
      ? { problem: { code: fault.code, detail: fault.detail ?? '', ...given({ field: fault.field }) } }
      : {}),
    ms: rounded(ms),
    timings: stages.map(({ stage, ms: tookMs }) => ({ stage, ms: rounded(tookMs) })),
    ...given({ way, rules }),
    version: har.log.creator?.version ?? '',
    exchanges: har.log.entries.map((one, place) => exchangeOf(one, documents[place])),
    absent: har.log._absent ?? [],
    dropped: run.dropped,
    sources: sourcesOf(har, documents, withExcerpts),
  }
  const keyId = run.requests.find(one => one.id === requestId)?.keyId ?? null
  return { kind: 'found', record, keyId, ...given({ cause }) }
}

interface StoredDocument {
  readonly bytes: Uint8Array
  readonly type: string
  readonly charset: string
}

/** Undefined when none was stored. */
function documentOf({ response: { content } }: HarEntry): StoredDocument | undefined {
  const bytes = bytesOfContent(content)
  const type = content?.mimeType ?? ''
  if (bytes.length === 0) return undefined
  return { bytes, type, charset: content?.encoding === 'base64' ? charsetOf(bytes, type) : 'utf-8' }
}

function exchangeOf(harEntry: HarEntry, document: StoredDocument | undefined): RecordedExchange {
  const { request, response, _site = '', _attempt = 1, _startedMs = 0, time = 0 } = harEntry
  return {
    site: _site,
    method: request.method,
    url: request.url,
    status: response.status === 0 ? null : response.status,
    ...given({ failure: response._failure }),
    type: response.content?.mimeType ?? '',
    bytes: response.bodySize ?? 0,
    attempt: _attempt,
    started_ms: rounded(_startedMs),
    ms: rounded(time),
    ...given({ document: document && hash('sha256', document.bytes) }),
  }
}

function sourcesOf(
  { log }: Har,
  documents: readonly (StoredDocument | undefined)[],
  withExcerpts: boolean,
): RequestRecord['sources'] {
  if (log._answer === undefined) return {}
  return findSources({
    answer: log._answer,
    documents: documents.flatMap((document, exchange) => {
      const url = log.entries[exchange]?.request.url ?? ''
      return document ? [{ exchange, url, type: document.type, text: textOf(document) }] : []
    }),
    params: log._params ?? {},
    absent: new Set(log._absent),
    withExcerpts,
  })
}

function textOf({ bytes, charset }: StoredDocument): string {
  return new TextDecoder(charset).decode(bytes)
}

/** Removes members that are undefined. */
function given<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}
