// Sitemaps of the sandbox's shops in all forms that shops publish: one file, an index, compressed, text, with pictures, cut off.
import { gzipSync } from 'node:zlib'
import type { SandboxResponse } from '../define-shop.ts'
import { escapeHtml } from '../page-shell.ts'

export interface SitemapEntry {
  readonly url: string
  readonly lastmod?: string
  readonly image?: string
  readonly title?: string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const element = (name: string, value: string | undefined) =>
  value === undefined ? '' : `<${name}>${escapeHtml(value)}</${name}>`

export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const rows = entries.map(({ url, lastmod, image, title }) => {
    const picture =
      image === undefined
        ? ''
        : `<image:image>${element('image:loc', image)}${element('image:title', title)}</image:image>`
    return `<url>${element('loc', url)}${element('lastmod', lastmod)}${picture}</url>`
  })
  return `${HEAD}<urlset ${SCHEMA} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${rows.join('\n')}\n</urlset>\n`
}

export function indexXml(urls: readonly string[]): string {
  const rows = urls.map(url => `<sitemap>${element('loc', url)}</sitemap>`)
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${rows.join('\n')}\n</sitemapindex>\n`
}

export function xmlReply(body: string): SandboxResponse {
  return { status: 200, contentType: 'application/xml; charset=utf-8', body }
}

export function zippedReply(body: string): SandboxResponse {
  return { status: 200, contentType: 'application/gzip', body: gzipSync(body) }
}

export function textReply(body: string): SandboxResponse {
  return { status: 200, contentType: 'text/plain; charset=utf-8', body }
}
