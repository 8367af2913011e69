// Which receivers of alerts are accepted, how their addresses are masked and called, and how long a pause link holds.
import { describe, expect, it } from 'vitest'
import type { Fault } from '#kit/fault'
import { isValidPauseLink, pauseUrl } from './pause-link.ts'
import { rulesOf } from '../decide/decide.ts'
import {
  checkTargetAddress,
  maskAddress,
  plainText,
  type TargetKind,
  targetRequest,
} from './target-requests.ts'
import { readNewWebhook, readWebhookEdit } from './webhook-input.ts'

const URL_A = 'https://receiver.example/hook'

function errorsOf(run: () => unknown): string[] {
  try {
    run()
  } catch (error) {
    return ((error as Fault).errors ?? []).map(({ name }) => name)
  }
  return []
}

describe('a new receiver', () => {
  it('is a webhook for all types of changes, unless it says otherwise', () => {
    expect(readNewWebhook({ url: URL_A })).toEqual({
      kind: 'webhook',
      url: URL_A,
      events: [],
      allowPrivate: false,
    })
    const events = ['price.changed', 'price.changed']
    expect(readNewWebhook({ kind: 'slack', url: URL_A, events, allow_private: true })).toEqual({
      kind: 'slack',
      url: URL_A,
      events: ['price.changed'],
      allowPrivate: true,
    })
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['url']],
    [{ url: '' }, ['url']],
    [{ url: 7 }, ['url']],
    [{ url: `${URL_A}/${'x'.repeat(2_048 - URL_A.length)}` }, ['url']],
    [{ url: 'ftp://receiver.example/' }, ['url']],
    [{ url: 'https://name@receiver.example/' }, ['url']],
    [{ url: 'https://:secret@receiver.example/' }, ['url']],
    [{ url: 'http://127.0.0.1/' }, ['url']],
    [{ kind: 'slack', url: 'http://192.168.0.1/' }, ['url']],
    [{ kind: 'fax', url: URL_A }, ['kind']],
    [{ url: URL_A, allow_private: 'yes' }, ['allow_private']],
    [{ url: URL_A, events: ['price.changed', 'nothing'] }, ['events']],
    [{ url: URL_A, events: 'price.changed' }, ['events']],
    [{ url: URL_A, secret: 'x' }, ['secret']],
    [{ kind: 'fax', url: '', allow_private: 1, events: 1 }, ['kind', 'url', 'events', 'allow_private']],
  ])('of %j is refused because of %j', (input, names) => {
    expect(errorsOf(() => readNewWebhook(input))).toEqual(names)
  })

  it('may be on this machine if that is allowed, and may have an address of 2,048 characters', () => {
    expect(errorsOf(() => readNewWebhook({ url: 'http://127.0.0.1/', allow_private: true }))).toEqual([])
    expect(errorsOf(() => readNewWebhook({ url: `${URL_A}/${'x'.repeat(2_047 - URL_A.length)}` }))).toEqual(
      [],
    )
  })
})

it('an edit changes what it names', () => {
  expect(readWebhookEdit({})).toEqual({})
  expect(readWebhookEdit({ paused: false })).toEqual({ isPaused: false })
  expect(readWebhookEdit({ events: [] })).toEqual({ events: [] })
  expect(errorsOf(() => readWebhookEdit({ paused: 1, url: URL_A }))).toEqual(['url', 'paused'])
})

describe('the address of a target', () => {
  it.each<[TargetKind, string, boolean]>([
    ['mailto', 'mailto:me@receiver.example', true],
    ['mailto', 'mailto:me@receiver.example,you@receiver.example', false],
    ['mailto', 'mailto:me', false],
    ['mailto', 'mailto:me@receiver.example?bcc=you@receiver.example', false],
    ['mailto', URL_A, false],
    ['mailto', 'mailto:%E0%A4%A@receiver.example', false],
    ['mailto', 'mailto:m%65@receiver.example', true],
    ['slack', URL_A, true],
    ['slack', 'ftp://receiver.example/', false],
    ['slack', 'xhttps://receiver.example/', false],
    ['slack', 'no address', false],
    ['telegram', 'https://receiver.example/bot1:a/sendMessage?chat_id=5', true],
    ['telegram', 'https://receiver.example/bot1:a/sendMessage', false],
    ['telegram', 'https://receiver.example/bot1:a/sendMessage/more?chat_id=5', false],
    ['telegram', 'https://receiver.example/bot/sendMessage?chat_id=5', false],
    ['gotify', 'https://receiver.example/message?token=a', true],
    ['gotify', 'https://receiver.example/message', false],
    ['ntfy', 'https://receiver.example/topic', true],
    ['ntfy', 'https://receiver.example/topic/', false],
    ['ntfy', 'https://receiver.example/', false],
    ['ntfy', 'https://receiver.example/%E0%A4%A', false],
    ['ntfy', 'https://receiver.example/my%20topic', true],
    ['ntfy', 'https://me:%E0%A4%A@receiver.example/topic', false],
    ['slack', 'https://%E0%A4%A@receiver.example/', false],
    // Sent as it is.
    ['slack', 'https://receiver.example/%E0%A4%A', true],
  ])('%s %s is accepted: %s', (kind, address, isAccepted) => {
    expect(checkTargetAddress(kind, address) === undefined).toBe(isAccepted)
  })

  it.each([
    ['https://receiver.example/secret?token=a', 'https://receiver.example/…'],
    ['mailto:me@receiver.example', 'mailto:m…@receiver.example'],
    ['no address', '…'],
  ])('%s is shown as %s', (address, shown) => {
    expect(maskAddress(address)).toBe(shown)
  })

  const message = {
    title: 'a <b>',
    text: 'x & y',
    url: 'https://shop.example/',
    imageUrl: null,
    pauseUrl: null,
  }

  it.each([
    ['https://me:s%20t@receiver.example/hook', 'me:s t'],
    ['https://me@receiver.example/hook', 'me:'],
    ['https://:st@receiver.example/hook', ':st'],
  ])('%s sends its credentials as a header', (address, credentials) => {
    expect(targetRequest('discord', address, message)).toMatchObject({
      url: URL_A,
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    })
    expect(targetRequest('discord', URL_A, message).headers).toEqual({ 'content-type': 'application/json' })
  })

  it('of ntfy and Telegram keep the topic and the chat out of the URL', () => {
    const ntfy = targetRequest('ntfy', 'https://receiver.example/a/my%20topic', message)
    expect([ntfy.url, (JSON.parse(ntfy.body) as { topic: string }).topic]).toEqual([
      'https://receiver.example/a/',
      'my topic',
    ])
    const address = 'https://receiver.example/bot1/sendMessage?chat_id=5'
    const telegram = targetRequest('telegram', address, message)
    expect([telegram.url, (JSON.parse(telegram.body) as { chat_id: string }).chat_id]).toEqual([
      'https://receiver.example/bot1/sendMessage',
      '5',
    ])
  })

  it('of Slack gets text without its markup', () => {
    expect(targetRequest('slack', URL_A, message).body).toContain('*a &lt;b&gt;*\\nx &amp; y')
  })

  it('a plain text has the links that there are', () => {
    expect(plainText(message)).toBe('a <b>\nx & y\nProduct: https://shop.example/')
    expect(plainText({ ...message, pauseUrl: 'https://p.example/' })).toContain(
      'Product: https://shop.example/ · Pause this watch: https://p.example/',
    )
    expect(plainText({ ...message, url: null })).toBe('a <b>\nx & y')
  })
})

describe('a pause link', () => {
  const link = { watchId: 'w1', targetId: 't1', untilS: 100 }
  const signature =
    new URL(pauseUrl('https://wares.example', link, 'secret')).searchParams.get('signature') ?? ''

  it('holds until its time, for its watch, target and secret', () => {
    expect(isValidPauseLink(link, signature, 'secret', 99_999)).toBe(true)
    expect(isValidPauseLink(link, signature, 'secret', 100_000)).toBe(false)
    expect(isValidPauseLink(link, signature, 'other', 0)).toBe(false)
    expect(isValidPauseLink({ ...link, watchId: 'w2' }, signature, 'secret', 0)).toBe(false)
    expect(isValidPauseLink({ ...link, targetId: 't2' }, signature, 'secret', 0)).toBe(false)
    expect(isValidPauseLink({ ...link, untilS: 200 }, signature, 'secret', 0)).toBe(false)
  })

  it.each(['', 'x', `${signature}x`, `x${signature.slice(1)}`])(
    'with the signature %j holds never',
    given => {
      expect(isValidPauseLink(link, given, 'secret', 0)).toBe(false)
    },
  )
})

it('a watch without a condition, or with one that this release does not know, reports any change', () => {
  const rules = (when: string | null) => rulesOf({ when, confirm: 2, cooldownS: 60 })
  expect(rules(null)).toMatchObject({ conditions: [{ kind: 'any' }], confirm: 2, cooldownMs: 60_000 })
  expect(rules('price sings')).toMatchObject({ conditions: [{ kind: 'any' }] })
  expect(rules('price < 5 or back in stock').conditions).toHaveLength(2)
})

it('an unknown kind is refused with those that exist', () => {
  expect(() => readNewWebhook({ kind: 'pigeon', url: URL_A })).toThrow(/kind must be one of webhook, .*slack/)
})
