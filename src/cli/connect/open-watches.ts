// The watches of the data folder, for an agent whose tools work in this process.
import { systemClock } from '../../runtime/clock.ts'
import type { Config } from '../../settings/config.ts'
import type { Engine } from '../../answer/index.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { createLocalAdmission, createMemoryRateLimiter } from '../../store/keys/admission.ts'
import { createMeter } from '../../store/keys/meter.ts'
import { openStore } from '../../store/open-store.ts'
import { createWatches, type Watches } from '../../watch/create-watches.ts'
import { ownerFinder } from '../../watch/check/owned-request.ts'
import { sites } from '../../../adapters/sites/index.ts'

/** Checked by this engine. */
export async function watchesOf(config: Config, engine: Engine): Promise<OpenedWatches> {
  const store = await openStore(config)
  const registry = createRegistry(sites, config)
  const meter = createMeter(store.usage, store.shared, () => {})
  const owners = {
    findOwner: ownerFinder(store.keys),
    admission: createLocalAdmission(createMemoryRateLimiter(), meter),
    meter,
  }
  return {
    watches: createWatches({
      config,
      database: store.database,
      engine,
      registry,
      clock: systemClock,
      owners,
    }),
    async close() {
      await meter.close()
      await store.close()
    },
  }
}

interface OpenedWatches {
  readonly watches: Watches
  close(): Promise<void>
}
