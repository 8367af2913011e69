// The connection to Redis, which is optional at all times: every command has a short timeout, and after failures
// no commands are sent until a probe succeeds.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Redis } from 'ioredis'

export interface Script {
  readonly text: string
  readonly sha: string
}

export interface SharedRedis {
  /** Prefix of every key. */
  readonly prefix: string
  /** Returns the script's reply; undefined if Redis is unavailable (immediately, once that is known). */
  run(script: Script, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<unknown>
  /** Calls `onMessage` for each message on the channel while connected. */
  listen(channel: string, onMessage: (message: string) => void): void
  /** Whether the subscription is currently active. */
  listening(): boolean
  usable(): boolean
  /** Why it cannot be used; undefined when it can. */
  unavailableReason(): string | undefined
  /** Number of commands sent so far, each one round trip. */
  roundTrips(): number
  close(): Promise<void>
}

export interface RedisSettings {
  readonly url: string
  readonly prefix: string
  readonly timeoutMs: number
}

/** Consecutive timeouts after which commands are suspended. One refusal (OOM, READONLY, LOADING) is enough. */
const MAX_FAILURES = 3
const PROBE_EVERY_MS = 500
const OPEN_TIMEOUT_MS = 1_000

export function makeScript(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

interface RedisState {
  readonly client: Redis
  readonly settings: RedisSettings
  trouble: string | undefined
  failures: number
  roundTrips: number
  isClosed: boolean
  probe: NodeJS.Timeout | undefined
}

/** Resolves when Redis is ready, or after a second: it must not delay the start. */
export async function openRedis(settings: RedisSettings): Promise<SharedRedis> {
  const client = connect(settings.url)
  const subscriber = createSubscriber(settings)
  const state: RedisState = {
    client,
    settings,
    trouble: 'Redis: not connected yet',
    failures: 0,
    roundTrips: 0,
    isClosed: false,
    probe: undefined,
  }
  client.on('error', (error: Error) => suspend(state, error.message || 'connection failed'))
  client.on('close', () => suspend(state, 'the connection is lost'))
  client.on('ready', () => void tryAgain(state))
  await Promise.race([
    once(client, 'ready').then(() => tryAgain(state)),
    new Promise(resolve => setTimeout(resolve, OPEN_TIMEOUT_MS).unref()),
  ])
  return {
    prefix: settings.prefix,
    run: (script, keys, args) => runScript(state, script, keys, args),
    listen: (channel, onMessage) => subscriber.listen(channel, onMessage),
    listening: () => subscriber.isListening(),
    usable: () => state.trouble === undefined,
    unavailableReason: () => state.trouble,
    roundTrips: () => state.roundTrips,
    async close() {
      state.isClosed = true
      clearTimeout(state.probe)
      client.disconnect()
      subscriber.close()
    },
  }
}

/** Uses a separate connection, because a subscribed connection cannot send other commands. */
function createSubscriber({ url, prefix }: RedisSettings) {
  const connection = connect(url)
  let isListening = false
  // While disconnected, waiters poll.
  connection.on('error', () => {})
  connection.on('close', () => {
    isListening = false
  })
  return {
    isListening: () => isListening,
    listen(channel: string, onMessage: (message: string) => void): void {
      const name = prefix + channel
      connection.on('message', (from: string, message: string) => from === name && onMessage(message))
      const subscribe = () =>
        void connection.subscribe(name, error => {
          isListening = !error
        })
      if (connection.status === 'ready') subscribe()
      connection.on('ready', subscribe)
    },
    close: () => connection.disconnect(),
  }
}

async function runScript(
  state: RedisState,
  script: Script,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  const { client, settings } = state
  if (state.trouble !== undefined) return undefined
  state.roundTrips++
  const names = keys.map(key => settings.prefix + key)
  try {
    const reply = await withTimeout(evaluate(client, script, names, args), settings.timeoutMs)
    state.failures = 0
    return reply
  } catch (error) {
    countFailure(state, error as Error)
    return undefined
  }
}

function countFailure(state: RedisState, error: Error): void {
  // A script error caused by the data says nothing about the server.
  if (error.name === 'ReplyError' && !isRefusal(error)) return
  state.failures++
  const isDisconnected = state.client.status !== 'ready'
  if (isRefusal(error) || state.failures >= MAX_FAILURES || isDisconnected) suspend(state, error.message)
}

/** Stops sending commands until a probe succeeds. */
function suspend(state: RedisState, why: string): void {
  // For a missing connection, the client's message describes its options instead of the problem.
  state.trouble = `Redis: ${why.startsWith('Reached the max retries') ? 'the connection is lost' : why}`
  clearTimeout(state.probe)
  if (!state.isClosed) state.probe = setTimeout(() => void tryAgain(state), PROBE_EVERY_MS).unref()
}

/** Probes with a write, because a full or read-only server still answers reads. */
async function tryAgain(state: RedisState): Promise<void> {
  const { client, settings } = state
  try {
    await withTimeout(client.set(`${settings.prefix}probe`, '1', 'PX', 1_000), settings.timeoutMs)
    state.failures = 0
    state.trouble = undefined
  } catch (error) {
    suspend(state, (error as Error).message)
  }
}

/** Loads the client only if Redis is configured. */
const requireModule = createRequire(import.meta.url)

function connect(url: string): Redis {
  const { Redis } = requireModule('ioredis') as typeof import('ioredis')
  return new Redis(url, {
    connectTimeout: 1_000,
    // A command never waits for a connection and is never resent: the caller continues without it.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: times => Math.min(times * 50, PROBE_EVERY_MS),
    // After a failover the old primary is read-only; reconnect, because the address may resolve to the new primary.
    reconnectOnError: error => error.message.startsWith('READONLY'),
    connectionName: 'wares',
  })
}

async function evaluate(
  client: Redis,
  { text, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await client.callBuffer('EVALSHA', sha, keys.length, ...keys, ...args)
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
    return client.callBuffer('EVAL', text, keys.length, ...keys, ...args)
  }
}

/** A working server refused the command, and will refuse the next one too. */
function isRefusal({ message }: Error): boolean {
  return /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|NOAUTH|NOPERM|NOREPLICAS|CLUSTERDOWN)\b/.test(message)
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // If our own event loop was blocked, the reply may already be in the socket; sockets are read before immediates run.
      setImmediate(() => reject(new Error(`no answer within ${ms} ms`)))
    }, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function once(client: Redis, event: string): Promise<void> {
  return new Promise(resolve => client.once(event, () => resolve()))
}
