// HAR 1.2: replays responses from a file that a browser or Wares has written, and records exchanges with secrets scrubbed.
import { isUtf8 } from 'node:buffer'
import { Fault } from '../../kit/fault.ts'
import { charsetOf } from '#reader/html/bytes'
import type { Send, UpstreamRequest, UpstreamResponse } from '../../upstream/layer.ts'
import { requestKey, matchRequestKey } from './har-match.ts'
import { isFailureKind, upstreamFailure } from '../../upstream/upstream-failure.ts'
import type { RecordedSite } from '../record/recording.ts'
import { scrubBody, scrubHeaders, scrubUrl } from '../../kit/scrub.ts'

interface HarHeader {
  readonly name: string
  readonly value: string
}

interface HarContent {
  readonly size?: number
  readonly mimeType?: string
  readonly text?: string
  readonly encoding?: string
  /** A body in a file next to the HAR, as browser tools write it. */
  readonly _file?: string
}

interface HarEntry {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly postData?: { readonly text?: string }
  }
  readonly response: {
    readonly status: number
    readonly headers?: readonly HarHeader[]
    readonly content?: HarContent
    /** In a recording by Wares: why there was no response. */
    readonly _failure?: string
  }
}

/** Metadata in a recording by Wares. */
export interface RecordingFacts {
  readonly _operation?: string
  readonly _params?: Readonly<Record<string, unknown>>
  /** The origins of the site at the time of the recording. */
  readonly _origins?: Readonly<Record<string, string>>
  /** The origins and settings of every site involved, without secrets. */
  readonly _sites?: Readonly<Record<string, RecordedSite>>
  /** The outcome: this answer, or this fault. */
  readonly _answer?: unknown
  readonly _fault?: { readonly code: string; readonly field?: string }
  /** JSON Pointers of absent fields, with row positions. */
  readonly _absent?: readonly string[]
}

export interface Har {
  readonly log: RecordingFacts & {
    readonly version: string
    readonly creator?: { name: string; version: string }
    readonly entries: readonly HarEntry[]
  }
}

type ReadFile = (path: string) => Uint8Array | Promise<Uint8Array>

/**
 * Answers from a HAR by method and URL, ignoring the order of the query. Repeated entries are answered in order; the last
 * one repeats. With the caller's values, a recording by another client matches if it contradicts none of them.
 */
export function replayHar(har: unknown, readFile?: ReadFile, paramValues?: readonly string[]): Send {
  const recorded = new Map<string, HarEntry[]>()
  for (const entry of parseHarEntries(har)) {
    // A browser writes 0 for a cancelled or blocked request.
    if (entry.response.status === 0 && !isFailureKind(entry.response._failure)) continue
    const key = requestKey(entry.request.method, entry.request.url)
    recorded.set(key, [...(recorded.get(key) ?? []), entry])
  }
  return async request => {
    request.signal.throwIfAborted()
    const requestedKey = requestKey(request.method, request.url.href)
    const key = matchRequestKey(requestedKey, [...recorded.keys()], paramValues)
    const entries = recorded.get(key) ?? []
    const entry =
      entries.find(one => bodyKey(one.request.postData?.text) === bodyKey(request.body)) ??
      entries.find(one => isSameGraphqlOperation(one.request.postData?.text, request.body)) ??
      entries[0]
    if (!entry) return answerUnrecorded(request)
    if (entries.length > 1 && entries.filter(other => sameRequest(other, entry)).length > 1) {
      recorded.set(key, entries.toSpliced(entries.indexOf(entry), 1))
    }
    const { _failure: failure } = entry.response
    if (isFailureKind(failure))
      throw upstreamFailure(failure, 'the site failed in this way when it was recorded')
    // The recorded URL, which may differ slightly from the requested one.
    const url = key === requestedKey ? request.url : new URL(entry.request.url)
    return toUpstreamResponse(url, entry, readFile)
  }
}

function answerUnrecorded(request: UpstreamRequest): UpstreamResponse {
  // Recordings seldom contain robots.txt; without one everything is allowed.
  if (request.purpose === 'robots') {
    return { url: request.url, status: 404, headers: {}, body: new Uint8Array(), charset: 'utf-8' }
  }
  throw upstreamFailure(
    'not_recorded',
    `the HAR file contains no response to ${request.method} ${scrubUrl(request.url.href)}`,
  )
}

function parseHarEntries(har: unknown): readonly HarEntry[] {
  const entries = (har as Partial<Har> | null)?.log?.entries
  if (!Array.isArray(entries)) throw new TypeError('not a HAR file: it has no log.entries')
  const broken = entries.findIndex(
    (entry: Partial<HarEntry> | null) =>
      typeof entry?.request?.url !== 'string' ||
      typeof entry.request.method !== 'string' ||
      typeof entry.response?.status !== 'number',
  )
  if (broken !== -1) throw new TypeError(`not a HAR file: entry ${broken} has no request or response`)
  return entries
}

function bodyKey(body: string | undefined): string {
  return scrubBody(body ?? '')
}

/** Another client may write a GraphQL query differently, but under the same operation name. */
function isSameGraphqlOperation(recorded: string | undefined, requested: string | undefined): boolean {
  const name = graphqlOperationName(requested)
  return name !== undefined && name === graphqlOperationName(recorded)
}

function graphqlOperationName(body = ''): string | undefined {
  return /"operationName"\s*:\s*"([^"]+)"/.exec(body)?.[1]
}

function sameRequest(a: HarEntry, b: HarEntry): boolean {
  return bodyKey(a.request.postData?.text) === bodyKey(b.request.postData?.text)
}

async function toUpstreamResponse(
  url: URL,
  entry: HarEntry,
  readFile: ReadFile | undefined,
): Promise<UpstreamResponse> {
  const { status, content } = entry.response
  const headers: Record<string, string> = {}
  for (const { name, value } of entry.response.headers ?? []) {
    // The body in a HAR is already decompressed; names with a colon are HTTP/2 pseudo-headers.
    if (!/^(?:content-encoding|content-length|transfer-encoding|:.*)$/i.test(name))
      headers[name.toLowerCase()] = value
  }
  headers['content-type'] ??= content?.mimeType ?? ''
  const { body, decoded } = await readContent(content, readFile)
  return {
    url,
    status,
    headers,
    body,
    charset: decoded ? 'utf-8' : charsetOf(body, headers['content-type']),
  }
}

async function readContent(content: HarContent | undefined, readFile: ReadFile | undefined) {
  const { _file: file } = content ?? {}
  if (file !== undefined) {
    if (!readFile)
      throw new TypeError(`the HAR keeps a body in ${file}, and there is no folder to read it from`)
    return { body: await readFile(file), decoded: false }
  }
  const text = content?.text ?? ''
  if (content?.encoding === 'base64') return { body: Buffer.from(text, 'base64'), decoded: false }
  return { body: Buffer.from(text, 'utf8'), decoded: true }
}

/** Records what passes through `next`; `har()` returns the recording so far. */
export function recordHar(next: Send): { send: Send; har(facts?: RecordingFacts): Har } {
  const entries: HarEntry[] = []
  const send: Send = async request => {
    const startedAt = new Date()
    const from = performance.now()
    const keep = (response: UpstreamResponse | undefined, error: unknown): void => {
      entries.push(toHarEntry(request, { response, error }, startedAt, performance.now() - from))
    }
    try {
      const response = await next(request)
      keep(response, undefined)
      return response
    } catch (error) {
      keep(undefined, error)
      throw error
    }
  }
  return {
    send,
    har: facts => ({
      log: {
        version: '1.2',
        creator: { name: 'wares', version: '0.2' },
        entries: [...entries],
        ...facts,
      },
    }),
  }
}

function toHarEntry(
  request: UpstreamRequest,
  { response, error }: { readonly response: UpstreamResponse | undefined; readonly error: unknown },
  startedAt: Date,
  ms: number,
): HarEntry {
  const url = scrubUrl(request.url.href)
  const body = request.body === undefined ? undefined : scrubBody(request.body)
  const full = {
    startedDateTime: startedAt.toISOString(),
    time: ms,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: scrubHeaders(request.headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: body?.length ?? 0,
      ...(body === undefined
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? 'application/json', text: body } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: scrubHeaders(response?.headers ?? {}),
      content: response ? toHarContent(response) : { size: 0, mimeType: 'x-unknown', text: '' },
      redirectURL: scrubUrl(response?.headers.location ?? ''),
      headersSize: -1,
      bodySize: response?.body.length ?? -1,
      ...(error instanceof Fault ? { _error: error.code } : {}),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  }
  return full
}

function toHarContent(response: UpstreamResponse): HarContent {
  const { body } = response
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const plain = response.charset === 'utf-8' && isUtf8(body)
  return {
    size: body.length,
    mimeType: response.headers['content-type'] ?? 'application/octet-stream',
    ...(plain ? { text: bytes.toString('utf8') } : { text: bytes.toString('base64'), encoding: 'base64' }),
  }
}
