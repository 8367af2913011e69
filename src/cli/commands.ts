// The commands: what each is for, and how its code is loaded. Only the one that is run is loaded, so that help is quick.
import type { Command } from 'commander'

export interface CommandRow {
  readonly name: string
  readonly group: string
  readonly about: string
  readonly load: () => Promise<Command>
}

const RUN = 'Run it:'
const KEYS = 'Let callers in:'
const ASK = 'Ask from here:'
export const HELP = 'Find your way:'

export const commands: readonly CommandRow[] = [
  {
    name: 'start',
    group: RUN,
    about: 'start the API (with the sandbox for sites without an origin)',
    load: async () => (await import('./start.ts')).startCommand(),
  },
  {
    name: 'sandbox',
    group: RUN,
    about: 'start the sandbox shops alone',
    load: async () => (await import('./sandbox.ts')).sandboxCommand(),
  },
  {
    name: 'worker',
    group: RUN,
    about: 'work on submitted inputs; any number of workers, on any machines',
    load: async () => (await import('./worker.ts')).workerCommand(),
  },
  {
    name: 'mcp',
    group: RUN,
    about: 'serve the operations as tools to an agent (Model Context Protocol on stdio)',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  {
    name: 'keys',
    group: KEYS,
    about: 'make and end the keys of callers',
    load: async () => (await import('./keys.ts')).keysCommand(),
  },
  {
    name: 'usage',
    group: KEYS,
    about: 'calls by key, day (UTC), operation, outcome and cache state',
    load: async () => (await import('./usage.ts')).usageCommand(),
  },
  {
    name: 'db',
    group: KEYS,
    about: 'where keys and usage are kept',
    load: async () => (await import('./db.ts')).dbCommand(),
  },
  {
    name: 'product',
    group: ASK,
    about: 'one product of any shop in one shape, by its address',
    load: async () => (await import('./general.ts')).productCommand(),
  },
  {
    name: 'search',
    group: ASK,
    about: 'one search in all shops at the same time',
    load: async () => (await import('./general.ts')).searchCommand(),
  },
  {
    name: 'offers',
    group: ASK,
    about: 'where an article is sold, and for how much, by its code',
    load: async () => (await import('./general.ts')).offersCommand(),
  },
  {
    name: 'ops',
    group: ASK,
    about: 'list the operations',
    load: async () => (await import('./ops.ts')).opsCommand(),
  },
  {
    name: 'call',
    group: ASK,
    about: 'run one operation without a server; parameters as --name value',
    load: async () => (await import('./call.ts')).callCommand(),
  },
  {
    name: 'read',
    group: ASK,
    about: 'read one product out of any shop page',
    load: async () => (await import('./read.ts')).readCommand(),
  },
  {
    name: 'bulk',
    group: ASK,
    about: 'collect whole catalogues, in this process or by workers over Redis',
    load: async () => (await import('./bulk.ts')).bulkCommand(),
  },
  {
    name: 'watch',
    group: ASK,
    about: 'check products again and again, and keep what changes',
    load: async () => (await import('./watch.ts')).watchCommand(),
  },
  {
    name: 'webhook',
    group: ASK,
    about: 'send changes to receivers, signed',
    load: async () => (await import('./webhook.ts')).webhookCommand(),
  },
  {
    name: 'case',
    group: ASK,
    about: 'make a test case of a recording (in a clone of the repository)',
    load: async () => (await import('./case.ts')).caseCommand(),
  },
  {
    name: 'doctor',
    group: HELP,
    about: 'check all that Wares needs here, and say what to do',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  {
    name: 'config',
    group: HELP,
    about: 'print the settings as they hold, each with its source',
    load: async () => (await import('./config.ts')).configCommand(),
  },
  {
    name: 'completion',
    group: HELP,
    about: 'print a completion script for bash, zsh or fish',
    load: async () => (await import('./completion.ts')).completionCommand(),
  },
]
