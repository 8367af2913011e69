// Where the work of a command is done: by the server of `--server`, by the server that uses the same data folder, or in this process.
// What a command sends and prints is the same everywhere.
import { type Command, Option } from 'commander'
import { type Api, routes } from '../../client/src/api.ts'
import { findDataFolder, startedWith } from '../config/started-with.ts'
import { Fault, type FaultCode, faultTable } from '../kit/fault.ts'
import { isOperatorError, operatorError } from '../runtime/operator-error.ts'
import { version } from '../runtime/version.ts'
import type { Ask, Reply } from './ask.ts'
import { type Announced, readOperatorToken } from '../state/operator-token.ts'

export interface ServerOptions {
  readonly server?: string | undefined
  readonly key?: string | undefined
  readonly local?: boolean | undefined
}

export interface Wares extends Api {
  readonly ask: Ask
  /** `server`: somebody else's, perhaps. `own`: of this data folder. `here`: this process. */
  readonly where: () => 'server' | 'own' | 'here'
  /** The address of the server that is asked. */
  readonly url: string | undefined
  close(): Promise<void>
}

export function addServerOptions(command: Command): Command {
  return command
    .addOption(new Option('--server <url>', 'ask the Wares at this address').env('WARES_SERVER'))
    .addOption(new Option('--key <key>', 'key for that server').env('WARES_KEY'))
    .option('--local', 'do not ask a running server; do the work in this process')
}

/** Runs the work, then closes. A fault becomes one sentence for the person at the terminal. */
export async function withWares<T>(options: ServerOptions, work: (wares: Wares) => Promise<T>): Promise<T> {
  const wares = connect(options)
  try {
    return await work(wares)
  } catch (error) {
    if (!(error instanceof Fault) || isOperatorError(error)) throw error
    throw operatorError(messageOf(error, wares.where()), error)
  } finally {
    await wares.close()
  }
}

export function connect({ server, key, local = false }: ServerOptions): Wares {
  if (server !== undefined && server !== '') {
    const base = parseServer(server)
    const ask = askOver(base, key === undefined ? {} : { 'x-api-key': key })
    return waresOf(ask, { where: () => 'server', url: base.href, close: async () => {} })
  }
  const own = local ? undefined : findOwnServer()
  let here: Promise<{ readonly ask: Ask; close(): Promise<void> }> | undefined
  const askHere: Ask = async (...asked) => {
    here ??= import('./in-process.ts').then(({ openInProcess }) => openInProcess())
    return (await here).ask(...asked)
  }
  const askOwn = own && askOver(new URL(own.address), { 'x-wares-operator': own.token })
  const ask: Ask = async (...asked) => {
    if (here || !askOwn) return askHere(...asked)
    try {
      return await askOwn(...asked)
    } catch (error) {
      if (isNotOurs(error)) return askHere(...asked)
      throw error
    }
  }
  return waresOf(ask, {
    where: () => (here || !own ? 'here' : 'own'),
    url: own?.address,
    close: async () => (await here)?.close(),
  })
}

/** Undefined if none runs, or if it was started with other settings. */
function findOwnServer(): Announced | undefined {
  const found = readOperatorToken(findDataFolder())
  if (!found?.settings || !found.env) return undefined
  const { settings, env } = startedWith()
  const isSame =
    settings === found.settings && Object.entries(env).every(([name, value]) => found.env?.[name] === value)
  return isSame ? found : undefined
}

/** The server has ended without removing its file, and perhaps another one listens there: nothing was done. */
function isNotOurs(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'missing_key'
  return isOperatorError(error) && (error as Error & { isUnreached?: boolean }).isUnreached === true
}

type Rest = Pick<Wares, 'where' | 'url' | 'close'>

function waresOf(ask: Ask, rest: Rest): Wares {
  const groups = Object.entries(routes).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries<ApiRow>(rows).map(([name, row]) => [name, methodOf(ask, row)])),
  ])
  return { ...(Object.fromEntries(groups) as Api), ask, ...rest }
}

interface ApiRow {
  readonly method: string
  readonly path: string
  readonly takes?: string
}

/** As in the client: the parts of the path, then the query or the body. */
function methodOf(ask: Ask, { method, path, takes }: ApiRow) {
  return async (...args: readonly unknown[]): Promise<unknown> => {
    const rest = [...args]
    const own = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())))
    const given = takes === undefined ? undefined : (rest.shift() as Record<string, unknown> | undefined)
    const query = takes === 'query' ? textsOf(given ?? {}) : {}
    const body = takes === 'body' ? (given ?? {}) : takes === 'optional body' ? given : undefined
    return (await ask(method, own, { query, body })).body
  }
}

function textsOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** A bit longer than the server's own deadline, so that its answer comes first. */
const TIMEOUT_MS = 90_000

function askOver(base: URL, headers: Readonly<Record<string, string>>): Ask {
  return async (method, path, { query = {}, body } = {}) => {
    const url = new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const response = await send(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': `wares-cli/${version}`,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return readReply(response, base)
  }
}

function parseServer(text: string): URL {
  const url = URL.parse(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw operatorError(
    `--server must be an address such as http://127.0.0.1:8080, not ${JSON.stringify(text)}.`,
  )
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const { cause, message } = error as Error
    const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined
    const why = code ?? (cause instanceof Error ? cause.message : message)
    const text = `No Wares answers at ${url.origin}: ${why}. Check --server or WARES_SERVER.`
    throw Object.assign(operatorError(text, error), { isUnreached: code === 'ECONNREFUSED' })
  }
}

async function readReply(response: Response, base: URL): Promise<Reply> {
  const absent = response.headers.get('wares-absent') ?? ''
  if (response.status === 204) return { body: undefined, absent, bytes: undefined }
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? parseJson(bytes) : undefined
  if (response.ok && response.headers.has('server-timing') && (!isJson || body !== undefined))
    return { body, absent, bytes: isJson ? undefined : bytes }
  if (response.ok && body !== undefined) return { body, absent, bytes: undefined }
  const text = `${base.href} answers with status ${response.status}, but not as Wares does. Check --server or WARES_SERVER.`
  throw faultOf(body, response) ?? Object.assign(operatorError(text), { isUnreached: true })
}

function faultOf(body: unknown, { headers }: Response): Fault | undefined {
  const problem = (body ?? {}) as {
    readonly code?: string
    readonly detail?: string
    readonly field?: string
    readonly errors?: Fault['errors']
  }
  const { code = '', detail = '', field, errors } = problem
  if (!Object.hasOwn(faultTable, code)) return undefined
  const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
  return new Fault(code as FaultCode, detail, {
    ...(field !== undefined && { field }),
    ...(errors !== undefined && { errors }),
    ...(Number.isFinite(retryAfterS) && { retryAfterMs: retryAfterS * 1000 }),
    cause: body,
  })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    // What does not answer in JSON is not Wares: the caller says so.
    return undefined
  }
}

function messageOf({ code, message }: Fault, where: ReturnType<Wares['where']>): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  if (where === 'server') return `${text} (${code}). ${remoteNextStep(code)}`
  const [, what = ''] = code === 'not_found' ? (/^there is no (watch|webhook) /.exec(message) ?? []) : []
  const list = { watch: 'watch', webhook: 'notify' }[what]
  return list === undefined ? `${text}.` : `${text}; \`wares ${list} list\` shows them.`
}

/** What the person at this machine can do; the configuration is somebody else's. */
export function remoteNextStep(code: FaultCode): string {
  if (code === 'missing_key' || code === 'invalid_key')
    return 'Pass a key of that server with --key or WARES_KEY; its operator creates one with `wares keys create`.'
  return faultTable[code].next
}
