// Converts a recording to a HAR and back; Wares' own data is in additional fields next to HAR's.
import { isUtf8 } from 'node:buffer'
import { operatorError } from '../../runtime/operator-error.ts'
import type { Har, RecordingFacts } from './har.ts'
import type { RecordedFault, StoredExchange } from '../record/recording.ts'
import type { FoundRun, RecordingStore } from '../record/recording-store.ts'

type HarEntry = Har['log']['entries'][number]

/** A recording with everything needed to replay it and compare the outcome. */
export interface ReplayableRecording {
  /** The request id, or the file. */
  readonly name: string
  readonly har: Har
  readonly facts: RecordingFacts & Required<Pick<RecordingFacts, '_operation' | '_params'>>
}

export function replayableRun(run: FoundRun, store: Pick<RecordingStore, 'body'>): ReplayableRecording {
  const answer = store.body(run, run.answer)
  const facts: ReplayableRecording['facts'] = {
    _operation: run.operation,
    _params: run.params,
    _sites: run.sites,
    ...(run.sites[run.site] ? { _origins: run.sites[run.site]?.origins ?? {} } : {}),
    _absent: run.absent,
    ...(run.fault ? { _fault: publicFault(run.fault) } : {}),
    ...(answer ? { _answer: JSON.parse(answer.bytes.toString()) as unknown } : {}),
  }
  const entries = run.exchanges.map(one => entryOf(one, run.atMs, store.body(run, one.body)?.bytes))
  const har = { log: { version: '1.2', creator: { name: 'wares', version: run.version }, entries, ...facts } }
  return { name: run.requests[0]?.id ?? '', har, facts }
}

/** Rejects a HAR that was not made by Wares, and lists what it lacks. */
export function replayableHar(har: Har, name: string): ReplayableRecording {
  const log = (har as Partial<Har> | null)?.log as Partial<Har['log']> | undefined
  const missing = [
    ...(Array.isArray(log?.entries) ? [] : ['log.entries (the exchanges)']),
    ...(typeof log?._operation === 'string' ? [] : ['log._operation (the operation)']),
    ...(typeof log?._params === 'object' ? [] : ['log._params (its parameters)']),
    ...(log?._answer === undefined && log?._fault === undefined
      ? ['log._answer or log._fault (the outcome to compare with)']
      : []),
  ]
  if (missing.length > 0) {
    throw operatorError(
      `${name} is not a recording of Wares. It lacks ${missing.join(', ')}. \`wares replay --export\` writes recordings that can be replayed; \`wares call OPERATION --har FILE\` runs an operation on any HAR file.`,
    )
  }
  return { name, har, facts: log as ReplayableRecording['facts'] }
}

function publicFault({ code, field }: RecordedFault): { code: string; field?: string } {
  return { code, ...(field === undefined ? {} : { field }) }
}

function entryOf(one: StoredExchange, atMs: number, body: Buffer | undefined): HarEntry {
  const mimeType = one.headers['content-type'] ?? ''
  const bytes = body ?? Buffer.alloc(0)
  const isText = /^utf-?8$/i.test(one.charset) && isUtf8(bytes)
  const full = {
    startedDateTime: new Date(atMs + one.startedMs).toISOString(),
    time: one.ms,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      queryString: [],
      headersSize: -1,
      bodySize: one.sent?.length ?? 0,
      ...(one.sent === undefined ? {} : { postData: { mimeType: 'application/json', text: one.sent } }),
    },
    response: {
      status: one.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(one.headers).map(([name, value]) => ({ name, value })),
      content: {
        size: bytes.length,
        mimeType,
        text: bytes.toString(isText ? 'utf8' : 'base64'),
        ...(isText ? {} : { encoding: 'base64' }),
      },
      redirectURL: one.headers.location ?? '',
      headersSize: -1,
      bodySize: one.bytes,
      ...(one.failure === undefined ? {} : { _failure: one.failure }),
    },
    cache: {},
    timings: { send: 0, wait: one.ms, receive: 0 },
    _site: one.site,
  }
  return full
}
