// Changes as documents for feed readers: Atom (RFC 4287) and JSON Feed 1.1. Pure.
import { createHash } from 'node:crypto'
import { alertMessage } from './alert-message.ts'
import type { StoredChange } from '../store/history-store.ts'

export interface FeedHead {
  /** Id of the feed; the ids of its entries follow from it. */
  readonly id: string
  readonly title: string
  readonly createdAtMs: number
  /** Where this document is. */
  readonly selfUrl: string
  /** The page for people. */
  readonly homeUrl: string
}

export function atomFeed(head: FeedHead, changes: readonly StoredChange[]): string {
  const { id, title, selfUrl, homeUrl } = head
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${uuidOf(id)}</id><title>${escaped(title)}</title><updated>${iso(updatedMs(head, changes))}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(selfUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(homeUrl)}"/>`,
    '<author><name>Wares</name></author><generator>Wares</generator>',
    ...changes.map(change => atomEntry(head, change)),
    '</feed>',
    '',
  ].join('\n')
}

function atomEntry({ id, homeUrl }: FeedHead, change: StoredChange): string {
  const { title, text, url } = alertMessage(change, null)
  const time = iso(change.atMs)
  return [
    `<entry><id>${uuidOf(`${id} ${change.id}`)}</id><title>${escaped(title)}</title>`,
    `<published>${time}</published><updated>${time}</updated>`,
    `<link rel="alternate" href="${escaped(url ?? homeUrl)}"/>`,
    ...categoriesOf(change).map(term => `<category term="${escaped(term)}"/>`),
    `<content type="text">${escaped(text)}</content></entry>`,
  ].join('')
}

export function jsonFeed(head: FeedHead, changes: readonly StoredChange[]): string {
  const { id, title, selfUrl, homeUrl } = head
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: selfUrl,
    authors: [{ name: 'Wares' }],
    items: changes.map(change => {
      const message = alertMessage(change, null)
      return {
        id: uuidOf(`${id} ${change.id}`),
        url: message.url ?? homeUrl,
        title: message.title,
        content_text: message.text === '' ? message.title : message.text,
        date_published: iso(change.atMs),
        ...(message.imageUrl === null ? {} : { image: message.imageUrl }),
        tags: categoriesOf(change),
      }
    }),
  })
}

function categoriesOf({ type, alert, watchTags = [] }: StoredChange): string[] {
  return [...new Set([type, ...(alert ? ['alert'] : []), ...watchTags])]
}

function updatedMs({ createdAtMs }: FeedHead, changes: readonly StoredChange[]): number {
  return changes.reduce((latest, { atMs }) => Math.max(latest, atMs), createdAtMs)
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The id of a change in feed documents, whatever the address of the server. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`wares feed ${name}`).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Removes characters that XML forbids, and escapes the rest. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, sign => ENTITIES[sign] ?? '')
}
