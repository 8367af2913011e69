// All routes of watches: the watches themselves, their catalogues, changes, receivers of alerts, and pause links.
import type { Clock } from '../../runtime/clock.ts'
import type { Watches } from '../../watch/create-watches.ts'
import type { AdmitParts } from '../admit.ts'
import type { Route } from '../route.ts'
import { catalogRoute } from './catalog-route.ts'
import { changesRoute } from './change-routes.ts'
import { pauseRoute } from './pause-route.ts'
import { watchRoutes } from './watch-routes.ts'
import { webhookRoutes, type WebhookRouteParts } from './webhook-routes.ts'

export interface RoutesOfWatchesParts extends AdmitParts {
  readonly config: AdmitParts['config'] & WebhookRouteParts['settings']
  readonly closing: () => boolean
}

export function routesOfWatches(
  { store, actions, inputs, history, streams, catalogs, webhooks }: Watches,
  http: RoutesOfWatchesParts,
  clock: Clock,
): Route[] {
  const parts = { ...http, clock, watches: store, actions, inputs, history, streams, catalogs, webhooks }
  return [
    ...watchRoutes(parts),
    catalogRoute(parts),
    changesRoute(parts),
    ...webhookRoutes({ ...parts, settings: http.config }),
    pauseRoute(parts),
  ]
}
