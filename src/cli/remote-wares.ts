// A Wares on another machine, for commands with `--server`: sends the request, and turns its problems into faults.
import { type Command, Option } from 'commander'
import { Fault, type FaultCode, faultTable } from '../kit/fault.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { version } from '../runtime/version.ts'

export interface RemoteOptions {
  readonly server?: string | undefined
  readonly key?: string | undefined
}

interface RemoteReply {
  readonly body: unknown
  readonly headers: Headers
}

export interface RemoteWares {
  readonly url: string
  /** The JSON of a successful answer; throws the fault that the server reports. */
  request(method: string, path: string, options?: RemoteRequest): Promise<RemoteReply>
}

interface RemoteRequest {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** A bit longer than the server's own deadline, so that its answer comes first. */
const TIMEOUT_MS = 90_000

export function addServerOptions(command: Command): Command {
  return command
    .addOption(new Option('--server <url>', 'ask the Wares at this address').env('WARES_SERVER'))
    .addOption(new Option('--key <key>', 'key for that server').env('WARES_KEY'))
}

/** Undefined without `--server`: the command does the work itself. */
export function remoteWares({ server, key }: RemoteOptions): RemoteWares | undefined {
  if (server === undefined || server === '') return undefined
  const base = parseServer(server)
  return {
    url: base.href,
    async request(method, path, { query = {}, body } = {}) {
      const url = new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base)
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) url.searchParams.set(name, value)
      }
      const response = await send(url, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': `wares-cli/${version}`,
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return readReply(response, base)
    },
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
    const why = cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : message
    throw operatorError(`No Wares answers at ${url.origin}: ${why}. Check --server or WARES_SERVER.`, error)
  }
}

async function readReply(response: Response, base: URL): Promise<RemoteReply> {
  const text = await response.text()
  if (response.status === 204) return { body: undefined, headers: response.headers }
  const body = parseJson(text)
  if (response.ok && body !== undefined) return { body, headers: response.headers }
  throw (
    faultOf(body, response) ??
    operatorError(
      `${base.href} answers with status ${response.status}, but not as Wares does. Check --server or WARES_SERVER.`,
    )
  )
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What does not answer in JSON is not Wares: the caller says so.
    return undefined
  }
}

/** For a command that prints no problem document: the fault of the server as the message of this command. */
export async function withRemote(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const text = error.message.charAt(0).toUpperCase() + error.message.slice(1)
    throw operatorError(`${text} (${error.code}). ${remoteNextStep(error.code)}`, error)
  }
}

/** What the person at this machine can do; the configuration is somebody else's. */
export function remoteNextStep(code: FaultCode): string {
  if (code === 'missing_key' || code === 'invalid_key')
    return 'Pass a key of that server with --key or WARES_KEY; its operator creates one with `wares keys create`.'
  return faultTable[code].next
}
