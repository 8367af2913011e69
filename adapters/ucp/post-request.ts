// Asks a shop's catalog by UCP: the same request over REST and over MCP, and the faults of the answer as ours.
import { asList, asObject, asTrimmed, valueAt, Fault, type Get, type JsonObject, type Page } from '#kit'
import type { UcpAccess } from './profile.ts'

type Tool = 'search_catalog' | 'lookup_catalog' | 'get_product'

const PATHS: Readonly<Record<Tool, string>> = {
  search_catalog: '/catalog/search',
  lookup_catalog: '/catalog/lookup',
  get_product: '/catalog/product',
}

export function askCatalog(
  get: Get,
  { door, agent }: UcpAccess,
  tool: Tool,
  catalog: JsonObject,
): Promise<Page> {
  if (door.transport === 'rest') {
    const headers = { 'ucp-agent': `profile="${agent}"` }
    return get(door.endpoint + PATHS[tool], { accept: 'json', json: catalog, headers })
  }
  const meta = { 'ucp-agent': { profile: agent } }
  const params = { name: tool, arguments: { meta, catalog } }
  return get(door.endpoint, {
    accept: 'json',
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    // A server of this transport may refuse a client that cannot read a stream.
    headers: { accept: 'application/json, text/event-stream' },
  })
}

/** What the shop answered; throws the fault that it reports instead. */
export function answerOf(page: Page, { door }: UcpAccess): JsonObject {
  const answer = door.transport === 'rest' ? asObject(page.json()) : toolResult(message(page))
  if (!answer) throw new Fault('upstream_changed', 'the UCP answer is not an object', { field: 'ucp' })
  if (valueAt(answer, 'ucp', 'status') === 'error') throw reportedFault(answer)
  return answer
}

/** A JSON document, or the last event of a stream. */
function message(page: Page): unknown {
  if (page.holdsJson()) return page.json()
  const data = page
    .text()
    .split(/\r?\n/)
    .findLast(line => line.startsWith('data:'))
  if (data === undefined)
    throw new Fault('upstream_changed', 'the MCP answer is neither JSON nor a stream of events', {
      field: 'body',
    })
  return parsed(data.slice('data:'.length))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Fault('upstream_failed', 'the MCP answer has invalid JSON', { cause })
  }
}

/** Errors of JSON-RPC that say that the request itself is not understood. */
const NOT_UNDERSTOOD: ReadonlySet<unknown> = new Set([-32_700, -32_600, -32_601, -32_602])

function toolResult(reply: unknown): JsonObject | undefined {
  const error = asObject(valueAt(reply, 'error'))
  if (error) {
    const text = `the shop's UCP server reports: ${asTrimmed(error.message) ?? 'an error'}`
    throw NOT_UNDERSTOOD.has(error.code)
      ? new Fault('upstream_changed', text, { field: 'ucp' })
      : new Fault('upstream_failed', text)
  }
  const structured = asObject(valueAt(reply, 'result', 'structuredContent'))
  if (structured) return structured
  // Servers of older versions of MCP have the same JSON as text.
  const text = asTrimmed(valueAt(reply, 'result', 'content', 0, 'text'))
  if (valueAt(reply, 'result', 'isError') === true)
    throw new Fault('upstream_failed', `the shop's UCP server reports: ${text ?? 'an error'}`)
  return text === undefined ? undefined : asObject(parsed(text))
}

/** What the codes of UCP mean here; any other may pass. */
const CODES = {
  not_found: 'not_found',
  item_unavailable: 'not_found',
  identity_required: 'upstream_blocked',
  insufficient_scope: 'upstream_blocked',
  region_restricted: 'upstream_blocked',
  rate_limited: 'upstream_busy',
  request_too_large: 'upstream_changed',
  version_unsupported: 'upstream_changed',
} as const

function reportedFault(answer: JsonObject): Fault {
  const messages = asList(answer.messages, one => one) ?? []
  const error = messages.find(one => valueAt(one, 'type') === 'error') ?? messages[0]
  const code = asTrimmed(valueAt(error, 'code'))?.toLowerCase() ?? ''
  const text = `the shop reports by UCP: ${asTrimmed(valueAt(error, 'content')) ?? (code || 'an error')}`
  if (Object.hasOwn(CODES, code)) return new Fault(CODES[code as keyof typeof CODES], text)
  const needsBuyer = asTrimmed(valueAt(error, 'severity'))?.startsWith('requires_') === true
  return new Fault(needsBuyer ? 'upstream_blocked' : 'upstream_failed', text)
}
