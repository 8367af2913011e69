// The list of commands: summary and loader of each. Only the command that runs is loaded, so that help is fast.
import type { Command } from 'commander'

const ASK = 'Read a shop:'
const SHOPS = 'Shops:'
const WATCH = 'Watch:'
const RUN = 'Run:'
export const OPERATE = 'Operate:'

interface CommandRow {
  readonly name: string
  readonly group: string
  readonly about: string
  readonly load: () => Promise<Command>
}

export const commands: readonly CommandRow[] = [
  {
    name: 'product',
    group: ASK,
    about: 'read one product by its URL, in one shape for every shop',
    load: async () => (await import('./read/general.ts')).productCommand(),
  },
  {
    name: 'search',
    group: ASK,
    about: 'search all shops at once',
    load: async () => (await import('./read/general.ts')).searchCommand(),
  },
  {
    name: 'offers',
    group: ASK,
    about: 'find who sells an article, by its code',
    load: async () => (await import('./read/general.ts')).offersCommand(),
  },
  {
    name: 'catalog',
    group: ASK,
    about: 'write the products of a shop to a file; resumes',
    load: async () => (await import('./read/catalog-command.ts')).catalogCommand(),
  },
  {
    name: 'call',
    group: ASK,
    about: 'call an operation of a built-in shop; --help lists them',
    load: async () => (await import('./read/call.ts')).callCommand(),
  },
  {
    name: 'bulk',
    group: ASK,
    about: 'collect whole catalogs, here or with workers over Redis',
    load: async () => (await import('./bulk/bulk.ts')).bulkCommand(),
  },
  {
    name: 'add',
    group: SHOPS,
    about: 'add a shop by the URL of one of its products',
    load: async () => (await import('./run/add.ts')).addCommand(),
  },
  {
    name: 'teach',
    group: SHOPS,
    about: 'correct a wrong or missing value: price=166.00',
    load: async () => (await import('./read/teach-command.ts')).teachCommand(),
  },
  {
    name: 'shops',
    group: SHOPS,
    about: 'list the shops, or the missing fields of one',
    load: async () => (await import('./run/shops-command.ts')).shopsCommand(),
  },
  {
    name: 'watch',
    group: WATCH,
    about: 'check products on a schedule, and record what changes',
    load: async () => (await import('./watch/watch-command.ts')).watchCommand(),
  },
  {
    name: 'notify',
    group: WATCH,
    about: 'send changes to endpoints, chats, phones and mailboxes',
    load: async () => (await import('./watch/notify.ts')).notifyCommand(),
  },
  {
    name: 'feed',
    group: WATCH,
    about: 'follow changes in a feed reader: Atom or JSON Feed',
    load: async () => (await import('./watch/feed-command.ts')).feedCommand(),
  },
  {
    name: 'start',
    group: RUN,
    about: 'start the API server, or with --worker a bulk worker',
    load: async () => (await import('./run/start.ts')).startCommand(),
  },
  {
    name: 'init',
    group: RUN,
    about: 'write a commented wares.yaml to start from',
    load: async () => (await import('./run/init.ts')).initCommand(),
  },
  {
    name: 'mcp',
    group: RUN,
    about: 'serve tools to an agent (Model Context Protocol)',
    load: async () => (await import('./run/mcp.ts')).mcpCommand(),
  },
  {
    name: 'keys',
    group: OPERATE,
    about: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./operate/keys.ts')).keysCommand(),
  },
  {
    name: 'usage',
    group: OPERATE,
    about: 'show requests by key, day, operation and outcome',
    load: async () => (await import('./operate/usage-command.ts')).usageCommand(),
  },
  {
    name: 'config',
    group: OPERATE,
    about: 'print the effective settings and where each comes from',
    load: async () => (await import('./operate/config-command.ts')).configCommand(),
  },
  {
    name: 'doctor',
    group: OPERATE,
    about: 'check the installation and suggest fixes',
    load: async () => (await import('./operate/doctor.ts')).doctorCommand(),
  },
  {
    name: 'explain',
    group: OPERATE,
    about: 'show how an answer was produced',
    load: async () => (await import('./maintain/explain-command.ts')).explainCommand(),
  },
  {
    name: 'replay',
    group: OPERATE,
    about: 'run the adapters on recorded requests; list and export them',
    load: async () => (await import('./maintain/replay.ts')).replayCommand(),
  },
  {
    name: 'backup',
    group: OPERATE,
    about: 'write everything that a server keeps to one archive',
    load: async () => (await import('./operate/backup.ts')).backupCommand(),
  },
  {
    name: 'restore',
    group: OPERATE,
    about: 'put a backup into an empty data folder, or into PostgreSQL',
    load: async () => (await import('./operate/backup.ts')).restoreCommand(),
  },
]
