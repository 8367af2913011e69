// The HTTP servers and their routes.
import { createCallCounter } from '../http/call-counter.ts'
import { operationRoutes } from '../http/operation-handler.ts'
import { createGuestDoor } from '../http/guest-door.ts'
import { createRenewableRoutes } from '../http/renewable-routes.ts'
import { requestRecordRoute } from '../http/request-record-handler.ts'
import type { Route } from '../http/route.ts'
import { type ApiServer, createApiServer } from '../http/server.ts'
import { type ShopsParts, shopsRoute } from '../http/shops-handler.ts'
import { systemRoutes } from '../http/system-handler.ts'
import { type UcpParts, ucpRoutes } from '../http/ucp/ucp-routes.ts'
import { usageRoute } from '../http/usage-handler.ts'
import { type RoutesOfWatchesParts, routesOfWatches } from '../http/watches/routes-of-watches.ts'
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
  { addShop, operatorToken }: Pick<ShopsParts, 'addShop' | 'operatorToken'>,
) {
  const { config, registry, documents, settings } = context
  const { store, redis } = services
  const { recorder, watches, guestKeys } = work
  let closing = false
  const parts = { ...routeParts(context, services, work), closing: () => closing }
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
  const shared = [usageRoute(parts), ...system.routes]
  const hasFinder = config.finderPort !== undefined
  const { open = [], keyed = [] } = Object.groupBy(registry.entries, ({ operation }) =>
    hasFinder && operation.open ? 'open' : 'keyed',
  )
  const operations = operationRoutes(parts, keyed)
  const own = ownRoutes({ ...parts, shops: readers.shops, addShop, operatorToken }, context, watches)
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

/** The routes beside the operations that need a key. */
function ownRoutes(
  parts: Omit<Parameters<typeof mcpRoute>[0], 'registry' | 'version' | 'watches'> &
    Parameters<typeof requestRecordRoute>[0] &
    Parameters<typeof shopsRoute>[0] &
    UcpParts &
    RoutesOfWatchesParts,
  { documents }: Context,
  watches: Work['watches'],
): Route[] {
  return [
    ...routesOfWatches(watches, parts, systemClock),
    mcpRoute({ ...parts, registry: documents.registry, version, watches }),
    requestRecordRoute(parts),
    shopsRoute(parts),
    ...ucpRoutes(parts),
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
