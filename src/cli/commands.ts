// The list of commands: summary and loader of each. Only the command that runs is loaded, so that help is fast.
import type { CommandRow } from './command-row.ts'

const RUN = 'Run:'
const KEYS = 'Access:'
const ASK = 'Query:'
export const HELP = 'Help:'

export const commands: readonly CommandRow[] = [
  {
    name: 'start',
    group: RUN,
    about: 'start the API server (sites without an origin use the sandbox)',
    load: async () => (await import('./start.ts')).startCommand(),
  },
  {
    name: 'init',
    group: RUN,
    about: 'write a commented wares.yaml to start from',
    load: async () => (await import('./init.ts')).initCommand(),
  },
  {
    name: 'add',
    group: RUN,
    about: 'add a shop by the URL of one of its products',
    load: async () => (await import('./add.ts')).addCommand(),
  },
  {
    name: 'shops',
    group: RUN,
    about: 'list the shops that this server can read, with their state',
    load: async () => (await import('./shops.ts')).shopsCommand(),
  },
  {
    name: 'sandbox',
    group: RUN,
    about: 'start only the sandbox shops',
    load: async () => (await import('./sandbox.ts')).sandboxCommand(),
  },
  {
    name: 'worker',
    group: RUN,
    about: 'process submitted bulk inputs; run as many workers as you like, on any machine',
    load: async () => (await import('./worker.ts')).workerCommand(),
  },
  {
    name: 'mcp',
    group: RUN,
    about: 'serve the operations as agent tools (Model Context Protocol on stdio)',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  {
    name: 'keys',
    group: KEYS,
    about: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./keys.ts')).keysCommand(),
  },
  {
    name: 'usage',
    group: KEYS,
    about: 'show requests by key, day (UTC), operation, outcome and cache state',
    load: async () => (await import('./usage.ts')).usageCommand(),
  },
  {
    name: 'db',
    group: KEYS,
    about: 'manage the database of keys and usage',
    load: async () => (await import('./db.ts')).dbCommand(),
  },
  {
    name: 'product',
    group: ASK,
    about: 'read one product by its URL, in one shape for every shop',
    load: async () => (await import('./general.ts')).productCommand(),
  },
  {
    name: 'search',
    group: ASK,
    about: 'search all shops at once',
    load: async () => (await import('./general.ts')).searchCommand(),
  },
  {
    name: 'offers',
    group: ASK,
    about: 'find who sells an article, by its code',
    load: async () => (await import('./general.ts')).offersCommand(),
  },
  {
    name: 'ops',
    group: ASK,
    about: 'list the operations, or show the parameters of one',
    load: async () => (await import('./ops.ts')).opsCommand(),
  },
  {
    name: 'call',
    group: ASK,
    about: 'run one operation without a server; pass parameters as --name value',
    load: async () => (await import('./call.ts')).callCommand(),
  },
  {
    name: 'read',
    group: ASK,
    about: 'read the product on any shop page (file or URL)',
    load: async () => (await import('./read.ts')).readCommand(),
  },
  {
    name: 'bulk',
    group: ASK,
    about: 'collect whole catalogues, in this process or with workers over Redis',
    load: async () => (await import('./bulk.ts')).bulkCommand(),
  },
  {
    name: 'catalog',
    group: ASK,
    about: 'write all product pages of a shop to a file; continues where it was interrupted',
    load: async () => (await import('./catalog.ts')).catalogCommand(),
  },
  {
    name: 'watch',
    group: ASK,
    about: 'check products on a schedule and record what changes',
    load: async () => (await import('./watch.ts')).watchCommand(),
  },
  {
    name: 'history',
    group: ASK,
    about: 'write what the watches saw to CSV or Parquet files',
    load: async () => (await import('./history.ts')).historyCommand(),
  },
  {
    name: 'webhook',
    group: ASK,
    about: 'send changes to your endpoints as signed webhooks',
    load: async () => (await import('./webhook.ts')).webhookCommand(),
  },
  {
    name: 'notify',
    group: ASK,
    about: 'send alerts to Slack, Discord, Telegram, ntfy, Gotify, Teams or by mail',
    load: async () => (await import('./notify.ts')).notifyCommand(),
  },
  {
    name: 'recordings',
    group: ASK,
    about: 'list recorded requests, or export them as HAR files',
    load: async () => (await import('./recordings-command.ts')).recordingsCommand(),
  },
  {
    name: 'explain',
    group: ASK,
    about: 'show how an answer was produced: exchanges, absent fields, the source of each value',
    load: async () => (await import('./explain.ts')).explainCommand(),
  },
  {
    name: 'replay',
    group: ASK,
    about: 'run the adapters on recorded requests and show what differs',
    load: async () => (await import('./replay.ts')).replayCommand(),
  },
  {
    name: 'case',
    group: ASK,
    about: 'turn a recording into a test case (in a clone of the repository)',
    load: async () => (await import('./case.ts')).caseCommand(),
  },
  {
    name: 'drift',
    group: ASK,
    about: 'show which fields are missing from shop pages, and since when',
    load: async () => (await import('./drift.ts')).driftCommand(),
  },
  {
    name: 'doctor',
    group: HELP,
    about: 'check the installation and suggest fixes',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  {
    name: 'config',
    group: HELP,
    about: 'print the effective settings and where each comes from',
    load: async () => (await import('./config.ts')).configCommand(),
  },
  {
    name: 'completion',
    group: HELP,
    about: 'print a shell completion script (bash, zsh or fish)',
    load: async () => (await import('./completion.ts')).completionCommand(commands),
  },
]
