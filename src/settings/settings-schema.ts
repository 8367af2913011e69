// The schema of all settings: validates wares.yaml and the environment; the source of docs/settings.md's table and
// of the schema that `wares init` writes.
import type { Static, TSchema } from 'typebox'
import { schemasOf } from './fields.ts'
import { Type } from '#kit/schema/json-schema'
import { watchFields } from './watch-rules/rule-fields.ts'
import { taughtFieldsSchema } from './watch-rules/taught-schema.ts'
import { shopPlatforms } from '../runtime/sandbox-shops.ts'
import {
  address,
  choice,
  code,
  flag,
  group,
  headerText,
  integer,
  line,
  notes,
  port,
  positive,
  setting,
  text,
} from './setting-kinds.ts'
import {
  activeTimes,
  type ConfigurableSite,
  exampleUrl,
  siteSchema,
  type SiteSettings,
} from './site-settings.ts'

const rateLimit = (rate: number, burst: number, who: string) =>
  group({
    rate: positive({ description: `Requests per second ${who}`, default: rate }),
    burst: positive({ description: `Burst size ${who}`, default: burst }),
  })

/** A host name with a dot, one with the prefix `*.`, or an http or https URL. */
const HOST_OR_ORIGIN =
  '^(?:(?:\\*\\.)?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z][A-Za-z0-9-]*|https?://.+)$'

const readerHost = Type.String({
  minLength: 1,
  pattern: HOST_OR_ORIGIN,
  'x-wares-form':
    'a host name (`shop.example`, `*.example.org`; other alphabets as `xn--…`) or a URL (`http://127.0.0.1:8090`; needed for an IP address)',
})
const HOW_ALL = 'as for all of these hosts'

const sandboxSpeed = {
  description:
    'Speed of the sandbox clock, which moves prices and stock: shop seconds per real second; 0 stops it',
  default: 60,
  env: 'WARES_SANDBOX_SPEED',
}

const sandbox = group({
  enabled: flag({
    description: 'Whether sites without an origin use the sandbox; `sandbox: true` is short for it',
    unset: 'on while no real shop is configured: no origin of a site, no entry of `reader.hosts`',
  }),
  host: text({
    description:
      'Address that the sandbox shops listen on; `0.0.0.0` in a container that publishes their port',
    default: '127.0.0.1',
    env: 'WARES_SANDBOX_HOST',
  }),
  port: port({ description: 'Port of the sandbox shops', default: 8081, env: 'WARES_SANDBOX_PORT' }),
  speed: setting(Type.Number({ minimum: 0, maximum: 1_000_000, ...notes(sandboxSpeed) }), sandboxSpeed),
})

const recordMb = {
  description: 'Size of the recordings in the data folder; the oldest are deleted first',
  default: 256,
}

const workers = {
  description: 'Threads that read pages; 0 reads them on the main thread',
  unset: 'number of cores, at least 2',
  env: 'WARES_WORKERS',
}

const general = {
  host: text({ description: 'Address that the API listens on', default: '127.0.0.1', env: 'WARES_HOST' }),
  port: port({ description: 'Port of the API', default: 8080, env: 'WARES_PORT' }),
  finder: Type.Optional(
    group({
      port: port({ description: 'A separate port for the filter lookup', unset: 'the port of the API' }),
      url: address({
        description: 'Public URL of the filter lookup, behind a proxy',
        unset: 'its port on the host of the request',
      }),
    }),
  ),
  data: text({
    description: 'Data folder: SQLite, the sandbox key, recordings, locks of bulk outputs',
    unset: '`data` in a clone; installed, `$XDG_DATA_HOME/wares`, usually `~/.local/share/wares`',
    env: 'WARES_DATA',
  }),
  database_url: text({
    description: 'PostgreSQL instead of SQLite, `postgres://…`',
    unset: 'SQLite in the data folder',
    env: 'WARES_DATABASE_URL',
  }),
  database_grace_s: positive({
    description: 'How long known keys stay valid while PostgreSQL cannot be reached',
    default: 3600,
  }),
  public_url: address({
    description: 'URL at which people reach this server, for links in notifications',
    unset: '`http://host:port`',
    env: 'WARES_PUBLIC_URL',
  }),
  smtp_url: text({
    description: 'Mail server for `wares notify add mailto`, `smtps://user:password@host:465`',
    unset: 'no mail',
    env: 'WARES_SMTP_URL',
  }),
  smtp_from: line({
    description: 'Sender of these mails, `Wares <wares@shop.example>`',
    unset: 'no mail',
    env: 'WARES_SMTP_FROM',
  }),
  redis_url: text({
    description: 'Redis for the shared cache, limits and bulk queues, `redis://…`',
    unset: 'each process has its own',
    env: 'WARES_REDIS_URL',
  }),
  redis_prefix: text({
    description: 'Prefix of every key in Redis',
    default: 'wares:',
    env: 'WARES_REDIS_PREFIX',
  }),
  redis_timeout_ms: positive({
    description: 'How long a request waits for Redis before it continues without it',
    default: 100,
  }),
  deadline_ms: positive({
    description: 'Time limit of one request, from parameters to answer',
    default: 15_000,
    env: 'WARES_DEADLINE_MS',
  }),
  drain_ms: positive({
    description: 'How long open connections may still send requests during shutdown',
    default: 1000,
    env: 'WARES_DRAIN_MS',
  }),
  workers: setting(Type.Integer({ minimum: 0, maximum: 256, ...notes(workers) }), workers),
  log: choice(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
    description: 'Log level',
    default: 'info',
    env: 'WARES_LOG',
  }),
  sandbox: Type.Union([Type.Boolean(), sandbox], { description: 'The made-up shops' }),
  user_agent: headerText({
    description: 'User-Agent of every request to a site; put a contact in it',
    default: 'Wares/0.4 (product data reader; contact: see the operator)',
  }),
  cors_origin: headerText({ description: 'Which web pages may call the API from a browser', default: '*' }),
  chromium: text({
    description: 'Path of the browser for sites with `render: browser`',
    unset: 'searched in the usual places',
  }),
  reader: group({
    hosts: Type.Optional(
      Type.Array(
        Type.Union([
          readerHost,
          group({
            host: readerHost,
            requests_per_second: positive({ description: 'Requests per second to the host', unset: HOW_ALL }),
            enabled: flag({
              description: '`false` pauses the shop: nothing is requested from it, and its watches wait',
              unset: 'on',
            }),
            concurrency: integer(1, {
              description: 'Requests to the host at the same time',
              unset: HOW_ALL,
            }),
            timeout_ms: positive({ description: 'Time limit of one attempt', unset: HOW_ALL }),
            render: choice(['none', 'browser'], {
              description: '`browser` renders the page in Chromium first',
              unset: HOW_ALL,
            }),
            active: activeTimes,
            example: exampleUrl,
            platform: choice(shopPlatforms, {
              description:
                'Software of the shop, as `wares add` found it; its pages are believed before this',
              unset: 'learned from its pages',
            }),
            currency: code({
              description:
                'What a sign that several countries share, or none, means on its pages, in its list and its search. A currency that a page states stands',
              unset:
                'each page tells it, or the price is null; for a list, learned from a product page each time it is read, for a search once a day',
            }),
            ucp: flag({
              description:
                'Whether the shop offers UCP, as `wares add` found it; with `false` it is never asked',
              unset: 'learned from its profile',
            }),
            fields: Type.Optional(taughtFieldsSchema),
          }),
        ]),
        {
          description:
            'Shops without an adapter that the general operations may read: `shop.example`, `*.example.org` for all its subdomains, or a URL with port and base path. `{ host: shop.example, render: browser }` sets one of the values below for one entry',
          'x-wares-unset': 'none; in the sandbox, its shops without an adapter',
        },
      ),
    ),
    requests_per_second: positive({ description: 'Requests per second to each of these hosts', default: 1 }),
    concurrency: integer(1, { description: 'Requests to each of these hosts at the same time', default: 2 }),
    timeout_ms: positive({ description: 'Time limit of one attempt', default: 10_000 }),
    render: choice(['none', 'browser'], {
      description: '`browser` renders these pages in Chromium first',
      default: 'none',
    }),
  }),
  record: choice(['faults', 'all', 'none'], {
    description:
      'Which requests are recorded, with the responses of the shops: failed ones that need attention, all, or none',
    default: 'faults',
    env: 'WARES_RECORD',
  }),
  record_mb: setting(Type.Number({ minimum: 4, ...notes(recordMb) }), recordMb),
  record_days: integer(1, { description: 'Days after which recordings are deleted', default: 30 }),
  watches: Type.Optional(
    Type.Array(group(schemasOf(watchFields)), {
      description: 'Watches that this file defines; a watch that is removed from the file is paused',
      'x-wares-unset': 'none',
    }),
  ),
  canaries: Type.Optional(
    Type.Array(
      group({
        url: address({ description: 'URL of a product page; or use operation and params' }),
        operation: text({ description: 'Id of an operation' }),
        params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Its parameters' })),
        every: text({ description: 'How often it is checked: `15m`, `1h`; at least `1m`', unset: '`1h`' }),
        name: text({ description: 'Display name', unset: 'the last part of the URL' }),
        expect: Type.Optional(
          Type.Array(Type.String({ minLength: 1 }), {
            description: 'Conditions that must hold: `price > 0`, `name contains Runner`, `variants >= 3`',
          }),
        ),
      }),
      {
        description: 'Known products that are checked on a schedule against expected values',
        'x-wares-unset': 'none',
      },
    ),
  ),
  limits: group({
    history_days: integer(1, { description: 'Days that the history of a watch is kept', default: 730 }),
    watches_per_key: integer(1, { description: 'Watches that one key may have', default: 1000 }),
    streams_per_key: integer(1, {
      description: 'Streams of changes that one key may have open in a process',
      default: 20,
    }),
    in_flight: integer(1, {
      description: 'Concurrent requests before new ones are rejected; half of it for one site',
      default: 4000,
    }),
    cache_mb: positive({ description: 'Size of the answer cache of a process', default: 256 }),
    page_mb: positive({ description: 'Largest page that is read', default: 16 }),
    key: rateLimit(20, 40, 'of a key without its own rate'),
    anonymous: rateLimit(5, 20, 'of one client IP address for the filter lookup without a key'),
  }),
}

/**
 * The schema of the file: every setting is optional. Without the sites, `sites` may contain anything, for commands that
 * need none and must not load them.
 */
export function settingsSchema(sites?: readonly ConfigurableSite[]): TSchema {
  const bySite = sites && group(Object.fromEntries(sites.map(site => [site.name, siteSchema(site)])))
  return withoutRequired(group({ ...general, sites: bySite ?? Type.Record(Type.String(), Type.Unknown()) }))
}

function withoutRequired<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutRequired) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'required' || !Array.isArray(value))
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRequired(value)])) as T
}

const generalSchema = Type.Object(general)

/** The settings with defaults applied. */
export type SettingsValues = Omit<Static<typeof generalSchema>, 'sandbox' | 'data'> & {
  readonly data: string
  readonly sandbox: Static<typeof sandbox>
  readonly sites?: Readonly<Record<string, SiteSettings>>
}
