// `import { startWares } from 'wares'`: the whole service inside another program.
import { readConfigFromOptions } from './settings/config.ts'
import { DEFAULT_FRESHNESS } from './answer/cache/answer-cache.ts'
import { findNearestName } from './runtime/nearest-name.ts'
import { type RunningServer, startServer } from './start/start-server.ts'
import { operatorError } from './runtime/operator-error.ts'
import { startSandbox } from './start/start-sandbox.ts'
import { sites } from '../adapters/sites/index.ts'
import { createProgramKey } from './store/keys/program-key.ts'
import type { WaresOptions } from './settings/wares-options.ts'
import { toRawParams } from '#kit/params/param-specs'
import { valueOf } from './answer/cache/answer.ts'

export type * from './settings/wares-options.ts'
export { Fault } from '#kit/fault'

export interface RunningWares {
  /** Where the API listens: `http://127.0.0.1:49152`. */
  readonly url: string
  /** For the header `x-api-key`. It has no limits and is valid only for this instance. */
  readonly key: string
  /** The URL of the sandbox; undefined when no site uses it. */
  readonly sandboxUrl: string | undefined
  /** Runs one operation without HTTP. Throws a `Fault` with an error `code`. */
  call<T = unknown>(
    operation: string,
    params?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<CallResult<T>>
  /** Finishes the requests in flight, then releases ports, threads and the data folder. */
  close(): Promise<void>
}

export interface CallOptions {
  /** How old a cached answer may be; 0 bypasses the cache. */
  readonly maxAgeS?: number
  readonly signal?: AbortSignal
}

export interface CallResult<T> {
  readonly data: T
  /** JSON Pointers of the fields that the shop did not give; their values in `data` are neutral, not facts. */
  readonly absent: readonly string[]
  /** From the cache, fetched for this call, or shared with another caller's request. */
  readonly cache: 'hit' | 'miss' | 'shared'
  /** When the shop was read. */
  readonly readAt: Date
  /** The shop's page that was read; undefined when there is none for human readers. */
  readonly source: string | undefined
}

/** Starts the API and everything it needs. Reads no file and no `WARES_*` variable: all settings are in the options. */
export async function startWares(options: WaresOptions = {}): Promise<RunningWares> {
  if (typeof options !== 'object' || options === null) throw operatorError('startWares takes an object.')
  const own = createProgramKey(Date.now())
  const { config, sandbox } = await configure(options)
  const running = await startServer(config, { sandbox, extendKeys: own.extend }).catch(
    async (error: unknown) => {
      await sandbox?.stop()
      throw error
    },
  )
  let closing: Promise<void> | undefined
  return {
    url: running.address,
    key: own.key,
    sandboxUrl: running.sandboxOrigin,
    call: (operation, params = {}, callOptions = {}) => call(running, operation, params, callOptions),
    close: () => (closing ??= running.close()),
  }
}

/** The settings of the shops need the sandbox's port, so the sandbox is started first. */
async function configure(options: WaresOptions) {
  const { sandbox: wanted = {}, ...rest } = options
  const shops = typeof wanted === 'boolean' ? { enabled: wanted } : wanted
  const read = (port: number) =>
    readConfigFromOptions(sites, { port: 0, log: 'silent', ...rest, sandbox: { ...shops, port } })
  const config = read(shops.port ?? 0)
  if (!config.sandbox.needed || config.sandbox.port !== 0) return { config, sandbox: undefined }
  const sandbox = await startSandbox(config.sandbox)
  return { config: read(sandbox.port), sandbox }
}

async function call<T>(
  { registry, engine }: RunningServer,
  id: string,
  params: Readonly<Record<string, unknown>>,
  { maxAgeS, signal = new AbortController().signal }: CallOptions,
): Promise<CallResult<T>> {
  const entry = registry.byId.get(id)
  if (!entry) {
    const near = findNearestName(id, registry.byId.keys())
    throw operatorError(`There is no operation "${id}"${near ? `; did you mean ${near}?` : '.'}`)
  }
  const rawParams = toRawParams(params)
  const maxAgeMs = maxAgeS === undefined ? DEFAULT_FRESHNESS.maxAgeMs : maxAgeS > 0 ? maxAgeS * 1000 : -1
  const { answer, cache } = await engine.run(engine.prepare(entry, rawParams), {
    freshness: { ...DEFAULT_FRESHNESS, maxAgeMs },
    caller: 'program',
    signal,
    onTiming: () => {},
  })
  return {
    data: valueOf(answer) as T,
    absent: answer.absentPointers,
    cache,
    readAt: new Date(answer.madeAtMs),
    source: answer.source === '' ? undefined : answer.source,
  }
}
