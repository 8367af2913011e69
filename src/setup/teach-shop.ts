// From a value that somebody named to rules in wares.yaml: for `wares teach` and `POST /api/v2/shops/teach`.
import { type Config, readConfigFrom } from '../settings/config.ts'
import { readerShopName } from '../settings/reader-config.ts'
import { type Shop, shopDirectoryOf } from '../settings/shop-directory.ts'
import { runHostTask } from '../answer/run-task.ts'
import { invalidParameterFault } from '../answer/request/read-params.ts'
import { createInlineReader } from '../extract/thread/task-reader.ts'
import type { TeachResult } from '../extract/task.ts'
import type { SiteAdapter } from '#kit/define/define'
import type { ParameterError } from '#kit/fault'
import { bytesOfContent } from '../record/har/har.ts'
import { openRecordings } from '../record/recordings/recording-folder.ts'
import { TAUGHT_FIELDS, type TaughtField, type TaughtFields } from '#reader/taught/taught-rule'
import { isOperatorError } from '../runtime/operator-error.ts'
import { type FieldsEntry, fieldsText, setFields } from './edit-settings.ts'
import type { TrialUpstream } from './try-shop.ts'
import { writeSettings } from './write-settings.ts'

export interface TeachRequest {
  readonly url: string
  /** What is right; null: the shop states none. */
  readonly values: Readonly<Partial<Record<TaughtField, string | null>>>
  /** CSS selectors by field, for values that no rule finds. */
  readonly selectors?: Readonly<Partial<Record<TaughtField, string>>>
  readonly also: readonly string[]
  readonly forget: readonly TaughtField[]
  readonly isDryRun: boolean
}

interface TeachPlace {
  readonly config: Config
  readonly sites: readonly SiteAdapter[]
  /** Path of the settings file. */
  readonly path: string
  readonly door: TrialUpstream
  /** The addresses of a shop that are watched, those that were read last first. */
  readonly watches: { watchedPages(shop: string, limit: number): Promise<readonly string[]> }
}

export interface TaughtView extends Omit<TeachResult, 'fields' | 'problems'> {
  readonly shop: string
  /** All rules of the shop, as they are or would be written. */
  readonly rules: TaughtFields
  readonly entry: string
  readonly written: boolean
  /** Why the file was not written. */
  readonly problem: string | null
}

const DEADLINE_MS = 30_000

/** Throws `invalid_parameter` with the reason; nothing is written then. */
export async function teachShop(lesson: TeachRequest, place: TeachPlace): Promise<TaughtView> {
  const { config, door } = place
  const { shop, url } = teachableShop(config, lesson.url, 'url')
  const also = lesson.also.map(address => {
    const otherPage = teachableShop(config, address, 'also')
    if (otherPage.shop.label !== shop.label)
      throw refused('also', `${address} is not a page of ${shop.label}`)
    return otherPage.url
  })
  const otherFields = withoutFields(shop.fields ?? {}, lesson.forget)
  const isOther = (page: string) => page !== url && !also.includes(page)
  const watched = (await place.watches.watchedPages(shop.name, WATCHED_MAX + 1))
    .filter(isOther)
    .slice(0, WATCHED_MAX)
  const recorded = recordedPages(config, shop, page => isOther(page) && !watched.includes(page))
  const { value: taught } = await runHostTask(
    {
      kind: 'teach',
      url,
      shop: shop.name,
      base: shop.origins.main ?? '',
      atMs: Date.now(),
      currency: shop.currency,
      fields: otherFields,
      values: lesson.values,
      selectors: lesson.selectors,
      also,
      watched,
      recorded,
    },
    shop,
    { send: door.send, reader: door.reader ?? createInlineReader() },
    {
      caller: door.caller,
      signal: door.signal,
      deadlineMs: performance.now() + DEADLINE_MS,
      onTiming: () => {},
    },
  )
  const { fields: rules, problems, ...view } = taught
  if (problems.length > 0)
    throw invalidParameterFault(problems.map(({ field, message }) => errorOf(`values.${field}`, message)))
  const isChange = JSON.stringify(rules) !== JSON.stringify(shop.fields ?? {})
  const { host = shop.label } = config.reader.hosts.find(one => readerShopName(one.host) === shop.label) ?? {}
  const entry = { host, fields: rules, knownFields: shop.fields }
  const outcome = lesson.isDryRun || !isChange ? NOT_WRITTEN : await write(entry, place)
  return { shop: shop.label, rules, ...view, entry: fieldsText(entry), ...outcome }
}

const NOT_WRITTEN = { written: false, problem: null }

async function write(entry: FieldsEntry, { path, sites }: TeachPlace) {
  try {
    await writeSettings({
      path,
      change: text => setFields(text, entry),
      check: draft => void readConfigFrom(sites, draft),
    })
    return { written: true, problem: null }
  } catch (error) {
    if (!isOperatorError(error)) throw error
    return { written: false, problem: (error as Error).message }
  }
}

function withoutFields(fields: TaughtFields, forgotten: readonly TaughtField[]): TaughtFields {
  const names = TAUGHT_FIELDS.filter(field => fields[field] !== undefined && !forgotten.includes(field))
  return Object.fromEntries(names.map(field => [field, fields[field]]))
}

const ONLY_LISTED = 'only shops under reader.hosts can be taught'

/** A host that the operator lists; the segments and the sandbox have readers of their own. */
function teachableShop(config: Config, address: string, name: string) {
  const resolved = shopDirectoryOf(config).shopOf(address)
  if (!resolved) throw refused(name, `${address} is not on a host under reader.hosts; add the shop first`)
  const { shop } = resolved
  if (shop.name in config.sites) throw refused(name, `${shop.name} is a built-in shop; ${ONLY_LISTED}`)
  if (shop.sandboxed)
    throw refused(
      name,
      `${shop.name} is a shop of the sandbox, which has no entry in wares.yaml; ${ONLY_LISTED}`,
    )
  return resolved
}

function refused(name: string, message: string): Error {
  return invalidParameterFault([errorOf(name, message)])
}

function errorOf(name: string, message: string): ParameterError {
  return { name, in: 'body', message }
}

/** Each is a request to the shop. */
const WATCHED_MAX = 6
const RECORDED_MAX = 6
const RECORDED_BYTES_MAX = 4 * 1024 * 1024

/** Pages of the shop among the recordings of this machine, newest first, each address once. */
function recordedPages(config: Config, shop: Shop, isOther: (url: string) => boolean) {
  const pages = new Map<string, Uint8Array>()
  const recordings = openRecordings(config.dataDir)
  const filter = { operation: 'general.product', site: shop.name, outcome: 'ok' } as const
  for (const recording of recordings.list(filter)) {
    if (pages.size >= RECORDED_MAX) break
    const { log } = recording.read() ?? {}
    const url = shopDirectoryOf(config).shopOf(String(log?._params?.url))?.url
    if (url === undefined || !isOther(url) || pages.has(url)) continue
    const page = log?.entries.find(
      ({ response: { status, content } }) => status === 200 && /html/i.test(content?.mimeType ?? ''),
    )
    const body = bytesOfContent(page?.response.content)
    if (body.length > 0 && body.length <= RECORDED_BYTES_MAX) pages.set(url, new Uint8Array(body))
  }
  return Array.from(pages, ([url, body]) => ({ url, body }))
}
