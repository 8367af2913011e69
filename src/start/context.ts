// What every part of a running server shares: live configuration, registry, documents, events and log.
import { sites } from '../../adapters/sites/index.ts'
import type { Config } from '../settings/config.ts'
import { createLiveConfig, type LiveConfig } from '../settings/live-config.ts'
import { createRegistry, offeredRegistry, type Registry } from '../answer/request/registry.ts'
import { createEvents, type Events } from '../runtime/events.ts'
import { createLog, logEvents, type Logger } from '../health/log.ts'
import { createSettingsState, type SettingsState } from './reload.ts'

export interface Context {
  /** Its shops, watches and canaries follow a reload. */
  readonly config: Config
  readonly live: LiveConfig
  readonly registry: Registry
  readonly documents: Documents
  readonly settings: SettingsState
  readonly events: Events
  readonly log: Logger
}

/** What documents and agents are shown follows the settings; the routes stay. */
interface Documents {
  readonly registry: () => Registry
  readonly renew: () => void
}

export function createContext(initial: Config): Context {
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

function createDocuments(config: Config): Documents {
  const make = () => offeredRegistry(createRegistry(sites, config), config)
  let registry = make()
  return {
    registry: () => registry,
    renew() {
      registry = make()
    },
  }
}
