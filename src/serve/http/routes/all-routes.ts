// Every defined route, in the order of the OpenAPI document.
import type { AnyRoute } from '../define-route.ts'
import { changeRoutes } from './change-routes.ts'
import { feedRoutes } from './feeds.ts'
import { readRoute } from './read-route.ts'
import { requestRoutes } from './requests.ts'
import { shopRoutes } from './shop-routes.ts'
import { systemRoutes } from './system.ts'
import { usageRoutes } from './usage-routes.ts'
import { watchRoutes } from './watch-routes.ts'
import { webhookRoutes } from './webhooks.ts'

export const allRoutes: readonly AnyRoute[] = [
  ...shopRoutes,
  readRoute,
  ...watchRoutes,
  ...changeRoutes,
  ...webhookRoutes,
  ...feedRoutes,
  ...requestRoutes,
  ...usageRoutes,
  ...systemRoutes,
]
