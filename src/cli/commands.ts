// The list of commands: summary and loader of each. Only the command that runs is loaded, so that help is fast.
import type { CommandRow } from './command-row.ts'

const ASK = 'Read a shop:'
const SHOPS = 'Shops:'
const WATCH = 'Watch:'
const RUN = 'Run:'
const OPERATE = 'Operate:'
const MAINTAIN = 'Maintain the readers of shops:'
export const HELP = 'Help:'

export const commands: readonly CommandRow[] = [
  {
    name: 'product',
    group: ASK,
    about: 'one product by its URL, in one shape for every shop (use this)',
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
    about: 'write all product pages of a shop to a file; continues where it was interrupted',
    load: async () => (await import('./read/catalog.ts')).catalogCommand(),
  },
  {
    name: 'call',
    group: ASK,
    about:
      'one operation by its id, with the fields of its site; records and replays with --record and --har',
    load: async () => (await import('./read/call.ts')).callCommand(),
  },
  {
    name: 'ops',
    group: ASK,
    about: 'list the operations, or show the parameters of one',
    load: async () => (await import('./read/ops.ts')).opsCommand(),
  },
  {
    name: 'bulk',
    group: ASK,
    about: 'collect whole catalogs, in this process or with workers over Redis',
    load: async () => (await import('./bulk/bulk.ts')).bulkCommand(),
  },
  {
    name: 'add',
    group: SHOPS,
    about: 'add a shop by the URL of one of its products; --dry-run only says what was found',
    load: async () => (await import('./run/add.ts')).addCommand(),
  },
  {
    name: 'teach',
    group: SHOPS,
    about: 'put a wrong or missing value right by naming it: price=166.00',
    load: async () => (await import('./read/teach.ts')).teachCommand(),
  },
  {
    name: 'shops',
    group: SHOPS,
    about: 'list the shops that this server can read, with their state',
    load: async () => (await import('./run/shops.ts')).shopsCommand(),
  },
  {
    name: 'watch',
    group: WATCH,
    about: 'check products on a schedule and record what changes',
    load: async () => (await import('./watch/watch.ts')).watchCommand(),
  },
  {
    name: 'history',
    group: WATCH,
    about: 'write what the watches saw to CSV or Parquet files',
    load: async () => (await import('./watch/history.ts')).historyCommand(),
  },
  {
    name: 'notify',
    group: WATCH,
    about: 'send changes to endpoints, Slack, Discord, Telegram, ntfy, Gotify, Teams or by mail',
    load: async () => (await import('./watch/notify.ts')).notifyCommand(),
  },
  {
    name: 'feed',
    group: WATCH,
    about: 'follow changes in a feed reader: Atom or JSON Feed',
    load: async () => (await import('./watch/feed.ts')).feedCommand(),
  },
  {
    name: 'webhook',
    group: WATCH,
    about: 'the same as `wares notify`, for webhooks; removed in the next release',
    isHidden: true,
    load: async () => (await import('./watch/notify.ts')).webhookCommand(),
  },
  {
    name: 'start',
    group: RUN,
    about: 'start the API server (sites without an origin use the sandbox)',
    load: async () => (await import('./run/start.ts')).startCommand(),
  },
  {
    name: 'init',
    group: RUN,
    about: 'write a commented wares.yaml to start from',
    load: async () => (await import('./run/init.ts')).initCommand(),
  },
  {
    name: 'worker',
    group: RUN,
    about: 'process submitted bulk inputs; run as many workers as you like, on any machine',
    load: async () => (await import('./run/worker.ts')).workerCommand(),
  },
  {
    name: 'mcp',
    group: RUN,
    about: 'serve the operations as agent tools (Model Context Protocol on stdio)',
    load: async () => (await import('./run/mcp.ts')).mcpCommand(),
  },
  {
    name: 'sandbox',
    group: RUN,
    about: 'start only the sandbox shops',
    load: async () => (await import('./run/sandbox.ts')).sandboxCommand(),
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
    about: 'show requests by key, day (UTC), operation, outcome and cache state',
    load: async () => (await import('./operate/usage.ts')).usageCommand(),
  },
  {
    name: 'config',
    group: OPERATE,
    about: 'print the effective settings and where each comes from',
    load: async () => (await import('./operate/config.ts')).configCommand(),
  },
  {
    name: 'doctor',
    group: OPERATE,
    about: 'check the installation and suggest fixes',
    load: async () => (await import('./operate/doctor.ts')).doctorCommand(),
  },
  {
    name: 'read',
    group: MAINTAIN,
    about: 'what the general reader sees on a page (file or URL), and where',
    load: async () => (await import('./read/read.ts')).readCommand(),
  },
  {
    name: 'explain',
    group: MAINTAIN,
    about: 'show how an answer was produced: exchanges, absent fields, the source of each value',
    load: async () => (await import('./maintain/explain.ts')).explainCommand(),
  },
  {
    name: 'recordings',
    group: MAINTAIN,
    about: 'list recorded requests, or export them as HAR files',
    load: async () => (await import('./maintain/recordings-command.ts')).recordingsCommand(),
  },
  {
    name: 'replay',
    group: MAINTAIN,
    about: 'run the adapters on recorded requests and show what differs',
    load: async () => (await import('./maintain/replay.ts')).replayCommand(),
  },
  {
    name: 'case',
    group: MAINTAIN,
    about: 'turn a recording into a test case (in a clone of the repository)',
    load: async () => (await import('./maintain/case.ts')).caseCommand(),
  },
  {
    name: 'drift',
    group: MAINTAIN,
    about: 'show which fields are missing from shop pages, and since when',
    load: async () => (await import('./maintain/drift.ts')).driftCommand(),
  },
  {
    name: 'db',
    group: MAINTAIN,
    about: 'manage the database of keys and usage',
    load: async () => (await import('./operate/db.ts')).dbCommand(),
  },
  {
    name: 'completion',
    group: HELP,
    about: 'print a shell completion script (bash, zsh or fish)',
    load: async () => (await import('./operate/completion.ts')).completionCommand(commands),
  },
]
