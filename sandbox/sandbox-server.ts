// The sandbox's HTTP server: every shop under its own base path, images, robots.txt and a front page.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { createFiller } from './filler.ts'
import { frontPage } from './play/front-page.ts'
import { isMagicWord, type MagicWord, robotsTxt, SIMULATE_HEADER } from '../src/runtime/sandbox-protocol.ts'
import {
  blockedReply,
  busyReply,
  encodeReply,
  type EncodedReply,
  sendReply,
  faultInjectors,
} from './play/fault-injection.ts'
import { raisedCatalog, replacedCatalog } from './play/altered-catalog.ts'
import { MOVED_PARAMETER, movedReply, shellReply, softGoneReply, wallReply } from './play/misleading-pages.ts'
import { createLivingCatalog, stepAt } from './play/living-catalog.ts'
import { pageShell } from './page-shell.ts'
import { renderPicture } from './pictures.ts'
import { createRedesigns, type Redesigns } from './play/redesign.ts'
import { answerRedesign } from './play/redesign-route.ts'
import {
  handleRequest,
  changedReply,
  htmlReply,
  notFoundReply,
  redirectReply,
  type SandboxShop,
  type ShopContext,
  type SandboxResponse,
} from './define-shop.ts'

const CACHE_BYTES = 64 * 1024 * 1024

interface RawRequest {
  readonly url: URL
  readonly body: string | undefined
}

export interface SandboxServerOptions {
  readonly seed: number
  readonly shops: readonly SandboxShop[]
  /** How many seconds of the shops' clock pass per real second; 0 stops it. */
  readonly speed?: number
  readonly nowMs?: () => number
}

export function createSandboxServer(options: SandboxServerOptions): Server {
  const { seed, shops, speed = 0, nowMs = Date.now } = options
  let step = stepAt(nowMs(), speed)
  const filler = createFiller(seed)
  const redesigns = createRedesigns()
  const ctx: ShopContext = {
    catalog: createLivingCatalog(seed, () => step),
    page: input => pageShell(input, filler),
  }
  const replies = new LRUCache<string, EncodedReply>({
    maxSize: CACHE_BYTES,
    sizeCalculation: reply => reply.raw.length + (reply.gzipped?.length ?? 0) + 1,
  })
  const flap = createFlaps()
  const encodedReplyTo = async (
    asked: RawRequest,
    method: string,
    word: MagicWord | undefined,
  ): Promise<EncodedReply> => {
    step = stepAt(nowMs(), speed)
    const isRaised = word === 'flapping' && flap(asked)
    const variant = `${word ?? ''}${isRaised ? ' raised' : ''}`
    const key = `${step} ${redesigns.version()} ${method} ${variant} ${asked.url.href} ${asked.body ?? ''}`
    const known = replies.get(key)
    if (known) return known
    const seen = isRaised ? { ...ctx, catalog: raisedCatalog(ctx.catalog) } : ctx
    const reply = await encodeReply(replyTo({ asked, method, word }, shops, seen, redesigns))
    replies.set(key, reply)
    return reply
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
    const url = URL.parse(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`)
    if (!url) return sendReply(await encodeReply(htmlReply('Bad address', 400)), response, false)
    const body = method === 'POST' ? await text(request) : undefined
    const header = request.headers[SIMULATE_HEADER]
    const word = isMagicWord(header) ? header : undefined
    const reply = await encodedReplyTo({ url, body }, method, word)
    const zip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    const injectFault = word ? faultInjectors[word] : undefined
    if (injectFault) injectFault(reply, response, zip)
    else sendReply(reply, response, zip)
  }
  const sites = shops.map(shop => shop.site)
  const server = createServer((request, response) => {
    // Lets a command recognise a running sandbox on a port.
    response.setHeader('x-wares-sandbox', String(seed))
    if (answerRedesign(request, response, redesigns, sites)) return
    serve(request, response).catch((error: unknown) => {
      console.error(`sandbox: ${request.method} ${request.url}:`, error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end('The sandbox itself has failed; see its log.')
    })
  })
  // Longer than any client keeps an idle connection, so that the server never closes one that is about to be used.
  server.keepAliveTimeout = 120_000
  return server
}

const FLAPS_MAX = 10_000

/** True at every second request of the same document. */
function createFlaps(): (asked: RawRequest) => boolean {
  const raised = new LRUCache<string, boolean>({ max: FLAPS_MAX })
  return ({ url, body }) => {
    const key = `${url.href} ${body ?? ''}`
    const isRaised = !(raised.get(key) ?? true)
    raised.set(key, isRaised)
    return isRaised
  }
}

interface ShopCall {
  readonly asked: RawRequest
  readonly method: string
  readonly word: MagicWord | undefined
}

/** A pure function of the URL, the body, the seed, the time and the redesigns. */
function replyTo(
  { asked, method, word }: ShopCall,
  shops: readonly SandboxShop[],
  ctx: ShopContext,
  redesigns: Redesigns,
): SandboxResponse {
  const { origin } = asked.url
  const path = decodePath(asked.url.pathname)
  if (path === '/robots.txt')
    return { status: 200, contentType: 'text/plain; charset=utf-8', body: robotsTxt }
  if (path === '/') return frontPage(origin, shops)
  if (path.startsWith('/pictures/')) {
    return { status: 200, contentType: 'image/svg+xml', body: renderPicture(path, ctx.catalog) }
  }
  const [, site = '', rest = ''] = /^\/([^/]+)(.*)$/s.exec(path) ?? []
  const shop = shops.find(one => one.site === site)
  if (!shop) return htmlReply(`<!doctype html><title>No such shop</title><a href="/">All shops</a>`, 404)
  const base = `${origin}/${site}`
  const request = {
    method,
    path: rest || '/',
    query: asked.url.searchParams,
    body: asked.body,
    url: asked.url,
    base,
    origin,
  }
  if (word === 'gone') return notFoundReply(shop, request, ctx)
  if (word === 'blocked') return blockedReply()
  if (word === 'changed') return changedReply(shop, request, ctx)
  if (word === 'busy') return busyReply()
  if (word === 'wall') return wallReply()
  if (word === 'shell') return shellReply()
  if (word === 'soft-gone') return softGoneReply(shop, request, ctx)
  if (word === 'moved' && !request.query.has(MOVED_PARAMETER)) return movedReply(request)
  if (word === 'moved' || word === 'replaced') {
    return handleRequest(shop, request, { ...ctx, catalog: replacedCatalog(ctx.catalog) })
  }
  // This same port, which does not speak TLS.
  if (word === 'unreachable') return redirectReply(asked.url.href.replace(/^http:/, 'https:'), 307)
  return redesigns.apply(site, handleRequest(shop, request, ctx))
}

/** A path with invalid percent-encoding is returned unchanged. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
