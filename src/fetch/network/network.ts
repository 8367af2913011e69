// Network, the innermost layer: sends one request over a pooled connection; returns the whole body or throws a fault.
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { SiteConfig } from '../../settings/site-config.ts'
import { charsetOf } from '#reader/html/bytes'
import { guardedConnector, normaliseOrigin, type Resolver, systemResolver } from './checked-connector.ts'
import { withinDeadline } from '../deadline.ts'
import type { Send, UpstreamRequest, UpstreamResponse } from '../layer.ts'
import { dispatchRequest, type RawResponse } from './dispatch-request.ts'
import { ACCEPT_ENCODING, createDecompressionQueue, inflate, releaseBuffer } from './inflate.ts'
import { allowedOrigins } from './guard.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

export interface NetworkOptions {
  readonly shop: Pick<SiteConfig, 'origins' | 'deadEnd' | 'proxy' | 'timeoutMs'>
  readonly userAgent: string
  readonly maxPageBytes: number
  readonly resolver?: Resolver
  readonly waitForReaders?: (() => Promise<void> | undefined) | undefined
  readonly ca?: string
}

export interface Network {
  readonly send: Send
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
/** Size on the wire above which decompression is queued; smaller pages take almost no time. */
const LARGE_BYTES = 16 * 1024
const MAX_HEADER_BYTES = 64 * 1024
/** RFC 9309 requires reading at least this much of a robots.txt; the rest is not read. */
const ROBOTS_BYTES = 500 * 1024
/** How much of an error page is read: enough to recognise a challenge. */
const ERROR_PAGE_BYTES = 256 * 1024

const accepts = {
  html: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5',
  json: 'application/json,*/*;q=0.5',
  xml: 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.5',
} as const

/** The largest sitemap that its protocol allows. It is read as a stream, so it needs less memory than a page. */
const SITEMAP_MAX_BYTES = 50 * 1024 * 1024

/** The connections to a shop: direct, or through its proxy. */
interface ConnectionPool {
  readonly dispatcher: Dispatcher
  cancelConnecting(origin?: string): void
}

export function createNetwork(options: NetworkOptions): Network {
  const { shop, userAgent, maxPageBytes } = options
  const pool = shop.proxy ? createProxyPool(shop.proxy, options) : createDirectPool(options)
  const unconnected = new Map<string, number>()
  const decompressionQueue = createDecompressionQueue(options.waitForReaders)

  /** Counts requests waiting for a connection to an origin; when the last one gives up, connecting is cancelled. */
  const waitForConnection = (origin: string) => {
    unconnected.set(origin, (unconnected.get(origin) ?? 0) + 1)
    return (outcome: 'connected' | 'gave up'): void => {
      const remaining = (unconnected.get(origin) ?? 1) - 1
      if (remaining > 0) unconnected.set(origin, remaining)
      else unconnected.delete(origin)
      if (remaining === 0 && outcome === 'gave up') pool.cancelConnecting(origin)
    }
  }

  const send: Send = async request => {
    const maxBytes = request.accept === 'xml' ? SITEMAP_MAX_BYTES : maxPageBytes
    const received = await dispatchRequest(pool.dispatcher, request, {
      headers: headersOf(request, userAgent),
      timeoutMs: shop.timeoutMs,
      maxBytes,
      truncateAt: status =>
        request.purpose === 'robots' ? ROBOTS_BYTES : status >= 300 ? ERROR_PAGE_BYTES : undefined,
      onConnectionSettled: waitForConnection(request.url.origin),
    })
    const unpack = () => decompressBody(received, request, maxBytes)
    const isLarge = received.rawBody.length > LARGE_BYTES
    const { body, wire } = await (isLarge
      ? withinDeadline(request, decompressionQueue.run(unpack))
      : unpack())
    const contentType = received.headers['content-type'] ?? ''
    return {
      url: request.url,
      status: received.status,
      headers: received.headers,
      body,
      wire,
      charset: charsetOf(body, contentType),
    }
  }

  return {
    send,
    close: async () => {
      pool.cancelConnecting()
      await pool.dispatcher.destroy()
    },
  }
}

function createDirectPool(options: NetworkOptions): ConnectionPool {
  const connector = guardedConnector({
    resolver: options.resolver ?? systemResolver,
    origins: new Set(Object.values(allowedOrigins(options.shop)).map(normaliseOrigin)),
    timeoutMs: CONNECT_TIMEOUT_MS,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  return {
    dispatcher: new Agent({ ...transport, connect: connector.connect }),
    cancelConnecting: origin => connector.cancelConnecting(origin),
  }
}

/** The proxy resolves host names, so addresses are not checked here: the operator trusts the configured proxy. */
function createProxyPool(uri: string, options: NetworkOptions): ConnectionPool {
  const dispatcher = new ProxyAgent({
    uri,
    ...transport,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(options.ca === undefined ? {} : { requestTls: { ca: options.ca } }),
  })
  // The library connects to the proxy itself, with its own timeout.
  return { dispatcher, cancelConnecting: () => {} }
}

const transport = {
  allowH2: true,
  pipelining: 1,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
  maxHeaderSize: MAX_HEADER_BYTES,
} as const

function headersOf(request: UpstreamRequest, userAgent: string): Record<string, string> {
  return {
    accept: request.purpose === 'robots' ? 'text/plain,*/*;q=0.5' : accepts[request.accept],
    ...request.headers,
    // A robots.txt is truncated at its limit, and a truncated compressed body is useless.
    'accept-encoding': request.purpose === 'robots' ? 'identity' : ACCEPT_ENCODING,
    'user-agent': userAgent,
  }
}

async function decompressBody(
  received: RawResponse,
  request: UpstreamRequest,
  maxBytes: number,
): Promise<Pick<UpstreamResponse, 'body' | 'wire'>> {
  const { rawBody } = received
  const encoding = received.headers['content-encoding']
  if (encoding === undefined) return { body: rawBody }
  const started = performance.now()
  try {
    const body = await inflate(rawBody, encoding, maxBytes)
    if (body === rawBody) return { body }
    if (request.onExchange) return { body, wire: rawBody }
    releaseBuffer(rawBody)
    return { body }
  } catch (error) {
    // The status decides for an error page; its body may be truncated or broken.
    if (received.status >= 300 && upstreamFailureOf(error)) return { body: new Uint8Array() }
    throw error
  } finally {
    request.onTiming('inflate', performance.now() - started)
  }
}
