// HAR 1.2: replays responses from a file that a browser or Wares has written.
import { charsetOf } from '#reader/html/bytes'
import type { Send, UpstreamRequest, UpstreamResponse } from '../../fetch/layer.ts'
import { requestKey, matchRequestKey } from './har-match.ts'
import { isFailureKind, upstreamFailure } from '../../fetch/upstream-failure.ts'
import type { NotedStage, RecordedRequest, RecordedSite } from '../recording.ts'
import { scrubBody, scrubUrl } from '../../runtime/scrub-exchange.ts'

interface HarHeader {
  readonly name: string
  readonly value: string
}

export interface HarContent {
  readonly size?: number
  readonly mimeType?: string
  readonly text?: string
  readonly encoding?: string
  /** A body in a file next to the HAR, as browser tools write it. */
  readonly _file?: string
}

export interface HarEntry {
  readonly time?: number
  /** In a recording by Wares: the site, 1 for the first of several identical requests, and when the run sent it. */
  readonly _site?: string
  readonly _attempt?: number
  readonly _startedMs?: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly postData?: { readonly text?: string }
  }
  readonly response: {
    readonly status: number
    readonly headers?: readonly HarHeader[]
    readonly content?: HarContent
    readonly bodySize?: number
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
  readonly _fault?: { readonly code: string; readonly field?: string | undefined; readonly detail?: string }
  /** JSON Pointers of absent fields, with row positions. */
  readonly _absent?: readonly string[]
  /** The request to a server that this run belongs to; not exported. */
  readonly _run?: RecordedRun
}

interface RecordedRun {
  /** Who waited for it. */
  readonly requests: readonly RecordedRequest[]
  readonly at: string
  readonly ms: number
  readonly stages: readonly NotedStage[]
  readonly dropped: Readonly<Record<string, number>>
  readonly way?: string | undefined
  readonly rules?: Readonly<Record<string, string>> | undefined
  /** The cause, for the operator only. */
  readonly cause?: string | undefined
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
  return { body: bytesOfContent(content), decoded: content?.encoding !== 'base64' }
}

/** Decodes a body that the HAR itself contains. */
export function bytesOfContent({ text = '', encoding }: HarContent = {}): Buffer {
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
}
