// Opens the watches for a command, with or without a running server.
import { systemClock } from '../../runtime/clock.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Engine } from '../../engine/index.ts'
import { createRegistry } from '../../engine/request/registry.ts'
import { isOperatorError, operatorError } from '../../runtime/operator-error.ts'
import { Fault } from '../../kit/fault.ts'
import { createLocalAdmission, createMemoryRateLimiter } from '../../state/keys/admission.ts'
import { createMeter } from '../../state/keys/meter.ts'
import { openStore } from '../../state/open-store.ts'
import { createWatches, type Watches } from '../../watch/create-watches.ts'
import { ownerFinder } from '../../watch/check/owned-check.ts'
import { sites } from '../../../sites/index.ts'
import { openLocalEngine } from '../connect/local-engine.ts'

export function withWatches<T>(work: (watches: Watches) => Promise<T>): Promise<T> {
  return openWatches(readConfig(sites), work)
}

async function openWatches<T>(config: Config, work: (watches: Watches) => Promise<T>): Promise<T> {
  const opened = await openLocalEngine(config)
  try {
    const own = await watchesOf(config, opened.engine)
    try {
      return await work(own.watches)
    } finally {
      await own.close()
    }
  } catch (error) {
    if (error instanceof Fault && !isOperatorError(error)) throw operatorError(messageOf(error), error)
    throw error
  } finally {
    await opened.close()
  }
}

/** The watches of the data folder, checked by this engine. */
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

function messageOf({ code, message }: Fault): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return code === 'not_found' ? `${text}; \`wares watch list\` shows them.` : `${text}.`
}
