// Starts Wares for tests, with a separate data folder, ports and sandbox; closed when the suite ends.
import { request } from 'undici'
import { readConfigWithSources } from '../src/settings/config.ts'
import { effectiveSettings } from '../src/settings/effective-settings.ts'
import { startServer, type RunningServer } from '../src/start/start-server.ts'
import { OPERATOR_HEADER } from '../src/serve/http/admit.ts'
import { readOperatorToken } from '../src/store/keys/operator-token.ts'
import { sites } from '../adapters/sites/index.ts'
import type { Sandbox } from '../src/start/start-sandbox.ts'
import { createKey } from '../src/store/keys/make-key.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import { EVERY_SCOPE, type NewKey } from '../src/store/keys/key-record.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { freePort } from './support/servers.ts'

export interface TestWares extends RunningServer {
  readonly dataDir: string
  /** A key that no test will exhaust. */
  readonly key: string
  /** Says that the request comes from the operator on this machine. */
  readonly operatorHeaders: Readonly<Record<string, string>>
  newKey(wanted?: Partial<NewKey>): Promise<{ id: string; key: string }>
  /** Sends a request with the key, unless `headers` override it. */
  call(path: string, options?: CallOptions): Promise<Reply>
  stop(): Promise<void>
}

export interface CallOptions {
  readonly method?: string
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
  readonly body?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string | null
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
  json<T = Record<string, unknown>>(): T
}

/** `ownSandbox`: shops that the test itself changes. */
export async function startTestWares(
  env: Record<string, string> = {},
  ownSandbox?: Sandbox,
): Promise<TestWares> {
  const dataDir = temporaryFolder('data')
  // Outside of the suite, as in `npm run soak`, there is none to share.
  const isShared = process.env.TEST_SANDBOX_PORT !== undefined
  const hasOwnSandbox = !isShared || Object.keys(env).some(name => name.startsWith('WARES_SANDBOX_'))
  const sandbox = ownSandbox ?? (hasOwnSandbox ? undefined : sharedSandbox())
  const settings = {
    WARES_DATA: dataDir,
    WARES_PORT: '0',
    WARES_SANDBOX_PORT: String(sandbox?.port ?? (await freePort())),
    WARES_LOG: 'silent',
    WARES_SANDBOX_SPEED: '0',
    WARES_DRAIN_MS: '1',
    // A busy machine is slow, which is not a fault.
    WARES_DEADLINE_MS: '50000',
    ...env,
  }
  let last = readConfigWithSources(sites, settings)
  const read = () => (last = readConfigWithSources(sites, settings)).config
  const effective = () => effectiveSettings(last.config, last.settings)
  const path = env.WARES_CONFIG
  const running = await startServer(read(), {
    sandbox,
    settings: path === undefined ? undefined : { path, read, effective },
  })
  const newKey: TestWares['newKey'] = async wanted => {
    const made = await createKey(running.store.keys, { ...NO_LIMITS, ...wanted }, Date.now())
    return { id: made.record.id, key: made.key }
  }
  const { key } = await newKey()
  return {
    ...running,
    dataDir,
    key,
    operatorHeaders: { [OPERATOR_HEADER]: readOperatorToken(dataDir)?.token ?? '' },
    newKey,
    call: (path, options = {}) => callWares(running.address, key, path, options),
    async stop() {
      await running.close()
    },
  }
}

const NO_LIMITS: NewKey = {
  name: 'test',
  scopes: EVERY_SCOPE,
  ratePerS: 1e6,
  burst: 1e6,
  monthlyQuota: null,
  expiresAt: null,
}

/** Sends a request to any Wares, which may run in another process. */
export async function callWares(
  address: string,
  ownKey: string,
  path: string,
  options: CallOptions,
): Promise<Reply> {
  const url = new URL(path, address)
  for (const [name, value] of Object.entries(options.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  const key = options.key === undefined ? ownKey : options.key
  const response = await request(url, {
    method: (options.method ?? 'GET') as 'GET',
    headers: { ...(key === null ? {} : { 'x-api-key': key }), ...options.headers },
    body: options.body ?? null,
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string | undefined>,
    bytes,
    json: <T>() => JSON.parse(bytes.toString()) as T,
  }
}

/** The guest key, as the pages on this machine get it; null if there is none. */
export async function guestKeyOf({
  address,
  call,
}: Pick<TestWares, 'address' | 'call'>): Promise<string | null> {
  const { guest_door: door } = (await call('/explorer.json', { key: null })).json<{
    guest_door: string | null
  }>()
  if (door === null) return null
  const reply = await fetch(door, { headers: { origin: address } })
  return ((await reply.json()) as { key: string | null }).key
}
