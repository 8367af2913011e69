// The configuration of a running server. Its shops, watches and canaries follow wares.yaml; all else needs a restart.
import { memberOf } from '#kit/schema/pointer'
import type { Config } from './config.ts'
import { leavesOf } from './read-settings.ts'
import { settingsSchema } from './settings-schema.ts'

/** The parts that a running server takes over. Whoever uses one reads it from the configuration each time. */
const LIVE_PARTS = ['sites', 'reader', 'sandbox', 'watches', 'watchPlaces', 'canaries'] as const

export type LiveConfig = ReturnType<typeof createLiveConfig>

export function createLiveConfig(initial: Config) {
  let current = initial
  const live = Object.fromEntries(
    LIVE_PARTS.map(name => [name, { enumerable: true, get: () => current[name] }]),
  )
  return {
    config: Object.freeze(Object.defineProperties({ ...initial }, live)),
    /** Returns whether a live part has changed. */
    replace(next: Config): boolean {
      const isChanged = LIVE_PARTS.some(name => JSON.stringify(current[name]) !== JSON.stringify(next[name]))
      if (isChanged) current = next
      return isChanged
    },
  }
}

/** The settings of two configurations that differ and that only a restart applies, by their names in the file. */
export function settingsForRestart(before: Config, after: Config): string[] {
  const valueIn = ({ settings }: Config, path: readonly string[]) =>
    JSON.stringify(path.reduce<unknown>(memberOf, settings))
  return leavesOf(settingsSchema())
    .filter(({ path }) => !(LIVE_PARTS as readonly (string | undefined)[]).includes(path[0]))
    .filter(({ path }) => valueIn(before, path) !== valueIn(after, path))
    .map(({ path }) => path.join('.'))
}
