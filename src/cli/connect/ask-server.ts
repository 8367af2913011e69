// Asks a server over the network. Whatever is at that address, a command gets an answer of Wares, a fault or one sentence.
import { ANSWER_BYTES_MAX, readBytes } from '../../../client/src/read-bytes.ts'
import { Fault, type FaultCode, faultTable } from '../../kit/fault.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { version } from '../../runtime/version.ts'
import type { Ask, Reply } from './ask.ts'
import { answerNeeds } from '../print/printed-operations.ts'

interface Bounds {
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** A bit longer than the server's own deadline, so that its answer comes first. */
const TIMEOUT_MS = 90_000

export function askServer(
  base: URL,
  headers: Readonly<Record<string, string>>,
  { timeoutMs = TIMEOUT_MS, maxBytes = ANSWER_BYTES_MAX }: Bounds = {},
): Ask {
  return async (method, path, { query = {}, body, wantsPositions = false, isFresh = false } = {}) => {
    const url = new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base)
    for (const [name, value] of Object.entries(query))
      for (const one of value === undefined ? [] : [value].flat()) url.searchParams.append(name, one)
    const response = await send(url, {
      method,
      headers: sendable({
        accept: 'application/json',
        'user-agent': `wares-cli/${version}`,
        ...headers,
        ...(wantsPositions && { prefer: 'absent=exact' }),
        ...(isFresh && { 'cache-control': 'no-cache' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const reply = await readReply(response, base, maxBytes)
    const lack = lackOf(reply, method, path, query.format !== undefined)
    if (lack !== undefined) throw notWares(base, response, ` (${lack})`)
    return reply
  }
}

/** Of what is sent, only the key is somebody's own text. */
function sendable(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(headers)
  } catch (error) {
    throw new Fault('invalid_key', 'the key is not accepted', { cause: error })
  }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error' })
  } catch (error) {
    const text = `No Wares answers at ${url.origin}: ${reasonOf(error)}. Check --server or WARES_SERVER.`
    throw Object.assign(operatorError(text, error), { isUnreached: reasonOf(error) === 'ECONNREFUSED' })
  }
}

function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error
  if (name === 'TimeoutError') return 'it takes too long'
  if (!(cause instanceof Error)) return message
  return (cause as NodeJS.ErrnoException).code ?? cause.message
}

async function readReply(response: Response, base: URL, maxBytes: number): Promise<Reply> {
  const absent = response.headers.get('wares-absent') ?? ''
  const absentAt = response.headers.get('wares-absent-at') ?? undefined
  if (response.status === 204) return { body: undefined, absent, bytes: undefined }
  const bytes = await bytesOf(response, base, maxBytes)
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? parseJson(bytes) : undefined
  if (response.ok && response.headers.has('server-timing') && (!isJson || body !== undefined))
    return { body, absent, absentAt, bytes: isJson ? undefined : bytes, ageS: ageOf(response) }
  if (response.ok && body !== undefined) return { body, absent, bytes: undefined }
  throw faultOf(body, response) ?? notWares(base, response)
}

function ageOf({ headers }: Response): number | undefined {
  const age = headers.get('age') ?? ''
  return /^\d{1,9}$/.test(age) ? Number(age) : undefined
}

async function bytesOf(response: Response, base: URL, maxBytes: number): Promise<Buffer> {
  const found = await readBytes(response, maxBytes).catch((error: unknown) => {
    // Perhaps it was done: nothing is tried again.
    throw operatorError(`The answer of ${base.href} broke off: ${reasonOf(error)}. Try again.`, error)
  })
  if (found) return Buffer.from(found.buffer)
  throw operatorError(
    `The answer of ${base.href} is longer than ${maxBytes / 1_000_000} MB and was not read to its end. Ask for less, or check --server or WARES_SERVER.`,
  )
}

function notWares(base: URL, { status, headers }: Response, why = ''): Error {
  const text = `${base.href} answers with status ${status}, but not as Wares does${why}. Check --server or WARES_SERVER.`
  return Object.assign(operatorError(text), { isUnreached: !headers.has('server-timing') })
}

const needs = Object.entries(answerNeeds).map(([way, needed]) => {
  const pattern = way.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
  return { pattern: new RegExp(`^${pattern}$`), needed }
})

/** What the definition of the route promises and the reply does not have. */
function lackOf({ body, bytes }: Reply, method: string, path: string, isTable: boolean): string | undefined {
  const needed = needs.find(({ pattern }) => pattern.test(`${method} ${path}`))?.needed
  if (needed === undefined || (bytes && isTable)) return undefined
  if (needed === 'nothing') return body === undefined && !bytes ? undefined : 'an answer where none belongs'
  if (needed === 'list') return Array.isArray(body) ? undefined : 'no list'
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'no object'
  const missing = needed.find(name => !Object.hasOwn(body, name))
  return missing === undefined ? undefined : `without \`${missing}\``
}

function faultOf(body: unknown, { headers }: Response): Fault | undefined {
  const problem = (body ?? {}) as {
    readonly code?: string
    readonly detail?: string
    readonly field?: string
    readonly retryable?: boolean
    readonly errors?: Fault['errors']
  }
  const { code = '', detail = '', field, retryable, errors } = problem
  if (!Object.hasOwn(faultTable, code)) return undefined
  const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
  return new Fault(code as FaultCode, detail, {
    retryable,
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
