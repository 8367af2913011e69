// Asks a server over the network. Whatever is at that address, a command gets an answer of Wares, a fault or one sentence.
import { pathOf } from '../../../client/src/api-methods.ts'
import { ANSWER_BYTES_MAX, readBytes } from '../../../client/src/read-bytes.ts'
import { retryAfterMs } from '../../../client/src/retry-after.ts'
import { Fault, type FaultCode, faultTable } from '#kit/fault'
import { parseJson } from '#kit/schema/parse-json'
import { operatorError } from '../../runtime/operator-error.ts'
import { version } from '../../runtime/version.ts'
import type { SendApiRequest, ApiResponse } from './api-request.ts'

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
): SendApiRequest {
  return async (method, path, { place = {}, query = {}, body, wantsPositions, isFresh } = {}) => {
    const url = new URL(`${base.pathname.replace(/\/$/, '')}${pathOf(path, place)}`, base)
    for (const [name, value] of Object.entries(query))
      for (const item of value === undefined ? [] : [value].flat()) url.searchParams.append(name, item)
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
    return await readReply(response, base, maxBytes)
  }
}

/** Only the key can have characters that a header does not allow: somebody typed it. */
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

async function readReply(response: Response, base: URL, maxBytes: number): Promise<ApiResponse> {
  const absent = response.headers.get('wares-absent') ?? ''
  const absentAt = response.headers.get('wares-absent-at') ?? undefined
  // Each answer of Wares has this header; what else may be at that address does not.
  const isOurs = response.headers.has('server-timing')
  if (response.status === 204 && isOurs) return { body: undefined, absent, bytes: undefined }
  const bytes = await bytesOf(response, base, maxBytes)
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? parseJson(bytes.toString()) : undefined
  if (response.ok && isOurs && (!isJson || body !== undefined))
    return { body, absent, absentAt, bytes: isJson ? undefined : bytes, ageS: ageOf(response) }
  throw faultOf(body, response) ?? notWares(base, response)
}

function ageOf({ headers }: Response): number | undefined {
  const age = headers.get('age') ?? ''
  return /^\d{1,9}$/.test(age) ? Number(age) : undefined
}

async function bytesOf(response: Response, base: URL, maxBytes: number): Promise<Buffer> {
  const body = await readBytes(response, maxBytes).catch((error: unknown) => {
    // Perhaps it was done: nothing is tried again.
    throw operatorError(`The answer of ${base.href} broke off: ${reasonOf(error)}. Try again.`, error)
  })
  if (body) return Buffer.from(body.buffer)
  throw operatorError(
    `The answer of ${base.href} is longer than ${maxBytes / 1_000_000} MB and was not read to its end. Ask for less, or check --server or WARES_SERVER.`,
  )
}

function notWares(base: URL, { status, headers }: Response): Error {
  const text = `${base.href} answers with status ${status}, but not as Wares does. Check --server or WARES_SERVER.`
  return Object.assign(operatorError(text), { isUnreached: !headers.has('server-timing') })
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
  const waitMs = retryAfterMs(headers.get('retry-after'))
  return new Fault(code as FaultCode, detail, {
    retryable,
    ...(field !== undefined && { field }),
    ...(errors !== undefined && { errors }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    cause: body,
  })
}
