// What /metrics, /status.json and the list of shops report.
import { driftKey } from '../extract/listed-shop.ts'
import { listShops } from '../serve/http/list-shops.ts'
import type { ShopRow } from '../serve/http/routes/shop-routes.ts'
import type { SystemRouteParts } from '../serve/http/routes/system.ts'
import { createMetrics } from '../health/metrics.ts'
import { createStatus } from '../health/status.ts'
import { version } from '../runtime/version.ts'
import type { Context } from './context.ts'
import type { Work } from './work.ts'

export function metricsReader({ events }: Context, { drift, canaries, watches, upstream }: Work) {
  return createMetrics(events, () => ({
    drift: drift.current(),
    canaries: canaries.current(),
    circuits: circuitsOf(upstream),
    watches: watches.summary(),
  }))
}

/** The worst of each label: a wildcard has several hosts. */
function circuitsOf(upstream: Work['upstream']): Record<string, string> {
  const byLabel = Map.groupBy(Object.values(upstream.status()), one => one.label)
  return Object.fromEntries(
    Array.from(byLabel, ([label, shops]) => {
      const states = new Set(shops.map(one => one.circuit))
      return [label, (['open', 'half-open'] as const).find(state => states.has(state)) ?? 'closed']
    }),
  )
}

interface ShopReaders {
  readonly shops: () => readonly ShopRow[]
  readonly status: SystemRouteParts['status']
}

/** What is known of the shops, for /status.json and /api/v2/shops. */
export function shopReaders({ config, registry, events, settings }: Context, work: Work): ShopReaders {
  const { upstream, engine, watches, drift, canaries } = work
  const health = createStatus(config, events, () => circuitsOf(upstream))
  const shops = () =>
    listShops(config, registry, {
      health: health(),
      fields: (operation, shop) => drift.states().get(driftKey(operation, shop)),
      canaries: canaries.current(),
      known: engine.knownShop,
    })
  const sites = () => {
    const drifts = drift.current()
    const all = Object.entries(health())
    return Object.fromEntries(all.map(([name, one]) => [name, { ...one, drift: drifts?.[name] ?? null }]))
  }
  const status = () => ({
    version,
    settings: settings.current(),
    in_flight: Object.fromEntries(engine.inFlight()),
    shops: shops(),
    sites: sites(),
    watches: watches.summary(),
    canaries: canaries.current(),
  })
  return { shops, status }
}
