// One row in the list of commands.
import type { Command } from 'commander'

export interface CommandRow {
  readonly name: string
  readonly group: string
  readonly about: string
  /** Works, but is not offered any more. */
  readonly isHidden?: boolean
  readonly load: () => Promise<Command>
}
