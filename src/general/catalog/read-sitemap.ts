// Reads a sitemap as a stream: XML or plain text, compressed or not, cut off or hostile. Memory and output are bounded.
import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'

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
/** A tag that does not end within this is no tag. */
const TAG_MAX = 64 * 1024

const FIELDS: Readonly<Record<string, keyof SitemapRow>> = {
  loc: 'url',
  lastmod: 'lastmod',
  'image:loc': 'image',
  'image:title': 'title',
  'product:title': 'title',
  'product:name': 'title',
  'product:image_link': 'image',
}

export async function readSitemap(body: Uint8Array): Promise<Sitemap> {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b
  const parser = createParser()
  let bytes = 0
  let broken: string | undefined
  const decoder = new TextDecoder()
  const source = Readable.from(chunksOf(body))
  const stream = isZipped ? source.pipe(createGunzip()) : source
  source.on('error', error => void (stream === source ? undefined : stream.destroy(error)))
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      parser.add(decoder.decode(chunk, { stream: true }))
      if (bytes > SITEMAP_BYTES) broken = 'the file is larger than 50 MB'
      if (parser.count() >= ENTRIES_MAX) broken = 'the file has more than 50,000 addresses'
      if (broken !== undefined) break
    }
  } catch {
    broken = 'the file is not compressed correctly, or cut off'
  }
  stream.destroy()
  const { sitemaps, rows, isComplete } = parser.end()
  return { sitemaps, rows, broken: broken ?? (isComplete ? undefined : 'the file is cut off, or no sitemap') }
}

const CHUNK_BYTES = 64 * 1024

function* chunksOf(body: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < body.length; from += CHUNK_BYTES) yield body.subarray(from, from + CHUNK_BYTES)
}

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
      row[field] ??= decoded(text.trim())
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

/** Takes the text in any pieces. */
function createParser() {
  const elements = createElements()
  const { rows, sitemaps } = elements
  let rest = ''
  let isXml: boolean | undefined

  const addXml = (): void => {
    let at = 0
    for (let open = rest.indexOf('<'); open >= 0; open = rest.indexOf('<', at)) {
      elements.addText(rest.slice(at, open))
      at = open
      const isCdata = rest.startsWith('<![CDATA[', open)
      const end = rest.startsWith('<!--', open) ? '-->' : isCdata ? ']]>' : '>'
      const close = rest.indexOf(end, open + 1)
      if (close < 0) {
        // The rest of it may be in the next piece.
        rest = rest.length - open > TAG_MAX ? '' : rest.slice(open)
        return
      }
      if (isCdata) elements.addText(rest.slice(open + '<![CDATA['.length, close))
      else if (end === '>' && !/[?!]/.test(rest[open + 1] ?? '')) elements.addTag(rest.slice(open, close + 1))
      at = close + end.length
    }
    elements.addText(rest.slice(at))
    rest = ''
  }

  const addLines = (isLast: boolean): void => {
    const lines = rest.split(/\r?\n/)
    rest = isLast ? '' : (lines.pop() ?? '').slice(0, TEXT_MAX)
    for (const line of lines) {
      const url = line.trim()
      if (/^https?:\/\//i.test(url) && url.length <= TEXT_MAX) rows.push({ url })
    }
  }

  return {
    add(piece: string): void {
      rest += piece
      if (isXml === undefined) {
        // White space may go on for megabytes.
        rest = rest.replace(/^\uFEFF/, '').trimStart()
        if (rest !== '') isXml = rest.startsWith('<')
      }
      if (isXml === true) addXml()
      else if (isXml === false) addLines(false)
    },
    count: () => rows.length + sitemaps.length,
    end() {
      if (isXml === false) addLines(true)
      return { rows, sitemaps, isComplete: isXml === false ? rows.length > 0 : elements.isComplete() }
    },
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five entities of XML and numbers; anything else stays as it is. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )
}
