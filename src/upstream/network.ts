// Network: the innermost layer. One request over a kept connection, whole body or fault, within its limits.
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { Config } from '../config.ts'
import { charsetOf } from './charset.ts'
import { type ConnectOptions, guardedConnector, hostKey, type Resolver, systemResolver } from './connect.ts'
import type { Send, UpstreamRequest } from './exchange.ts'
import { receive, type Received } from './receive.ts'
import { ACCEPT_ENCODING, inflate } from './inflate.ts'
import { misfortuneOf } from './misfortune.ts'

export interface NetworkOptions {
  readonly config: Pick<Config, 'sites' | 'userAgent' | 'maxPageBytes'>
  readonly resolver?: Resolver
  readonly ca?: string
}

export interface Network {
  readonly send: Send
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
const MAX_HEADER_BYTES = 64 * 1024
/** RFC 9309 asks for at least this much of a robots.txt; what is beyond is not read. */
const ROBOTS_BYTES = 500 * 1024
/** Of a page with an error status only its first part is read: enough to recognise a challenge. */
const ERROR_PAGE_BYTES = 256 * 1024

const accepts = {
  html: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5',
  json: 'application/json,*/*;q=0.5',
} as const

export function createNetwork(options: NetworkOptions): Network {
  const { config } = options
  const dispatchers = new Map<string, Dispatcher>()

  const dispatcherOf = (site: string): Dispatcher => {
    const proxy = config.sites[site]?.proxy ?? ''
    const known = dispatchers.get(proxy)
    if (known) return known
    const made = proxy ? proxied(proxy, options) : direct(options)
    dispatchers.set(proxy, made)
    return made
  }

  const send: Send = async request => {
    const timeoutMs = config.sites[request.site]?.timeoutMs
    const received = await receive(dispatcherOf(request.site), request, {
      headers: headersOf(request, config.userAgent),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      maxBytes: config.maxPageBytes,
      cutAt: status =>
        request.purpose === 'robots' ? ROBOTS_BYTES : status >= 300 ? ERROR_PAGE_BYTES : undefined,
    })
    const body = await bodyOf(received, request, config.maxPageBytes)
    const contentType = received.headers['content-type'] ?? ''
    return {
      url: request.url,
      status: received.status,
      headers: received.headers,
      body,
      charset: charsetOf(body, contentType),
    }
  }

  return {
    send,
    close: async () => {
      await Promise.all([...dispatchers.values()].map(dispatcher => dispatcher.destroy()))
    },
  }
}

function direct(options: NetworkOptions): Dispatcher {
  const connect: ConnectOptions = {
    resolver: options.resolver ?? systemResolver,
    hosts: configuredHosts(options.config.sites),
    timeoutMs: CONNECT_TIMEOUT_MS,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  }
  return new Agent({ ...transport, connect: guardedConnector(connect) })
}

/** Behind a proxy names are resolved there: the operator who configures one trusts it with that. */
function proxied(uri: string, options: NetworkOptions): Dispatcher {
  return new ProxyAgent({
    uri,
    ...transport,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(options.ca === undefined ? {} : { requestTls: { ca: options.ca } }),
  })
}

const transport = {
  allowH2: true,
  pipelining: 1,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
  maxHeaderSize: MAX_HEADER_BYTES,
} as const

function configuredHosts(sites: Config['sites']): ReadonlySet<string> {
  const origins = Object.values(sites).flatMap(site => Object.values(site.origins))
  return new Set(
    origins.map(origin => {
      const url = new URL(origin)
      return hostKey(url.hostname, url.port || (url.protocol === 'https:' ? '443' : '80'))
    }),
  )
}

function headersOf(request: UpstreamRequest, userAgent: string): Record<string, string> {
  return {
    accept: request.purpose === 'robots' ? 'text/plain,*/*;q=0.5' : accepts[request.accept],
    ...request.headers,
    // A robots.txt is cut at its limit, and half of a compressed body is worth nothing.
    'accept-encoding': request.purpose === 'robots' ? 'identity' : ACCEPT_ENCODING,
    'user-agent': userAgent,
  }
}

async function bodyOf(received: Received, request: UpstreamRequest, maxBytes: number): Promise<Uint8Array> {
  const encoding = received.headers['content-encoding']
  if (encoding === undefined) return received.wire
  const started = performance.now()
  try {
    return await inflate(received.wire, encoding, maxBytes)
  } catch (error) {
    // The status of an error page has already decided; its body may be cut or broken.
    if (received.status >= 300 && misfortuneOf(error)) return new Uint8Array()
    throw error
  } finally {
    request.timed('inflate', performance.now() - started)
  }
}
