// Sends an operation's answer. Headers that do not depend on the request are built once per answer and encoding.
import { type Answer, type Encoding, encode, encodingOf } from '../engine/answer.ts'
import type { Exchange } from './exchange.ts'
import { headerText, headerUrl } from './header-text.ts'
import { canSendJoined, joinHeaders, sendJoined } from './joined-head.ts'
import { etagFor, matchesEtag, negotiateEncoding } from './negotiate.ts'
import { recordLink } from './record-link.ts'
import { limitHeaders, serverTiming } from './respond.ts'

/** Synchronous if the bytes are available in the wanted encoding; otherwise they are compressed first. */
export type SendAnswer = (exchange: Exchange, answer: Answer, nowMs: number) => void | Promise<void>

interface RenderedAnswer {
  readonly body: Buffer
  /** Headers for every status. */
  readonly headers: readonly string[]
  /** Headers only for a 200. */
  readonly contentHeaders: readonly string[]
  readonly freshS: number
  /** For cache hits: the start of the response head, for 200 and for 304. Rebuilt every second, for date and age. */
  hitSecond: number
  hitHead: string
  notModifiedHead: string
}

type Rendered = { [encoding in Encoding]?: RenderedAnswer }

/** `keepAliveS`: the keep-alive timeout that the headers announce. */
export function createSendAnswer(keepAliveS: number): SendAnswer {
  const rendered = new WeakMap<Answer, Rendered>()
  const connection = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveS}\r\n`

  function renderedAs(answer: Answer, encoding: Encoding, body: Buffer, exchange: Exchange): RenderedAnswer {
    let ready = rendered.get(answer)
    if (!ready) {
      ready = {}
      rendered.set(answer, ready)
    }
    return (ready[encoding] ??= render(answer, encoding, body, exchange))
  }

  function send(exchange: Exchange, answer: Answer, rendered: RenderedAnswer, nowMs: number): void {
    const { request, response, reply } = exchange
    const same = matchesEtag(request.headers['if-none-match'], answer.tag)
    if (exchange.cache === 'hit' && canSendJoined(response)) {
      const second = Math.floor(nowMs / 1000)
      if (rendered.hitSecond !== second) writeHitHeads(answer, rendered, nowMs, connection)
      const head =
        (same ? rendered.notModifiedHead : rendered.hitHead) +
        exchange.originText +
        `x-request-id: ${exchange.requestId}\r\nserver-timing: ${serverTiming(exchange)}\r\n` +
        `${joinHeaders(limitHeaders(exchange))}\r\n`
      reply?.hijack()
      sendJoined(response, same ? 304 : 200, head, bodyOf(exchange, same, rendered))
      return
    }
    const headers = [
      ...rendered.headers,
      ...(same ? [] : rendered.contentHeaders),
      ...ageHeaders(exchange, answer, rendered, nowMs),
      ...exchange.originHeaders,
    ]
    headers.push('x-request-id', exchange.requestId, 'server-timing', serverTiming(exchange))
    headers.push(...limitHeaders(exchange))
    if (exchange.recordFor?.isRecorded) addLink(headers, recordLink(exchange))
    response.writeHead(same ? 304 : 200, headers)
    reply?.hijack()
    response.end(bodyOf(exchange, same, rendered))
  }

  return (exchange, answer, nowMs) => {
    const encoding = encodingOf(answer, negotiateEncoding(exchange.request.headers['accept-encoding']))
    const body = answer.encoded.get(encoding)
    if (body) return send(exchange, answer, renderedAs(answer, encoding, body, exchange), nowMs)
    return encode(answer, encoding).then(bytes =>
      send(exchange, answer, renderedAs(answer, encoding, bytes, exchange), nowMs),
    )
  }
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

function render(answer: Answer, encoding: Encoding, body: Buffer, { entry }: Exchange): RenderedAnswer {
  const freshS = Math.floor(answer.freshForMs / 1000)
  const headers = ['etag', etagFor(answer.tag, encoding), 'cache-control', `private, max-age=${freshS}`]
  headers.push('x-content-type-options', 'nosniff')
  if (answer.absent) headers.push('wares-absent', headerText(answer.absent))
  const links = [
    ...(answer.source ? [`<${headerUrl(answer.source)}>; rel="via"`] : []),
    ...(answer.alternate ? [`<${headerUrl(answer.alternate)}>; rel="alternate"`] : []),
  ]
  if (links.length > 0) headers.push('link', links.join(', '))
  if (entry) headers.push(...entry.deprecationHeaders)
  const contentHeaders = ['content-type', answer.contentType ?? 'application/json; charset=utf-8']
  contentHeaders.push('content-length', String(body.length))
  if (encoding !== 'identity') contentHeaders.push('content-encoding', encoding)
  return { body, headers, contentHeaders, freshS, hitSecond: -1, hitHead: '', notModifiedHead: '' }
}

function writeHitHeads(answer: Answer, rendered: RenderedAnswer, nowMs: number, connection: string): void {
  const age = ageOf(answer, nowMs)
  const shared =
    joinHeaders(rendered.headers) +
    joinHeaders(['age', String(age), 'cache-status', hitStatus(rendered, age)]) +
    joinHeaders(['date', new Date(nowMs).toUTCString()]) +
    connection
  rendered.hitSecond = Math.floor(nowMs / 1000)
  rendered.hitHead = `HTTP/1.1 200 OK\r\n${joinHeaders(rendered.contentHeaders)}${shared}`
  rendered.notModifiedHead = `HTTP/1.1 304 Not Modified\r\n${shared}`
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
