// Sends one signed message to a webhook endpoint: no redirects, a timeout, and only public addresses unless allowed.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import type { Webhook } from './webhook-store.ts'
import { type SignedMessage, signatureHeaders } from './webhook-signature.ts'

export type SendOutcome = { readonly status: number } | { readonly error: string }
export type SendMessage = (webhook: Webhook, message: SignedMessage) => Promise<SendOutcome>

const TIMEOUT_MS = 15_000

export async function sendMessage(webhook: Webhook, message: SignedMessage): Promise<SendOutcome> {
  try {
    const url = new URL(webhook.url)
    const hostname = withoutBrackets(url.hostname)
    const addresses =
      isIP(hostname) === 0
        ? await lookup(hostname, { all: true })
        : [{ address: hostname, family: isIP(hostname) }]
    const usable = webhook.allowPrivate ? addresses : addresses.filter(one => isPublic(one.address))
    const [first] = usable
    if (!first) return { error: 'the endpoint has a private address; add it again with --allow-private' }
    return await post(url, first, message, webhook.secrets)
  } catch (error) {
    return { error: error instanceof Error ? error.message || error.name : String(error) }
  }
}

/** Connects to the address that was checked: a second look-up could resolve to another one. */
async function post(
  url: URL,
  address: { readonly address: string; readonly family: number },
  message: SignedMessage,
  secrets: readonly string[],
): Promise<SendOutcome> {
  const agent = new Agent({
    connect: { lookup: (_name, _options, done) => done(null, [address]), timeout: TIMEOUT_MS },
  })
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Wares-Webhooks',
        ...signatureHeaders(message, secrets),
      },
      body: message.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
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

export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
