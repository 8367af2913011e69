// Standard Webhooks signatures: `v1,` and the HMAC-SHA256 of id, time and body. Pure, except for new secrets.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

export interface SignedMessage {
  readonly id: string
  readonly timestampS: number
  readonly body: string
}

/** One signature per active secret, separated by spaces; endpoints accept any of them. */
export function signatureHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampS),
    'webhook-signature': secrets.map(secret => sign(message, secret)).join(' '),
  }
}

function sign({ id, timestampS, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`
}
