// Sends replies, and simulates failures while sending when a magic word requests one.
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { type InputType, gzip } from 'node:zlib'
import type { MagicWord } from '../../src/runtime/sandbox-protocol.ts'
import { htmlReply, type SandboxResponse } from '../define-shop.ts'

const SLOW_MS = 3_000
const HUGE_BYTES = 80 * 1024 * 1024
const compress: (input: InputType, options: { level: number }) => Promise<Buffer> = promisify(gzip)

/** A reply whose bytes are encoded once. */
export interface EncodedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly raw: Buffer
  readonly gzipped: Buffer | undefined
}

export async function encodeReply(reply: SandboxResponse): Promise<EncodedReply> {
  const raw = Buffer.from(reply.body)
  return {
    status: reply.status,
    headers: { 'content-type': reply.contentType, ...reply.headers },
    raw,
    gzipped: raw.length > 1_024 ? await compress(raw, { level: 1 }) : undefined,
  }
}

export function sendReply(reply: EncodedReply, response: ServerResponse, acceptsGzip: boolean): void {
  const zipped = acceptsGzip ? reply.gzipped : undefined
  const bytes = zipped ?? reply.raw
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    vary: 'accept-encoding',
    'content-length': bytes.length,
  })
  response.end(bytes)
}

/** The magic words that break the sending of an otherwise normal reply. */
export const faultInjectors: Partial<
  Record<MagicWord, (reply: EncodedReply, response: ServerResponse, zip: boolean) => void>
> = {
  slow(reply, response, zip) {
    const timer = setTimeout(() => sendReply(reply, response, zip), SLOW_MS)
    response.once('close', () => clearTimeout(timer))
  },
  // Sends nothing; the client ends it by disconnecting.
  timeout: () => undefined,
  reset(reply, response) {
    response.writeHead(200, { ...reply.headers, 'content-length': reply.raw.length + 1 })
    response.write(firstHalf(reply.raw), () => response.socket?.resetAndDestroy())
  },
  truncated(reply, response) {
    response.writeHead(200, { ...reply.headers, 'content-length': reply.raw.length + 1 })
    response.write(firstHalf(reply.raw), () => response.socket?.end())
  },
  huge(reply, response) {
    response.writeHead(200, reply.headers)
    streamChunks(response, Buffer.alloc(64 * 1024, '<!-- more -->\n'), HUGE_BYTES)
  },
}

function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.ceil(bytes.length / 2))
}

/** Writes as fast as the client reads, and stops when it disconnects. */
function streamChunks(response: ServerResponse, chunk: Buffer, remaining: number): void {
  if (response.destroyed) return
  if (remaining <= 0) {
    response.end()
    return
  }
  response.write(chunk, () => streamChunks(response, chunk, remaining - chunk.length))
}

export function blockedReply(): SandboxResponse {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head>
<body><div id="challenge-form"><h1>Checking that you are not a robot</h1><p>Access denied. Please complete the captcha to continue.</p><noscript>Enable JavaScript and cookies to continue</noscript></div></body></html>`
  return htmlReply(body, 403)
}

export function busyReply(): SandboxResponse {
  return {
    ...htmlReply('<!doctype html><title>Busy</title><h1>503 Service Unavailable</h1>', 503),
    headers: { 'retry-after': '1' },
  }
}
