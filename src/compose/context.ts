// What every part of a running server shares: live configuration, registry, documents, events and log.
import { sites } from '../../sites/index.ts'
import type { Config } from '../config.ts'
import { createLiveConfig } from '../config/live-config.ts'
import { createRegistry, offeredRegistry } from '../engine/registry.ts'
import { createEvents } from '../observe/events.ts'
import { createLog, logEvents } from '../observe/log.ts'
import { createSettingsState } from './reload.ts'

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
