// The HTTP servers and their routes.
import { readPostedPage } from '../answer/shop/posted-page.ts'
import { createInlineReader } from '../extract/thread/task-reader.ts'
import { createCallCounter } from '../serve/http/call-counter.ts'
import { operationRoutes } from '../serve/http/answer/operation-handler.ts'
import { createGuestDoor, type GuestKeyServer } from '../serve/http/guest-door.ts'
import type { ExplorerParts } from '../serve/http/pages/explorer-config.ts'
import type { Exchange } from '../serve/http/exchange.ts'
import type { Route } from '../serve/http/route.ts'
import { type ApiServer, createApiServer } from '../serve/http/server.ts'
import { pauseRoute } from '../serve/http/pages/pause-page.ts'
import { feedRoute } from '../serve/http/pages/feed-page.ts'
import { changeRoutes } from '../serve/http/routes/change-routes.ts'
import { feedRoutes } from '../serve/http/routes/feeds.ts'
import { type ReadPage, readRoute } from '../serve/http/routes/read-route.ts'
import { requestRoutes } from '../serve/http/routes/requests.ts'
import { readOnlyShopRoutes, shopRoutes } from '../serve/http/routes/shop-routes.ts'
import { usageRoutes } from '../serve/http/routes/usage-routes.ts'
import { watchRoutes } from '../serve/http/routes/watch-routes.ts'
import { webhookRoutes } from '../serve/http/routes/webhooks.ts'
import { serveRoutes } from '../serve/http/serve-route.ts'
import type { ShopRow } from '../serve/http/routes/shop-routes.ts'
import { type SystemRouteParts, systemRoutes } from '../serve/http/routes/system.ts'
import { documentRoutes } from '../serve/http/system-handler.ts'
import { ucpRoutes } from '../serve/http/ucp/ucp-routes.ts'
import { Fault } from '#kit/fault'
import { mcpRoute } from '../serve/mcp/mcp-http-handler.ts'
import { ownerFinder } from '../watch/check/owned-request.ts'
import { systemClock } from '../runtime/clock.ts'
import { httpAddress } from '../runtime/loopback.ts'
import { magicWords } from '../runtime/sandbox-protocol.ts'
import { version } from '../runtime/version.ts'
import type { Context } from './context.ts'
import { hasGuestKey, type Work } from './work.ts'
import { metricsReader, shopReaders } from './observers.ts'
import type { SettingsWriters } from './live-settings.ts'
import type { Services } from './services.ts'

/** The main server and, if configured with a separate port, the server of the open operations. */
export function createServers(
  context: Context,
  services: Services,
  work: Work,
  { operatorToken, effectiveSettings, ...writers }: ServerParts,
) {
  const { config, registry, documents, settings } = context
  const { store, redis } = services
  const { recorder, watches, guestKey } = work
  let closing = false
  const parts = { ...routeParts(context, services, work), closing: () => closing, operatorToken }
  const readers = shopReaders(context, work)
  const guestDoor = openGuestDoor(config, guestKey, () => [main.port(), finder?.port()])
  const systemParts = {
    version,
    address: () => addressOf(main, config.host),
    finder: { url: config.finderUrl, port: () => finder?.port() },
    metrics: metricsReader(context, work),
  }
  const system = createRenewableRoutes(() =>
    documentRoutes({ ...systemParts, ...documentParts(context, guestDoor) }),
  )
  const readiness = () => readinessOf(closing, [store, redis, recorder, settings])
  const systemRouteParts = { ...parts, readiness, effectiveSettings, status: readers.status }
  const shared = [
    ...serveRoutes([...usageRoutes, ...systemRoutes], parts, systemRouteParts),
    ...system.routes,
  ]
  const hasFinder = config.finderPort !== undefined
  const { open = [], keyed = [] } = Object.groupBy(registry.entries, ({ operation }) =>
    hasFinder && operation.open ? 'open' : 'keyed',
  )
  const operations = operationRoutes(parts, keyed)
  const own = ownRoutes({ ...parts, shops: readers.shops, ...writers }, context, watches)
  const main: ApiServer = createApiServer({
    ...parts,
    findKnownRoute: request => operations.findKnownRoute(request),
    routes: [...operations.routes, ...own, ...shared],
  })
  const finder: ApiServer | undefined = hasFinder
    ? createApiServer({ ...parts, routes: [...operationRoutes(parts, open).routes, ...shared] })
    : undefined
  const closeServers = async (): Promise<void> => {
    closing = true
    await Promise.all([main.close(), finder?.close(), guestDoor?.close()])
  }
  const renewRoutes = (): void => {
    documents.renew()
    operations.clearKnown()
    system.renew()
  }
  const listen = async (): Promise<void> => {
    // Before the pages, which ask it.
    await guestDoor?.listen(config.host === '::1' ? '::1' : '127.0.0.1')
    await main.listen(config.port, config.host)
    if (finder && config.finderPort !== undefined) await finder.listen(config.finderPort, config.host)
  }
  return { main, finder, listen, closeServers, renewRoutes }
}

/** Routes whose answers are made of the settings: made anew when these change, at the same paths. */
function createRenewableRoutes(make: () => readonly Route[]) {
  const first = make()
  let current = new Map(first.map(route => [route.path, route]))
  const routes = first.map(
    (route): Route =>
      Object.assign({}, route, {
        handle: (exchange: Exchange) => (current.get(route.path) ?? route).handle(exchange),
      }),
  )
  return {
    routes,
    renew(): void {
      current = new Map(make().map(route => [route.path, route]))
    },
  }
}

/** What the documents are made of. */
function documentParts({ config, documents }: Context, guestDoor: GuestKeyServer | undefined) {
  const origins = Object.values(config.sites).flatMap(site => Object.values(site.origins))
  const plain = origins.map(origin => new URL(origin).origin).filter(origin => origin.startsWith('http:'))
  const explorer: ExplorerParts = {
    guestDoor,
    sandboxOrigin: () => (config.sandbox.needed ? `http://127.0.0.1:${config.sandbox.port}` : undefined),
    magicWords,
    pictureOrigins: [...new Set(plain)],
  }
  return { registry: documents.registry(), explorer }
}

/** Pages of up to 16 MB that are held at the same time. */
const POSTED_MAX = 4
const BUSY_RETRY_MS = 2_000

function createReadPage(config: Context['config'], { reader, recorder }: Work): ReadPage {
  const parts = { config, recorder, reader: reader ?? createInlineReader() }
  let running = 0
  return async (page, by) => {
    if (running >= POSTED_MAX)
      throw new Fault('overloaded', 'other posted pages are being read', { retryAfterMs: BUSY_RETRY_MS })
    running++
    try {
      return await readPostedPage(parts, page, by)
    } finally {
      running--
    }
  }
}

function routeParts({ config, registry, events }: Context, { store }: Services, work: Work) {
  const { engine, recorder, keyCache, admission, meter, guestKey } = work
  const findOwner = ownerFinder(store.keys, [guestKey.record])
  const countCall = createCallCounter(meter, events)
  const { usage, keys } = store
  const readPage = createReadPage(config, work)
  return {
    config,
    registry,
    events,
    engine,
    recorder,
    keyCache,
    admission,
    meter,
    countCall,
    usage,
    keys,
    readPage,
    findOwner,
  }
}

/** The writers only for a server with a settings file. */
interface ServerParts extends Partial<SettingsWriters>, Pick<SystemRouteParts, 'effectiveSettings'> {
  readonly operatorToken: string
}

type RouteParts = ReturnType<typeof routeParts> &
  Partial<SettingsWriters> & {
    readonly closing: () => boolean
    readonly operatorToken: string
    readonly shops: () => readonly ShopRow[]
  }

/** The routes beside the operations that need a key. */
function ownRoutes(http: RouteParts, { documents }: Context, watches: Work['watches']): Route[] {
  const { store, actions, inputs, history, streams, catalogs, webhooks, feedTokens } = watches
  const parts = {
    ...http,
    targetSettings: http.config,
    clock: systemClock,
    watches: store,
    actions,
    inputs,
    history,
    streams,
    catalogs,
    webhooks,
    feedTokens,
  }
  return [
    ...serveRoutes(
      [...watchRoutes, ...changeRoutes, ...webhookRoutes, ...feedRoutes, ...requestRoutes],
      http,
      parts,
    ),
    ...serveRoutes([...(http.addShop ? shopRoutes : readOnlyShopRoutes), readRoute], http, parts),
    pauseRoute(parts),
    feedRoute(parts),
    mcpRoute({ ...http, registry: documents.registry, version, watches }),
    ...ucpRoutes(http),
  ]
}

/** Only where the pages are on this machine. */
function openGuestDoor(
  config: Context['config'],
  guestKey: Work['guestKey'],
  pagePorts: () => readonly (number | undefined)[],
) {
  if (!config.isLocalOnly) return undefined
  return createGuestDoor({ guestKey: () => (hasGuestKey(config) ? guestKey.key : undefined), pagePorts })
}

/** Degraded is ready: requests continue without what is missing. */
function readinessOf(
  closing: boolean,
  services: readonly ({ unavailableReason(): string | undefined } | undefined)[],
) {
  const reasons = services.flatMap(one => one?.unavailableReason() ?? [])
  const status = closing ? 'closing' : reasons.length > 0 ? 'degraded' : 'ready'
  return { status, reasons } as const
}

export function addressOf(server: ApiServer, host: string): string {
  return httpAddress(host, server.port())
}
