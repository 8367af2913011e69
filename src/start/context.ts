// What every part of a running server shares: live configuration, registry, documents, events and log.
import { sites } from '../../adapters/sites/index.ts'
import type { Config } from '../settings/config.ts'
import { createLiveConfig } from '../settings/live-config.ts'
import { createRegistry, offeredRegistry } from '../answer/request/registry.ts'
import { createEvents } from '../runtime/events.ts'
import { createLog, logEvents } from '../health/log.ts'
import { createSettingsState } from './reload.ts'

/** What every part of a running server shares. Its shops, watches and canaries follow a reload. */
export type Context = ReturnType<typeof createContext>

export function createContext(initial: Config) {
  const live = createLiveConfig(initial)
  const { config } = live
  const events = createEvents()
  const log = createLog(config.logLevel)
  logEvents(log, events)
  const registry = createRegistry(sites, config)
  return {
    config,
    live,
    registry,
    documents: createDocuments(config),
    settings: createSettingsState(),
    events,
    log,
  }
}

/** What documents and agents are shown follows the settings; the routes stay. */
function createDocuments(config: Config) {
  const make = () => offeredRegistry(createRegistry(sites, config), config)
  let registry = make()
  return {
    registry: () => registry,
    renew() {
      registry = make()
    },
  }
}
