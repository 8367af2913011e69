// The exact message of each kind of target: with everything, and where the alert has neither a page, a picture nor a pause link.
import { expect, it } from 'vitest'
import {
  checkTargetAddress,
  maskAddress,
  plainText,
  type TargetKind,
  targetRequest,
} from './target-requests.ts'

const bare = { title: 'Lamp <1>', text: 'price: 9 & 8\nin stock', url: null, imageUrl: null, pauseUrl: null }
const whole = {
  ...bare,
  url: 'https://shop.example/lamp',
  imageUrl: 'https://shop.example/lamp.jpg',
  pauseUrl: 'https://wares.example/pause',
}
const { title, text, url, imageUrl, pauseUrl } = whole
const escaped = String.raw`Lamp \<1\>`
const LINKS = `Product: ${url} · Pause this watch: ${pauseUrl}`
const card = (body: readonly object[], actions: readonly object[]) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body,
        actions,
      },
    },
  ],
})
const line = (words: string) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: words }],
  spacing: 'None',
})
const headline = { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: title, weight: 'Bolder' }] }
const section = { type: 'mrkdwn', text: '*Lamp &lt;1&gt;*\nprice: 9 &amp; 8\nin stock' }

it.each<[Exclude<TargetKind, 'mailto'>, string, object, object]>([
  [
    'slack',
    'https://hooks.example/services/T0/B0/token',
    { text: 'Lamp &lt;1&gt;', blocks: [{ type: 'section', text: section }] },
    {
      text: 'Lamp &lt;1&gt;',
      blocks: [
        {
          type: 'section',
          text: section,
          accessory: { type: 'image', image_url: imageUrl, alt_text: title },
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: `<${url}|Product> · <${pauseUrl}|Pause this watch>` }],
        },
      ],
    },
  ],
  [
    'discord',
    'https://chat.example/api/webhooks/1/token',
    { embeds: [{ title: escaped, description: text }], allowed_mentions: { parse: [] } },
    {
      embeds: [
        {
          title: escaped,
          description: `${text}\n[Pause this watch](${pauseUrl})`,
          url,
          thumbnail: { url: imageUrl },
        },
      ],
      allowed_mentions: { parse: [] },
    },
  ],
  [
    'telegram',
    'https://api.example/bot1:token/sendMessage?chat_id=-100',
    { chat_id: '-100', text: `${title}\n${text}`, link_preview_options: { is_disabled: true } },
    {
      chat_id: '-100',
      text: `${title}\n${text}\n${LINKS}`,
      link_preview_options: { url: imageUrl, prefer_small_media: true },
    },
  ],
  [
    'ntfy',
    'https://ntfy.example/base/my%20topic',
    { topic: 'my topic', title, message: text },
    {
      topic: 'my topic',
      title,
      message: text,
      click: url,
      attach: imageUrl,
      actions: [{ action: 'view', label: 'Pause this watch', url: pauseUrl }],
    },
  ],
  [
    'gotify',
    'https://gotify.example/message?token=app',
    { title, message: text, priority: 5, extras: { 'client::notification': {} } },
    {
      title,
      message: `${text}\n${LINKS}`,
      priority: 5,
      extras: { 'client::notification': { click: { url }, bigImageUrl: imageUrl } },
    },
  ],
  [
    'teams',
    'https://flows.example/workflows/1?sig=secret',
    card([headline, line('price: 9 & 8'), line('in stock')], []),
    card(
      [headline, { type: 'Image', url: imageUrl, size: 'Medium' }, line('price: 9 & 8'), line('in stock')],
      [
        { type: 'Action.OpenUrl', title: 'Open the product', url },
        { type: 'Action.OpenUrl', title: 'Pause this watch', url: pauseUrl },
      ],
    ),
  ],
])('%s', (kind, address, least, most) => {
  expect(JSON.parse(targetRequest(kind, address, bare).body)).toEqual(least)
  expect(JSON.parse(targetRequest(kind, address, whole).body)).toEqual(most)
})

/** A shop names its products as it likes. */
const NAME = '[Free](https://shop.example/a_b) **x** _y_ `z` ~~a~~ ||b|| @everyone <!channel> \\'

it.each<[Exclude<TargetKind, 'mailto'>, string]>([
  [
    'slack',
    '[Free](https://shop.example/a_b) |*|*x|*|* |_y|_ |`z|` |~|~a|~|~ ¦¦b¦¦ @everyone &lt;!channel&gt; \\'
      .replaceAll('|', '\u200B')
      .replaceAll('¦', '|'),
  ],
  [
    'discord',
    String.raw`\[Free\](https://shop.example/a_b) \*\*x\*\* \_y\_ ${'\\`z\\`'} \~\~a\~\~ \|\|b\|\| \@everyone \<!channel\> \\`,
  ],
  ['telegram', NAME],
  ['ntfy', NAME],
  ['gotify', NAME],
])('no markup of a name reaches %s', (kind, shown) => {
  const address = 'https://chat.example/bot1/sendMessage?chat_id=1'
  const alert = { ...bare, title: NAME, text: `price: 9\n${NAME}\n# ${NAME}` }
  const { body } = targetRequest(kind, address, alert)
  expect(body).toContain(JSON.stringify(`price: 9\n${shown}`).slice(1, -1))
  expect(body.split(JSON.stringify(shown).slice(1, -1)).length).toBeGreaterThan(3)
  expect(body.includes('\\n# ')).toBe(kind !== 'discord')
})

it('no text of a card for Teams is read as Markdown', () => {
  const { body } = targetRequest('teams', 'https://flows.example/1', { ...bare, title: NAME, text: NAME })
  expect(body).not.toContain('"TextBlock"')
  expect(body.split(JSON.stringify({ type: 'TextRun', text: NAME }).slice(0, -1))).toHaveLength(3)
})

it.each([
  ['slack', 'https://hooks.example/T0', 'https://hooks.example/T0'],
  ['ntfy', 'https://ntfy.example/base/topic', 'https://ntfy.example/base/'],
  ['telegram', 'https://api.example/bot1/sendMessage?chat_id=1', 'https://api.example/bot1/sendMessage'],
] as const)('%s is sent to its address', (kind, address, sentTo) => {
  expect(targetRequest(kind, address, bare)).toMatchObject({
    url: sentTo,
    headers: { 'content-type': 'application/json' },
  })
})

it.each([
  ['https://me:p%40ss@ntfy.example/topic', 'me:p@ss'],
  ['https://me@ntfy.example/topic', 'me:'],
  ['https://:token@ntfy.example/topic', ':token'],
  ['https://ntfy.example/topic', undefined],
])('%s signs in with %s, which is not in the address', (address, credentials) => {
  const { url: sentTo, headers } = targetRequest('ntfy', address, bare)
  expect(sentTo).toBe('https://ntfy.example/')
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  expect(headers.authorization).toBe(expected)
})

it.each([
  ['gotify', 'https://gotify.example/message'],
  ['ntfy', 'https://ntfy.example/'],
  ['ntfy', 'https://ntfy.example/%ff'],
  ['slack', 'https://%ff@hooks.example/T0'],
  ['telegram', 'https://api.example/bot1/sendMessage?chat_id='],
  ['telegram', 'https://api.example/sendMessage?chat_id=1'],
  ['discord', 'ftp://chat.example/1'],
  ['mailto', 'mailto:a@b.example?cc=c@d.example'],
  ['mailto', 'mailto:%ff@b.example'],
  ['mailto', 'https://b.example/a@b.example'],
] as const)('%s does not take %s', (kind, address) => {
  expect(checkTargetAddress(kind, address)).toMatch(/^it(?:s percent-encoding is not| must be) /)
})

it('a mail has the same text as a chat, and an address that is none shows nothing', () => {
  expect([plainText(bare), plainText({ ...whole, url: null })]).toEqual([
    `${title}\n${text}`,
    `${title}\n${text}\nPause this watch: ${pauseUrl}`,
  ])
  expect(maskAddress('no address')).toBe('…')
})
