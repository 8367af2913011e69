// Writes HAR 1.2 that browsers read: one entry for each exchange with a shop, with secrets scrubbed.
import { isUtf8 } from 'node:buffer'
import type { Send, UpstreamExchange } from '../../fetch/layer.ts'
import { scrubBody, scrubHeaders, scrubUrl } from '../../runtime/scrub-exchange.ts'
import { version } from '../../runtime/version.ts'
import type { Exchange } from '../recording.ts'
import { exchangeOf } from './run-trace.ts'
import type { Har, HarContent, HarEntry, RecordingFacts } from '../har/har.ts'

/** Records what passes through `next`; `har()` returns the recording so far. */
export function recordHar(next: Send): { send: Send; har(facts?: RecordingFacts): Har } {
  const entries: HarEntry[] = []
  const send: Send = async request => {
    const [atMs, startedMs] = [Date.now(), performance.now()]
    const keep = (end: Pick<UpstreamExchange, 'response' | 'error'>): void => {
      const exchange = exchangeOf({ request, startedMs, ms: performance.now() - startedMs, ...end })
      entries.push(harEntry(exchange, end.response?.body, atMs))
    }
    try {
      const response = await next(request)
      keep({ response, error: undefined })
      return response
    } catch (error) {
      keep({ response: undefined, error })
      throw error
    }
  }
  return { send, har: facts => harOf(entries, facts) }
}

export function harOf(entries: readonly HarEntry[], facts: RecordingFacts = {}): Har {
  return { log: { version: '1.2', creator: { name: 'wares', version }, entries: [...entries], ...facts } }
}

/** `body` is undefined when it was not kept. */
export function harEntry(exchange: Exchange, body: Uint8Array | undefined, atMs: number): HarEntry {
  const url = scrubUrl(exchange.url)
  const sentBody = exchange.sent === undefined ? undefined : scrubBody(exchange.sent)
  const sentHeaders = exchange.sentHeaders ?? {}
  const full = {
    startedDateTime: new Date(atMs).toISOString(),
    time: exchange.ms,
    request: {
      method: exchange.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: scrubHeaders(sentHeaders),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: sentBody?.length ?? 0,
      ...(sentBody === undefined
        ? {}
        : { postData: { mimeType: sentHeaders['content-type'] ?? 'application/json', text: sentBody } }),
    },
    response: {
      status: exchange.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: scrubHeaders(exchange.headers),
      content: contentOf(exchange, body),
      redirectURL: scrubUrl(exchange.headers.location ?? ''),
      headersSize: -1,
      bodySize: exchange.bytes,
      ...(exchange.failure === undefined ? {} : { _failure: exchange.failure }),
    },
    cache: {},
    timings: { send: 0, wait: exchange.ms, receive: 0 },
  }
  return full
}

function contentOf({ headers, charset }: Exchange, body: Uint8Array | undefined): HarContent {
  const mimeType = headers['content-type'] ?? ''
  if (!body) return { size: 0, mimeType }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const isText = charset === 'utf-8' && isUtf8(bytes)
  return {
    size: bytes.length,
    mimeType,
    text: bytes.toString(isText ? 'utf8' : 'base64'),
    ...(isText ? {} : { encoding: 'base64' }),
  }
}
