// Sends an alert to a notification target: a readable message by HTTP, or a mail by SMTP.
import type { Clock } from '../../runtime/clock.ts'
import { type AlertMessage, alertMessage } from './alert-message.ts'
import type { StoredChange } from '../store/history-store.ts'
import { PAUSE_LINK_DAYS, pauseUrl } from './pause-link.ts'
import { plainText, targetRequest } from './target-requests.ts'
import { outcomeOf, SEND_TIMEOUT_MS, type SendOutcome, sendRequest } from './webhook-sender.ts'
import type { Webhook } from './webhook-store.ts'

export interface TargetSettings {
  /** `smtps://user:password@host:465`; undefined if mail is not set up. */
  readonly smtpUrl: string | undefined
  readonly smtpFrom: string | undefined
  /** Where people reach this server, for links in messages. */
  readonly publicUrl: string
}

export const MAIL_NEEDS = 'mail needs the settings smtp_url and smtp_from'

export function canMail({ smtpUrl, smtpFrom }: Pick<TargetSettings, 'smtpUrl' | 'smtpFrom'>): boolean {
  return smtpUrl !== undefined && smtpFrom !== undefined
}

export type SendAlert = (target: Webhook, change: StoredChange, signal?: AbortSignal) => Promise<SendOutcome>

const DAY_S = 86_400

export function createTargetSender(settings: TargetSettings, clock: Clock): SendAlert {
  return (target, change, signal) => {
    const [secret = ''] = target.secrets
    const untilS = Math.floor(clock.wallMs() / 1000) + PAUSE_LINK_DAYS * DAY_S
    const link = { watchId: change.watchId, targetId: target.id, untilS }
    const pause = change.watchId === '' ? null : pauseUrl(settings.publicUrl, link, secret)
    return sendToTarget(target, alertMessage(change, pause), settings, signal)
  }
}

/** Never throws, as `sendRequest`. */
export async function sendToTarget(
  { kind, url, allowPrivate }: Webhook,
  message: AlertMessage,
  settings: Pick<TargetSettings, 'smtpUrl' | 'smtpFrom'>,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  if (kind === 'webhook') return { error: 'a webhook takes signed messages' }
  return outcomeOf(() =>
    kind === 'mailto'
      ? sendMail(decodeURIComponent(new URL(url).pathname), message, settings)
      : sendRequest(targetRequest(kind, url, message), allowPrivate, signal),
  )
}

/** The server is the operator's own choice, so it may have a private address. */
async function sendMail(
  to: string,
  message: AlertMessage,
  { smtpUrl, smtpFrom }: Pick<TargetSettings, 'smtpUrl' | 'smtpFrom'>,
): Promise<SendOutcome> {
  if (smtpUrl === undefined || smtpFrom === undefined) return { error: MAIL_NEEDS }
  // Few servers send mail: the library is loaded with the first one.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: SEND_TIMEOUT_MS,
      greetingTimeout: SEND_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  )
  try {
    const { rejected } = await transport.sendMail({
      from: smtpFrom,
      to,
      subject: message.title,
      text: plainText(message),
    })
    return rejected.length > 0 ? { error: 'the mail server rejected the address' } : { status: 250 }
  } finally {
    transport.close()
  }
}
