// Between an agent on standard input and output, and the tools of a server over HTTP: each line is a message of the protocol.
import { createInterface } from 'node:readline'
import { parseJson } from '#kit/schema/parse-json'
import { version } from '../../runtime/version.ts'
import { parseServer, type ServerOptions } from '../connect/connect.ts'
import { plainLine } from '../print/terminal-text.ts'
import { ANSWER_BYTES_MAX, readBytes } from '../../../client/src/read-bytes.ts'

/** A tool may ask many shops. */
const TIMEOUT_MS = 120_000
/** JSON-RPC: an internal error. */
const FAILED = -32_603

/** Ends with the input, after the last answer. */
export async function bridgeToServer(
  { server = '', key }: ServerOptions,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const base = parseServer(server)
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/mcp`, base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'user-agent': `wares-mcp/${version}`,
    ...(key === undefined ? {} : { 'x-api-key': key }),
  }
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const answered = pass(url, headers, line).finally(() => running.delete(answered))
    running.add(answered)
  }
  await Promise.all(running)
}

async function pass(url: URL, headers: Record<string, string>, line: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const version = protocolVersion(line)
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(version !== undefined && { 'mcp-protocol-version': version }) },
      body: line,
      redirect: 'error',
      signal,
    })
    const bytes = await readBytes(response, ANSWER_BYTES_MAX)
    if (!bytes)
      return fail(line, `The answer of ${url.origin} is longer than ${ANSWER_BYTES_MAX / 1_000_000} MB.`)
    const text = new TextDecoder().decode(bytes)
    // A notification is accepted without an answer.
    if (response.status === 202 || text === '') return
    if (!response.ok) return fail(line, problemText(text, response.status))
    const messages = response.headers.get('content-type')?.startsWith('text/event-stream')
      ? Array.from(text.matchAll(/^data: ?(.+)$/gm), match => match[1] ?? '')
      : [text]
    const parsed = messages.map(one => JSON.parse(one) as unknown)
    if (!parsed.every(isMessage))
      return fail(line, `${url.origin} answers with status ${response.status}, but not as Wares does.`)
    for (const reply of parsed) write(reply)
  } catch (error) {
    const { message, cause } = error as Error
    fail(line, `No Wares answers at ${url.origin}: ${cause instanceof Error ? cause.message : message}.`)
  }
}

/** An agent would wait for ever for an answer that is none. */
function isMessage(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isMessage)
  return (value as { jsonrpc?: unknown } | null)?.jsonrpc === '2.0'
}

/** A client of the newest protocol says it in each message. */
function protocolVersion(line: string): string | undefined {
  return /"io\.modelcontextprotocol\/protocolVersion"\s*:\s*"([\w.-]+)"/.exec(line)?.[1]
}

function problemText(text: string, status: number): string {
  const problem = parseJson(text) as { detail?: string; error?: { message?: string } } | undefined
  if (!problem) return `status ${status}, but not as Wares answers`
  return problem.detail ?? problem.error?.message ?? `status ${status}`
}

/** Only a request, which has an id, is answered. */
function fail(line: string, message: string): void {
  console.error(plainLine(message))
  // A line that is no message has no id.
  const { id } = (parseJson(line) ?? {}) as { readonly id?: unknown }
  if (id !== undefined) write({ jsonrpc: '2.0', id, error: { code: FAILED, message } })
}

function write(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
