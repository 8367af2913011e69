// Does the work of a command in this process: the same routes and operations as the server's, without HTTP. Each part is opened
// when a route first needs it.
import { existsSync } from 'node:fs'
import { type Config, readConfig, readConfigFrom, settingsFilePath } from '../../settings/config.ts'
import { driftKey } from '../../extract/listed-shop.ts'
import { createDriftStore } from '../../health/drift/drift-store.ts'
import { type Answer, absentAtHeader, valueOf } from '../../answer/cache/answer.ts'
import { runOnce } from '../../answer/open-engine.ts'
import { createRegistry, type Registry, type RegisteredOperation } from '../../answer/request/registry.ts'
import { type AnswerFormat, tableBytes, takeFormat } from '../../serve/http/answer/csv-answer.ts'
import { listShops } from '../../serve/http/list-shops.ts'
import { allRoutes } from '../../serve/http/routes/all-routes.ts'
import type { ChangeShop } from '../../serve/http/routes/change-shops.ts'
import type { AddShop } from '../../serve/http/routes/shop-routes.ts'
import type { TeachShop } from '../../serve/http/routes/teach-route.ts'
import { type AnyAsked, readRouteInput } from '../../serve/http/route-input.ts'
import type { AnyRoute, Caller } from '../../serve/http/define-route.ts'
import { type RawParam, toRawParams } from '#kit/params/param-specs'
import { operatorError } from '../../runtime/operator-error.ts'
import { openRecordings } from '../../record/recordings/recording-folder.ts'
import { findRecord, recordOf } from '../../record/recordings/request-record.ts'
import { addedShopView, addShop as add } from '../../setup/add-shop.ts'
import { changeShop as change } from '../../setup/change-shop.ts'
import { teachShop as teach } from '../../setup/teach-shop.ts'
import { withTrialUpstream } from '../../setup/try-shop.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { OPERATOR_KEY } from '../../store/keys/operator-key.ts'
import { createTable } from '../../answer/table/answer-rows.ts'
import { createWatchStore } from '../../watch/store/watch-store.ts'
import { countWatches, followShops } from '../../watch/file-watches.ts'
import { OPERATOR_ACCESS } from '../../watch/watch-access.ts'
import { sites } from '../../../adapters/sites/index.ts'
import type { SendApiRequest, ApiOptions, ApiResponse } from './api-request.ts'
import { recordedHar } from './load-recordings.ts'
import { openLocalEngine } from './local-engine.ts'

export function openInProcess(settings?: string): { readonly ask: SendApiRequest; close(): Promise<void> } {
  const path = settings ?? settingsFilePath()
  const config = configIn(path)
  const registry = createRegistry(sites, config)
  const { engine, partsOf, close } = openParts(config, registry, path)

  async function askRoute(
    route: AnyRoute,
    { place = {}, query = {}, body = {} }: ApiOptions,
  ): Promise<ApiResponse> {
    const values = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
    const input = readRouteInput(route, values, body as Readonly<Record<string, unknown>>)
    const open = partsOf[route.tag]
    if (!open) throw Object.assign(operatorError(NEEDS_SERVER), { needsServer: true })
    const parts = await open()
    const handle = route.handle as (routeRequest: AnyAsked, parts: unknown) => unknown
    const { signal } = new AbortController()
    const result = await handle({ ...input, path: place, caller: COMMAND_LINE, signal }, parts)
    // The result as it would come over the network: without undefined.
    const plain: unknown = result === undefined ? undefined : JSON.parse(JSON.stringify(result))
    return { body: plain, absent: '', bytes: undefined }
  }

  async function askOperation(path: string, { query = {} }: ApiOptions): Promise<ApiResponse> {
    const entry = registry.entries.find(one => one.path === path)
    if (!entry) throw new Error(`there is no path ${path}`)
    const sentParams = toRawParams(query, 'query').flatMap(({ name, value: values, in: place }) =>
      [values].flat().map((value): RawParam => ({ name, value, in: place })),
    )
    const { rawParams, format = 'json' } = takeFormat(sentParams)
    return replyOf(entry, await runOnce(await engine(), entry, rawParams), format)
  }

  return {
    ask(method, path, asking = {}) {
      const route = allRoutes.find(one => one.method === method && one.path === path)
      return route ? askRoute(route, asking) : askOperation(path, asking)
    },
    close,
  }
}

/** Formats an answer as the server would send it. */
export function replyOf(entry: RegisteredOperation, answer: Answer, format: AnswerFormat): ApiResponse {
  const { absent, absentPointers, absentAt } = answer
  const body = valueOf(answer)
  if (format === 'json') return { body, absent, absentAt: absentAtHeader(answer), bytes: undefined }
  const bytes = tableBytes(createTable(entry.operation), body, { absent: absentPointers, absentAt }, format)
  return { body: undefined, absent, bytes }
}

function configIn(path: string): Config {
  return existsSync(path) ? readConfigFrom(sites, path) : readConfig(sites)
}

const NEEDS_SERVER =
  'Watches, receivers, feeds and usage need a running server: start one with `npx wares start`, or name one with --server.'

/** `partsOf`: what the routes of a tag need. */
function openParts(config: Config, registry: Registry, path: string) {
  const closers: (() => Promise<void>)[] = []
  const once = <T>(open: () => Promise<T & { close(): Promise<void> }>) => {
    let opened: Promise<T> | undefined
    const keep = async () => {
      const service = await open()
      closers.push(() => service.close())
      return service
    }
    return () => (opened ??= keep())
  }
  const opened = once(() => openLocalEngine(config))
  const engine = async () => (await opened()).engine
  const store = once(() => openStore(config))
  const partsOf: Readonly<Record<string, () => Promise<unknown>>> = {
    shops: async () => shopParts({ config, registry, path }, await store()),
    // Reads evidence from the disk: a server also keeps recent requests in memory.
    async evidence() {
      const find = async (requestId: string, withExcerpts: boolean) => {
        const har = await recordedHar(requestId)
        const recordOptions = { requestId, withExcerpts }
        return har ? recordOf(har, recordOptions) : findRecord(openRecordings(config.dataDir), recordOptions)
      }
      return { recorder: { find } }
    },
  }
  const close = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closer()
  }
  return { engine, partsOf, close }
}

async function shopParts(
  { config, registry, path }: { readonly config: Config; readonly registry: Registry; readonly path: string },
  { database }: Pick<Store, 'database'>,
) {
  const states = await createDriftStore(database).states()
  const facts = {
    health: {},
    fields: (operation: string, shop: string | undefined) => states.get(driftKey(operation, shop)),
    canaries: [],
    known: () => undefined,
  }
  const addShop: AddShop = ({ url, ...shop }, { signal }) =>
    withTrialUpstream(config, async door =>
      addedShopView(await add(url, { config, sites, path, ...shop, door: { ...door, signal } })),
    )
  const watches = createWatchStore(database)
  // Reads the settings again: the lesson before may have written rules.
  const teachShop: TeachShop = (lesson, { signal }) => {
    const latest = configIn(path)
    return withTrialUpstream(latest, door =>
      teach(lesson, { config: latest, sites, path, door: { ...door, signal }, watches }),
    )
  }
  const changeShop: ChangeShop = async changes => {
    const changed = await change(changes, { config, sites, path })
    const count = await countWatches(config, watches, changed.shop)
    await followShops(configIn(path), watches)
    return { ...changed, watches: count }
  }
  return { shops: () => listShops(config, registry, facts), addShop, changeShop, teachShop }
}

/** The person at this machine. */
export const COMMAND_LINE: Caller = {
  key: OPERATOR_KEY,
  requestId: 'command-line',
  rate: undefined,
  ...OPERATOR_ACCESS,
  isGuest: false,
  isOnThisMachine: true,
  covers: () => true,
  counted: (_operation, run) => run(),
}
