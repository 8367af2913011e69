// One row in the list of commands.
import type { Command } from 'commander'

export interface CommandRow {
  readonly name: string
  readonly group: string
  readonly about: string
  readonly load: () => Promise<Command>
}
