// What starts a server beside its configuration.
import type { LaunchSettings } from '../store/keys/operator-token.ts'
import type { Config } from '../settings/config.ts'
import type { EffectiveSetting } from '../settings/effective-settings.ts'
import type { Sandbox } from './start-sandbox.ts'
import type { KeyCache } from '../store/keys/key-cache.ts'

export interface SettingsSource {
  readonly path: string
  /** The configuration of the file as it is now. */
  readonly read: () => Config
  /** What `read` last returned, setting by setting. */
  readonly effective?: () => readonly EffectiveSetting[]
}

export interface ServerOptions {
  /** A running sandbox to use; stopped with the server. */
  readonly sandbox?: Sandbox | undefined
  /** The settings file, if the server has one: shops can be added to it. */
  readonly settings?: SettingsSource | undefined
  /** Adds keys to the stored ones. */
  readonly extendKeys?: (cache: KeyCache) => KeyCache
  /** For commands in the same folder, which then ask this server. */
  readonly startedWith?: LaunchSettings
  /** Where the variables of OpenTelemetry are; without it there is no telemetry, whatever the process has. */
  readonly telemetryEnv?: Readonly<Record<string, string | undefined>>
}
