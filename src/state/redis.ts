// The connection to Redis that nothing depends on: every command has a short time, and a server in trouble is left alone until it works again.
import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'

export interface Script {
  readonly text: string
  readonly sha: string
}

export interface SharedRedis {
  /** Before every key. */
  readonly prefix: string
  /** What Redis answers to the script; undefined when it cannot be used now, which costs nothing once that is known. */
  run(script: Script, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<unknown>
  /** Calls `hear` with each message on the channel, when there is a connection to hear it by. */
  listen(channel: string, hear: (message: string) => void): void
  /** Whether messages come through at the moment. */
  listening(): boolean
  usable(): boolean
  /** Why it cannot be used; undefined when it can. */
  unavailableReason(): string | undefined
  /** Commands sent so far, each of them one round trip. */
  roundTrips(): number
  close(): Promise<void>
}

export interface RedisSettings {
  readonly url: string
  readonly prefix: string
  readonly timeoutMs: number
}

/** Timeouts in a row after which Redis is left alone. An answer that refuses (OOM, READONLY, LOADING) needs no second one. */
const MAX_FAILURES = 3
const PROBE_EVERY_MS = 500
const OPEN_TIMEOUT_MS = 1_000

/**
 * Nothing that lies in Redis is trusted: another program may have written it. A value of another type is removed, and
 * what is not the number it should be counts as absent.
 */
const CHECKED_READS = `
  local function text_at(key)
    local value = redis.pcall('GET', key)
    if type(value) ~= 'table' then return value end
    redis.call('DEL', key)
    return false
  end
  local function number_at(key)
    local number = tonumber(text_at(key) or nil)
    if number and number == number and math.abs(number) < 2^53 then return number end
    return nil
  end
`

export function makeScript(body: string): Script {
  const text = CHECKED_READS + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/** Answers when Redis is ready, or after a second without: a start must not hang on it. */
export async function openRedis({ url, prefix, timeoutMs }: RedisSettings): Promise<SharedRedis> {
  const client = connect(url)
  const ears = connect(url)
  let trouble: string | undefined = 'Redis: not connected yet'
  let failures = 0
  let roundTrips = 0
  let closed = false
  let hearing = false
  let probe: NodeJS.Timeout | undefined

  function leaveAlone(why: string): void {
    // The client's own words for a command that found no connection speak of its options, not of what is wrong.
    trouble = `Redis: ${why.startsWith('Reached the max retries') ? 'the connection is lost' : why}`
    clearTimeout(probe)
    if (!closed) probe = setTimeout(() => void tryAgain(), PROBE_EVERY_MS).unref()
  }

  /** Writes, because a server that is full or read-only still answers to reading. */
  async function tryAgain(): Promise<void> {
    try {
      await withTimeout(client.set(`${prefix}probe`, '1', 'PX', 1_000), timeoutMs)
      failures = 0
      trouble = undefined
    } catch (error) {
      leaveAlone((error as Error).message)
    }
  }

  function failed(error: Error): void {
    // A script that stumbles over what it finds says nothing about the server.
    if (error.name === 'ReplyError' && !isRefusal(error)) return
    failures++
    if (isRefusal(error) || failures >= MAX_FAILURES || client.status !== 'ready') leaveAlone(error.message)
  }

  client.on('error', (error: Error) => leaveAlone(error.message || 'connection failed'))
  client.on('close', () => leaveAlone('the connection is lost'))
  client.on('ready', () => void tryAgain())
  // Those who wait then look for themselves.
  ears.on('error', () => {})
  ears.on('close', () => {
    hearing = false
  })

  await Promise.race([
    once(client, 'ready').then(tryAgain),
    new Promise(resolve => setTimeout(resolve, OPEN_TIMEOUT_MS).unref()),
  ])

  return {
    prefix,
    async run(script, keys, args) {
      if (trouble !== undefined) return undefined
      roundTrips++
      const names = keys.map(key => prefix + key)
      try {
        const reply = await withTimeout(evaluate(client, script, names, args), timeoutMs)
        failures = 0
        return reply
      } catch (error) {
        failed(error as Error)
        return undefined
      }
    },
    listen(channel, hear) {
      const name = prefix + channel
      ears.on('message', (from: string, message: string) => from === name && hear(message))
      const subscribe = () =>
        void ears.subscribe(name, error => {
          hearing = !error
        })
      if (ears.status === 'ready') subscribe()
      ears.on('ready', subscribe)
    },
    listening: () => hearing,
    usable: () => trouble === undefined,
    unavailableReason: () => trouble,
    roundTrips: () => roundTrips,
    async close() {
      closed = true
      clearTimeout(probe)
      client.disconnect()
      ears.disconnect()
    },
  }
}

function connect(url: string): Redis {
  return new Redis(url, {
    connectTimeout: 1_000,
    // A command never waits for a connection and is never sent twice: its caller goes on without it.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: times => Math.min(times * 50, PROBE_EVERY_MS),
    // After a failover the old primary only reads; the address may lead to the new one by now.
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

/** Refused by a server that works: it will refuse the next one too. */
function isRefusal({ message }: Error): boolean {
  return /^(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|NOAUTH|NOPERM|NOREPLICAS|CLUSTERDOWN)\b/.test(message)
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // When we ourselves were held up, the answer may lie in the socket: it is read before the immediates.
      setImmediate(() => reject(new Error(`no answer within ${ms} ms`)))
    }, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function once(client: Redis, event: string): Promise<void> {
  return new Promise(resolve => client.once(event, () => resolve()))
}
