// Every defined route, in the order of the OpenAPI document.
import type { AnyRoute } from '../define-route.ts'
import { changeRoutes } from './changes.ts'
import { feedRoutes } from './feeds.ts'
import { readRoute } from './read.ts'
import { requestRoutes } from './requests.ts'
import { shopRoutes } from './shops.ts'
import { systemRoutes } from './system.ts'
import { usageRoutes } from './usage.ts'
import { watchRoutes } from './watches.ts'
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
