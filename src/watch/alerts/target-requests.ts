// Notification targets: which address each kind takes, how it is masked, and the request that delivers a message. Pure.
import type { AlertMessage } from './alert-message.ts'

export const TARGET_KINDS = ['slack', 'discord', 'telegram', 'ntfy', 'gotify', 'teams', 'mailto'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export interface TargetRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the user passes, by kind. */
const TARGET_ADDRESSES: Readonly<Record<TargetKind, string>> = {
  slack: 'the URL of an incoming webhook',
  discord: 'the URL of a channel webhook',
  telegram: 'https://api.telegram.org/bot<TOKEN>/sendMessage?chat_id=<CHAT>',
  ntfy: 'the URL of a topic, such as https://ntfy.sh/my-topic',
  gotify: 'https://<HOST>/message?token=<APP TOKEN>',
  teams: 'the URL of a workflow "When a Teams webhook request is received"',
  mailto: 'mailto:<ADDRESS>; needs the setting smtp_url',
}

export function checkTargetAddress(kind: TargetKind, address: string): string | undefined {
  const url = URL.parse(address)
  if (kind === 'mailto') {
    const mailbox = url?.protocol === 'mailto:' && url.search === '' ? decoded(url.pathname) : undefined
    const isMail = mailbox !== undefined && /^[^\s@,;<>?]+@[^\s@,;<>?]+$/.test(mailbox)
    return isMail ? undefined : 'it must be mailto: and one address'
  }
  if (!url || !/^https?:$/.test(url.protocol)) return `it must be ${TARGET_ADDRESSES[kind]}`
  const sentDecoded = [url.username, url.password, ...(kind === 'ntfy' ? [url.pathname] : [])]
  if (sentDecoded.some(part => decoded(part) === undefined)) return 'its percent-encoding is not valid UTF-8'
  if (
    kind === 'telegram' &&
    (!/\/bot[^/]+\/sendMessage$/.test(url.pathname) || !url.searchParams.get('chat_id'))
  )
    return `it must be ${TARGET_ADDRESSES.telegram}`
  if (kind === 'gotify' && !url.searchParams.get('token')) return `it must be ${TARGET_ADDRESSES.gotify}`
  if (kind === 'ntfy' && !/\/[^/]+$/.test(url.pathname)) return `it must be ${TARGET_ADDRESSES.ntfy}`
  return undefined
}

/** Undefined if the percent-encoding is not that of a text. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Scheme, host and the start of the rest: paths and parameters of incoming addresses are secrets. */
export function maskAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return '…'
  if (url.protocol === 'mailto:')
    return `mailto:${url.pathname.slice(0, 1)}…@${url.pathname.split('@')[1] ?? ''}`
  return `${url.protocol}//${url.host}/…`
}

export function targetRequest(
  kind: Exclude<TargetKind, 'mailto'>,
  address: string,
  message: AlertMessage,
): TargetRequest {
  const url = new URL(address)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (url.username !== '' || url.password !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  const body = BODIES[kind](message, url)
  return { url: addressOf(kind, url), headers, body: JSON.stringify(body) }
}

function addressOf(kind: TargetKind, url: URL): string {
  // ntfy takes JSON at the root of the server; the topic is in the body.
  if (kind === 'ntfy') return new URL('.', url).href
  if (kind === 'telegram') return url.origin + url.pathname
  return url.href
}

type Body = (message: AlertMessage, url: URL) => Readonly<Record<string, unknown>>

const BODIES: Readonly<Record<Exclude<TargetKind, 'mailto'>, Body>> = {
  slack: ({ title, text, url, imageUrl, pauseUrl }) => ({
    text: slackText(title),
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*${slackText(title)}*\n${slackText(text)}` },
        ...(imageUrl && { accessory: { type: 'image', image_url: imageUrl, alt_text: title.slice(0, 100) } }),
      },
      ...linkList(url, pauseUrl, (label, link) => `<${link}|${label}>`).map(links => ({
        type: 'context',
        elements: [{ type: 'mrkdwn', text: links }],
      })),
    ],
  }),
  discord: ({ title, text, url, imageUrl, pauseUrl }) => ({
    embeds: [
      {
        title: discordText(title).slice(0, 256),
        description: [discordText(text), ...linkList(null, pauseUrl, markdownLink)].join('\n'),
        ...(url && { url }),
        ...(imageUrl && { thumbnail: { url: imageUrl } }),
      },
    ],
    // Names come from pages of shops: nobody is mentioned because of them.
    allowed_mentions: { parse: [] },
  }),
  telegram: ({ title, text, url, imageUrl, pauseUrl }, address) => ({
    chat_id: address.searchParams.get('chat_id'),
    text: plainText({ title, text, url, imageUrl, pauseUrl }),
    link_preview_options: imageUrl ? { url: imageUrl, prefer_small_media: true } : { is_disabled: true },
  }),
  ntfy: ({ title, text, url, imageUrl, pauseUrl }, address) => ({
    topic: decodeURIComponent(address.pathname.split('/').at(-1) ?? ''),
    title,
    message: text,
    ...(url && { click: url }),
    ...(imageUrl && { attach: imageUrl }),
    ...(pauseUrl && { actions: [{ action: 'view', label: 'Pause this watch', url: pauseUrl }] }),
  }),
  gotify: ({ title, text, url, imageUrl, pauseUrl }) => ({
    title,
    message: [text, ...linkList(url, pauseUrl, (label, link) => `${label}: ${link}`)].join('\n'),
    priority: 5,
    extras: {
      'client::notification': { ...(url && { click: { url } }), ...(imageUrl && { bigImageUrl: imageUrl }) },
    },
  }),
  teams: ({ title, text, url, imageUrl, pauseUrl }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            textBlock({ text: title, weight: 'Bolder' }),
            ...(imageUrl ? [{ type: 'Image', url: imageUrl, size: 'Medium' }] : []),
            ...text.split('\n').map(line => Object.assign(textBlock({ text: line }), { spacing: 'None' })),
          ],
          actions: [
            ...(url ? [{ type: 'Action.OpenUrl', title: 'Open the product', url }] : []),
            ...(pauseUrl ? [{ type: 'Action.OpenUrl', title: 'Pause this watch', url: pauseUrl }] : []),
          ],
        },
      },
    ],
  }),
}

export function plainText({ title, text, url, pauseUrl }: AlertMessage): string {
  return [title, text, ...linkList(url, pauseUrl, (label, link) => `${label}: ${link}`)].join('\n')
}

/** One line with the links, or nothing. */
function linkList(
  url: string | null,
  pauseUrl: string | null,
  link: (label: string, url: string) => string,
): string[] {
  const links = [
    ...(url ? [link('Product', url)] : []),
    ...(pauseUrl ? [link('Pause this watch', pauseUrl)] : []),
  ]
  return links.length === 0 ? [] : [links.join(' · ')]
}

function markdownLink(label: string, url: string): string {
  return `[${label}](${url})`
}

/** A block of text in Teams that is no Markdown, as a TextBlock is. */
function textBlock(run: { readonly text: string; readonly weight?: 'Bolder' }) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', ...run }] }
}

/** An underline inside a word, as in an id, begins nothing. Slack knows no escape but for links and mentions: a space of no width ends what the other characters would begin. */
function slackText(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return outsideAddresses(plain, part => part.replaceAll(/[*~`]|(?<!\w)_|_(?!\w)/g, '\u200B$&'))
}

function discordText(text: string): string {
  const plain = outsideAddresses(text, part =>
    part.replaceAll(/[\\*~`|[\]<>@]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`),
  )
  return plain.replaceAll(/^[#+-]/gm, String.raw`\$&`)
}

/** Text comes from pages of shops. Addresses in it stay links; without brackets around a label they show where they lead. */
function outsideAddresses(text: string, escape: (part: string) => string): string {
  const parts = text.split(/(https?:\/\/[^\s*~`|[\]<>()\\]+)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : escape(part))).join('')
}
