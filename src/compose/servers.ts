// The HTTP servers and their routes.
import { createCallCounter } from '../http/call-counter.ts'
import { operationRoutes } from '../http/operation-handler.ts'
import { createGuestDoor } from '../http/guest-door.ts'
import { createRenewableRoutes } from '../http/renewable-routes.ts'
import type { Route } from '../http/route.ts'
import { type ApiServer, createApiServer } from '../http/server.ts'
import { pauseRoute } from '../http/pause-page.ts'
import { changeRoutes } from '../http/routes/changes.ts'
import { requestRoutes } from '../http/routes/requests.ts'
import { type AddShop, readOnlyShopRoutes, shopRoutes } from '../http/routes/shops.ts'
import { usageRoutes } from '../http/routes/usage.ts'
import { watchRoutes } from '../http/routes/watches.ts'
import { webhookRoutes } from '../http/routes/webhooks.ts'
import { serveRoutes } from '../http/serve-route.ts'
import type { Shop } from '../http/list-shops.ts'
import { systemRoutes } from '../http/system-handler.ts'
import { ucpRoutes } from '../http/ucp/ucp-routes.ts'
import { mcpRoute } from '../mcp/mcp-http-handler.ts'
import { systemClock } from '../runtime/clock.ts'
import { version } from '../runtime/version.ts'
import type { Context } from './context.ts'
import { hasGuestKey } from './callers.ts'
import { explorerParts } from './explorer-parts.ts'
import { metricsReader, shopReaders } from './observers.ts'
import type { Services } from './services.ts'
import type { Work } from './work.ts'

/** The main server and, if configured with a separate port, the server of the open operations. */
export function createServers(
  context: Context,
  services: Services,
  work: Work,
  { addShop, operatorToken }: { readonly addShop: AddShop | undefined; readonly operatorToken: string },
) {
  const { config, registry, documents, settings } = context
  const { store, redis } = services
  const { recorder, watches, guestKeys } = work
  let closing = false
  const parts = { ...routeParts(context, services, work), closing: () => closing, operatorToken }
  const readers = shopReaders(context, work)
  const guestDoor = config.isLocalOnly
    ? createGuestDoor({
        guestKeys: () => (hasGuestKey(config) ? guestKeys : undefined),
        pagePorts: () => [main.port(), finder?.port()],
      })
    : undefined
  const systemParts = {
    version,
    address: () => addressOf(main, config.host),
    finder: { url: config.finderUrl, port: () => finder?.port() },
    readiness: () => readinessOf(closing, [store, redis, recorder, settings]),
    metrics: metricsReader(context, work),
    status: readers.status,
  }
  const system = createRenewableRoutes(() =>
    systemRoutes({ ...systemParts, registry: documents.registry(), ...explorerParts(config, guestDoor) }),
  )
  const shared = [...serveRoutes(usageRoutes, parts, parts), ...system.routes]
  const hasFinder = config.finderPort !== undefined
  const { open = [], keyed = [] } = Object.groupBy(registry.entries, ({ operation }) =>
    hasFinder && operation.open ? 'open' : 'keyed',
  )
  const operations = operationRoutes(parts, keyed)
  const own = ownRoutes({ ...parts, shops: readers.shops, addShop }, context, watches)
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

/** What routes need. */
function routeParts({ config, registry, events }: Context, { store }: Services, work: Work) {
  const { engine, recorder, keyCache, admission, meter } = work
  const countCall = createCallCounter(meter, events)
  const { usage, keys } = store
  return { config, registry, events, engine, recorder, keyCache, admission, meter, countCall, usage, keys }
}

type RouteParts = ReturnType<typeof routeParts> & {
  readonly closing: () => boolean
  readonly operatorToken: string
  readonly shops: () => readonly Shop[]
  readonly addShop: AddShop | undefined
}

/** The routes beside the operations that need a key. */
function ownRoutes(http: RouteParts, { documents }: Context, watches: Work['watches']): Route[] {
  const { store, actions, inputs, history, streams, catalogs, webhooks } = watches
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
  }
  return [
    ...serveRoutes([...watchRoutes, ...changeRoutes, ...webhookRoutes, ...requestRoutes], http, parts),
    ...serveRoutes(http.addShop ? shopRoutes : readOnlyShopRoutes, http, parts),
    pauseRoute(parts),
    mcpRoute({ ...http, registry: documents.registry, version, watches }),
    ...ucpRoutes(http),
  ]
}

/** Degraded is ready: requests continue without what is missing. */
function readinessOf(
  closing: boolean,
  services: readonly ({ unavailableReason(): string | undefined } | undefined)[],
) {
  const reasons = services.flatMap(one => one?.unavailableReason() ?? [])
  if (closing) return { ready: false, state: 'closing', reasons }
  return { ready: true, state: reasons.length > 0 ? 'degraded' : 'ready', reasons }
}

export function addressOf(server: ApiServer, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${server.port()}`
}
