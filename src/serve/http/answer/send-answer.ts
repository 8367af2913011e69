// Sends an operation's answer. Headers that do not depend on the request are built once per answer and encoding.
import {
  absentAtHeader,
  type Answer,
  encode,
  type Encoding,
  encodingOf,
} from '../../../answer/cache/answer.ts'
import type { Exchange } from '../exchange.ts'
import { etagFor, limitHeaders, matchesEtag, negotiateEncoding, recordLink, serverTiming } from './respond.ts'

/** Synchronous if the bytes are available in the wanted encoding; otherwise they are compressed first. */
export type SendAnswer = (exchange: Exchange, answer: Answer, nowMs: number) => void | Promise<void>

interface RenderedAnswer {
  readonly body: Buffer
  /** Headers for every status. */
  readonly headers: readonly string[]
  /** Headers only for a 200. */
  readonly contentHeaders: readonly string[]
  readonly freshS: number
}

type RenderedAnswers = { [encoding in Encoding]?: RenderedAnswer }

export function createSendAnswer(): SendAnswer {
  const rendered = new WeakMap<Answer, RenderedAnswers>()

  function renderedAs(answer: Answer, encoding: Encoding, body: Buffer): RenderedAnswer {
    let ready = rendered.get(answer)
    if (!ready) {
      ready = {}
      rendered.set(answer, ready)
    }
    return (ready[encoding] ??= render(answer, encoding, body))
  }

  function send(exchange: Exchange, answer: Answer, rendered: RenderedAnswer, nowMs: number): void {
    const { request, response, reply } = exchange
    const same = matchesEtag(request.headers['if-none-match'], answer.tag)
    const headers = [
      ...rendered.headers,
      ...(same ? [] : rendered.contentHeaders),
      ...ageHeaders(exchange, answer, rendered, nowMs),
      ...exchange.originHeaders,
    ]
    headers.push('x-request-id', exchange.requestId, 'server-timing', serverTiming(exchange))
    headers.push(...limitHeaders(exchange))
    if (request.headers.prefer === 'absent=exact') addPositions(headers, answer)
    if (exchange.recordFor?.isRecorded) addLink(headers, recordLink(exchange))
    response.writeHead(same ? 304 : 200, headers)
    reply?.hijack()
    response.end(bodyOf(exchange, same, rendered))
  }

  return (exchange, answer, nowMs) => {
    const encoding = encodingOf(answer, negotiateEncoding(exchange.request.headers['accept-encoding']))
    const body = answer.encoded.get(encoding)
    if (body) return send(exchange, answer, renderedAs(answer, encoding, body), nowMs)
    return encode(answer, encoding).then(bytes =>
      send(exchange, answer, renderedAs(answer, encoding, bytes), nowMs),
    )
  }
}

/** For a caller who shows a list to people: in which rows a field is absent. */
function addPositions(headers: string[], answer: Answer): void {
  const positions = absentAtHeader(answer)
  if (positions !== undefined) headers.push('wares-absent-at', headerText(positions))
}

/** Appends to the existing `link` header, if there is one. */
function addLink(headers: string[], link: string): void {
  const index = headers.indexOf('link')
  if (index === -1) headers.push('link', link)
  else headers[index + 1] = `${headers[index + 1]}, ${link}`
}

function bodyOf({ request }: Exchange, same: boolean, { body }: RenderedAnswer): Buffer | undefined {
  return same || request.method === 'HEAD' ? undefined : body
}

function render(answer: Answer, encoding: Encoding, body: Buffer): RenderedAnswer {
  const freshS = Math.floor(answer.freshForMs / 1000)
  const headers = ['etag', etagFor(answer.tag, encoding), 'cache-control', `private, max-age=${freshS}`]
  headers.push('x-content-type-options', 'nosniff')
  if (answer.absent) headers.push('wares-absent', headerText(answer.absent))
  const links = [
    ...(answer.source ? [`<${headerUrl(answer.source)}>; rel="via"`] : []),
    ...(answer.alternate ? [`<${headerUrl(answer.alternate)}>; rel="alternate"`] : []),
  ]
  if (links.length > 0) headers.push('link', links.join(', '))
  const contentHeaders = ['content-type', answer.contentType ?? 'application/json; charset=utf-8']
  contentHeaders.push('content-length', String(body.length))
  if (encoding !== 'identity') contentHeaders.push('content-encoding', encoding)
  return { body, headers, contentHeaders, freshS }
}

function ageOf({ madeAtMs }: Answer, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - madeAtMs) / 1000))
}

function ageHeaders(exchange: Exchange, answer: Answer, rendered: RenderedAnswer, nowMs: number): string[] {
  const age = ageOf(answer, nowMs)
  const status = exchange.cache === 'hit' ? hitStatus(rendered, age) : missStatus(exchange)
  return ['age', String(age), 'cache-status', status]
}

/** The `Cache-Status` value of a hit (RFC 9211). */
function hitStatus({ freshS }: RenderedAnswer, ageS: number): string {
  return `wares; hit; ttl=${freshS - ageS}`
}

function missStatus({ cache, freshness, isCacheBypassed }: Exchange): string {
  const forwarded = `wares; fwd=${isCacheBypassed ? 'request' : 'miss'}`
  if (cache === 'shared') return `${forwarded}; collapsed`
  return freshness.store ? `${forwarded}; stored` : forwarded
}

/** Encodes a shop's text as a header value: characters that HTTP does not allow are percent-encoded as UTF-8. */
export function headerText(text: string): string {
  return encodeMatches(text, /[^ -~]/gu)
}

/** For a URL between `<` and `>`. */
export function headerUrl(url: string): string {
  return encodeMatches(url, /[^!-~]|[<>"]/gu)
}

function encodeMatches(text: string, pattern: RegExp): string {
  return text.toWellFormed().replace(pattern, character => encodeURIComponent(character))
}
