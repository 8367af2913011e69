// The options of `startWares`: the settings of wares.yaml under the same names, all optional. docs/settings.md explains each.
import type { SettingsValues } from './settings-schema.ts'
import type { SiteSettings } from './site-settings.ts'

type GivenOptions<T> = T extends readonly (infer Item)[]
  ? readonly GivenOptions<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: GivenOptions<T[Name]> }
    : T

/** Only what differs from the command line is said here. */
export interface WaresOptions extends Omit<GivenOptions<SettingsValues>, 'sandbox' | 'sites'> {
  /** Port to listen on. Default: 0, any free port. */
  readonly port?: number
  /** Data folder. Default: as for the command line, see `wares config`. Each running Wares needs its own. */
  readonly data?: string
  /** Lowest level that is written to standard error. Default: `silent`. */
  readonly log?: SettingsValues['log']
  /** Made-up shops for sites without an origin. Default: on while no site has an origin, on any free port. */
  readonly sandbox?: boolean | GivenOptions<SettingsValues['sandbox']>
  /** The sites, by name. */
  readonly sites?: Readonly<Record<string, SiteOptions>>
}

export interface SiteOptions extends Omit<GivenOptions<SiteSettings>, 'origins' | 'settings'> {
  readonly origins?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
}
