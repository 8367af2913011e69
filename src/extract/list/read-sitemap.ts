// Reads a sitemap: XML or plain text, compressed or not, cut off or hostile. Its size and the number of its addresses are bounded.
import { constants, gunzipSync } from 'node:zlib'
import { decodeXML } from 'entities/decode'

interface SitemapRow {
  readonly url: string
  readonly lastmod?: string
  readonly image?: string
  readonly title?: string
}

export interface Sitemap {
  /** Further sitemaps, for an index. */
  readonly sitemaps: readonly string[]
  readonly rows: readonly SitemapRow[]
  /** Why the file was not read to its end; undefined if it was. */
  readonly broken: string | undefined
}

/** The protocol's limits for one file: 50 MB uncompressed and 50,000 addresses. */
const SITEMAP_BYTES = 50 * 1024 * 1024
const ENTRIES_MAX = 50_000
/** Longer than any address or title. */
const TEXT_MAX = 4_096

const FIELDS: Readonly<Record<string, keyof SitemapRow>> = {
  loc: 'url',
  lastmod: 'lastmod',
  'image:loc': 'image',
  'image:title': 'title',
  'product:title': 'title',
  'product:name': 'title',
  'product:image_link': 'image',
}

export function readSitemap(body: Uint8Array): Sitemap {
  try {
    const text = new TextDecoder().decode(unzipped(body)).trimStart()
    const elements = createElements()
    if (text.startsWith('<')) readXml(text, elements)
    else elements.rows.push(...addressesOf(text))
    const { rows, sitemaps } = elements
    const isComplete = text.startsWith('<') ? elements.isComplete() : rows.length > 0
    if (rows.length + sitemaps.length > ENTRIES_MAX)
      return { sitemaps, rows, broken: 'the file has more than 50,000 addresses' }
    return { sitemaps, rows, broken: isComplete ? undefined : 'the file is cut off, or no sitemap' }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const broken = isTooLarge ? 'the file is larger than 50 MB' : 'the file is not compressed correctly'
    return { sitemaps: [], rows: [], broken }
  }
}

/** What can be had of a file that is cut off. */
function unzipped(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body
  return gunzipSync(body, { maxOutputLength: SITEMAP_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
}

function addressesOf(text: string): SitemapRow[] {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  return lines
    .filter(url => /^https?:\/\//i.test(url) && url.length <= TEXT_MAX)
    .slice(0, ENTRIES_MAX + 1)
    .map(url => ({ url }))
}

type Elements = ReturnType<typeof createElements>

/** What the elements say. Only those of the protocol are read, and no entity is ever defined. */
function createElements() {
  const rows: SitemapRow[] = []
  const sitemaps: string[] = []
  let row: { -readonly [K in keyof SitemapRow]?: SitemapRow[K] } | undefined
  let field: keyof SitemapRow | undefined
  let text = ''
  let isComplete = false

  const close = (name: string): void => {
    if (field !== undefined && row && text !== '' && text.length <= TEXT_MAX)
      row[field] ??= decodeXML(text.trim())
    field = undefined
    if ((name === 'url' || name === 'sitemap') && row) {
      const { url, ...more } = row
      if (url !== undefined && name === 'sitemap') sitemaps.push(url)
      else if (url !== undefined) rows.push({ url, ...more })
      row = undefined
    }
    if (name === 'urlset' || name === 'sitemapindex') isComplete = true
  }

  return {
    rows,
    sitemaps,
    isComplete: () => isComplete,
    addText(piece: string): void {
      if (field !== undefined && text.length <= TEXT_MAX) text += piece
    },
    addTag(raw: string): void {
      const [, closing, written = ''] = /^<(\/?)([\w:.-]+)/.exec(raw) ?? []
      const name = written.toLowerCase()
      if (closing) return close(name)
      if (name === 'url' || name === 'sitemap') row = {}
      else if (row && Object.hasOwn(FIELDS, name)) field = FIELDS[name]
      else if ((name === 'urlset' || name === 'sitemapindex') && raw.endsWith('/>')) isComplete = true
      text = ''
    },
  }
}

/** Up to the first comment, section or tag without an end. */
function readXml(text: string, elements: Elements): void {
  let at = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    elements.addText(text.slice(at, open))
    const isCdata = text.startsWith('<![CDATA[', open)
    const end = text.startsWith('<!--', open) ? '-->' : isCdata ? ']]>' : '>'
    const close = text.indexOf(end, open + 1)
    if (close < 0 || elements.rows.length + elements.sitemaps.length > ENTRIES_MAX) return
    if (isCdata) elements.addText(text.slice(open + '<![CDATA['.length, close))
    else if (end === '>' && !/[?!]/.test(text[open + 1] ?? '')) elements.addTag(text.slice(open, close + 1))
    at = close + end.length
  }
}
