// Sends one signed message to a webhook endpoint: no redirects, a timeout, and only public addresses unless allowed.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { raceWithAbort } from '../../runtime/race-with-abort.ts'
import type { Webhook } from './webhook-store.ts'
import { type SignedMessage, signatureHeaders } from './webhook-signature.ts'

export type SendOutcome = { readonly status: number } | { readonly error: string }
export type SendMessage = (
  webhook: Pick<Webhook, 'url' | 'allowPrivate' | 'secrets'>,
  message: SignedMessage,
  signal?: AbortSignal,
) => Promise<SendOutcome>

/** For the whole message, including the look-up of the host name. */
export const SEND_TIMEOUT_MS = 15_000

export const sendMessage: SendMessage = (webhook, message, signal) =>
  sendRequest(
    {
      url: webhook.url,
      headers: { 'content-type': 'application/json', ...signatureHeaders(message, webhook.secrets) },
      body: message.body,
    },
    webhook.allowPrivate,
    signal,
  )

interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Never throws: the outcome is the status of the response, or what went wrong. */
export async function sendRequest(
  message: OutgoingRequest,
  allowPrivate: boolean,
  callerSignal?: AbortSignal,
): Promise<SendOutcome> {
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const signal = callerSignal ? AbortSignal.any([timeout, callerSignal]) : timeout
  return outcomeOf(async () => {
    const url = new URL(message.url)
    const hostname = withoutBrackets(url.hostname)
    const addresses =
      isIP(hostname) === 0
        ? await raceWithAbort(lookup(hostname, { all: true }), signal)
        : [{ address: hostname, family: isIP(hostname) }]
    const usable = allowPrivate ? addresses : addresses.filter(one => isPublic(one.address))
    const [first] = usable
    if (!first) return { error: 'the endpoint has a private address; add it again with --allow-private' }
    return post(url, first, message, signal)
  })
}

/** An exception while sending is a failed attempt like any other: counted, tried again, and in the end paused. */
export async function outcomeOf(send: () => Promise<SendOutcome>): Promise<SendOutcome> {
  try {
    return await send()
  } catch (error) {
    return { error: error instanceof Error ? error.message || error.name : String(error) }
  }
}

/** Connects to the address that was checked: a second look-up could resolve to another one. */
async function post(
  url: URL,
  address: { readonly address: string; readonly family: number },
  message: OutgoingRequest,
  signal: AbortSignal,
): Promise<SendOutcome> {
  // Loaded with the first message: most servers send none at once.
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    connect: { lookup: (_name, _options, done) => done(null, [address]), timeout: SEND_TIMEOUT_MS },
  })
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'user-agent': 'Wares-Webhooks', ...message.headers },
      body: message.body,
      signal,
    })
    await body.dump()
    return { status: statusCode }
  } finally {
    await agent.destroy()
  }
}

/** Whether a host name of a URL can only be private, without a look-up. */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, '')
  return isIP(host) === 0 ? /^(?:.+\.)?localhost$/i.test(host) : !isPublic(host)
}

/** A URL has an IPv6 address in brackets. */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `process` unwraps ::ffff:10.0.0.1. Other IPv6 addresses that contain an IPv4 address are outside of 2000::/3, or have a
  // range of their own.
  const parsed = ipaddr.process(address)
  const isGlobal = parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
  return isGlobal && parsed.range() === 'unicast'
}
