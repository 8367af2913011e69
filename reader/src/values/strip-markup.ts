// Strips the markup from HTML in one pass: blocks become lines, list items get a dash, and malformed markup loses no words.

const LINE_TAGS = new Set(
  (
    'p div section article header footer ul ol table tr h1 h2 h3 h4 h5 h6 dl dt dd blockquote pre figure form ' +
    'fieldset br'
  ).split(' '),
)
/** The end tags of skipped elements, by name. */
const ELEMENT_ENDS = new Map(
  'script style noscript template svg head'
    .split(' ')
    .map(name => [name, new RegExp(`</${name}(?=[\\s/>])`, 'gi')]),
)

const HIDDEN = /<(script|style|noscript|template)(?=[\s/>])/gi

/** HTML without its scripts, styles and templates; other markup and unclosed elements are left unchanged. */
export function withoutHiddenElements(html: string): string {
  const scan: Scan = { html, missing: new Set() }
  const parts: string[] = []
  let from = 0
  for (const { index, 0: start, 1: name = '' } of html.matchAll(HIDDEN)) {
    const end = index < from ? undefined : elementEnd(scan, name.toLowerCase(), index + start.length)
    if (end === undefined) continue
    parts.push(html.slice(from, index))
    from = end
  }
  return [...parts, html.slice(from)].join(' ')
}

interface Scan {
  readonly html: string
  /** Marks that were not found: a later search cannot succeed either, so none is repeated. */
  readonly missing: Set<string>
}

/**
 * The text of HTML with white space collapsed and character references unchanged: `\n` where a block begins or ends,
 * `\n- ` where a list item begins. Scripts, styles, comments and drawings are removed; the text of CDATA sections stays.
 */
export function stripMarkup(html: string): string {
  return html.includes('<![CDATA[')
    ? stripTags(html.replaceAll('<![CDATA[', '').replaceAll(']]>', ''))
    : stripTags(html)
}

function stripTags(html: string): string {
  const scan: Scan = { html, missing: new Set() }
  const parts: string[] = []
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(from, at + 1))) {
    const markup = markupAt(scan, at)
    if (markup === undefined) continue
    parts.push(html.slice(from, at).replace(/\s+/g, ' '), markup.becomes)
    from = markup.end
  }
  parts.push(html.slice(from).replace(/\s+/g, ' '))
  return parts.join('')
}

interface Markup {
  readonly end: number
  /** The text that replaces it. */
  readonly becomes: string
}

/** The markup that starts with the `<` at `at`; undefined if that is just a character. */
function markupAt(scan: Scan, at: number): Markup | undefined {
  const { html } = scan
  const next = html[at + 1] ?? ''
  if (next === '!' || next === '?') return declarationAt(scan, at)
  const isEnd = next === '/'
  const name = readName(html, isEnd ? at + 2 : at + 1)
  if (name === '') return isEnd ? { end: plainEnd(html, at + 2), becomes: '' } : undefined
  const end = tagEnd(scan, at + (isEnd ? 2 : 1) + name.length)
  const tag = name.toLowerCase()
  if (!isEnd && ELEMENT_ENDS.has(tag)) return { end: elementEnd(scan, tag, end) ?? end, becomes: ' ' }
  if (tag === 'li') return { end, becomes: isEnd ? '' : '\n- ' }
  return { end, becomes: LINE_TAGS.has(tag) ? '\n' : '' }
}

/** A comment or another declaration. */
function declarationAt(scan: Scan, at: number): Markup {
  const { html } = scan
  if (html.startsWith('<!--', at)) {
    const close = html.startsWith('>', at + 4) ? at + 4 : indexOfMark(scan, '-->', at + 4)
    if (close < 0) return { end: at + 4, becomes: ' ' }
    return { end: close + (close === at + 4 && html[close] === '>' ? 1 : 3), becomes: ' ' }
  }
  return { end: plainEnd(html, at + 2), becomes: '' }
}

/** The position after the next `>`; if another `<` comes first, the markup ends at `at` and the rest is text. */
function plainEnd(html: string, at: number): number {
  STOP.lastIndex = at
  const stop = STOP.exec(html)
  return stop?.[0] === '>' ? stop.index + 1 : at
}

const STOP = /[<>]/g
const NAME = /[a-z][^\s/><]*/iy

function readName(html: string, at: number): string {
  NAME.lastIndex = at
  return NAME.exec(html)?.[0] ?? ''
}

/** After white space or a slash: an attribute with the start of its value, a bare one, or the end of the tag. */
const ATTRIBUTE = /[\s/]*(?:([^\s/><="'][^\s/><=]*)(\s*=\s*)?|(["'=]))?/y

/**
 * The position after the `>` of a tag whose name ends at `at`. A tag that never ends, because another tag or the end of
 * the text comes first, ends after its last attribute with a value: the words after it are text.
 */
function tagEnd(scan: Scan, at: number): number {
  const { html } = scan
  let end = at
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const [, name, equals, stray] = ATTRIBUTE.exec(html) ?? []
    at = ATTRIBUTE.lastIndex
    if (html[at] === '>' && equals === undefined) return at + 1
    if (equals !== undefined) {
      at = valueEnd(scan, at)
      end = at
    } else if (name === undefined && stray === undefined) return end
  }
}

const UNQUOTED = /[^\s><]*/y

/** The end of the attribute value at `at`; a quote counts only if the matching one ends an attribute. */
function valueEnd(scan: Scan, at: number): number {
  const { html } = scan
  const quote = html[at] ?? ''
  if (quote === '"' || quote === "'") {
    const close = indexOfMark(scan, quote, at + 1)
    if (close >= 0 && /[\s/>]/.test(html[close + 1] ?? '>')) return close + 1
  }
  UNQUOTED.lastIndex = at
  UNQUOTED.test(html)
  return UNQUOTED.lastIndex
}

/** The position after the end tag of an element whose content starts at `from`; undefined if it is never closed. */
function elementEnd({ html, missing }: Scan, tag: string, from: number): number | undefined {
  const close = ELEMENT_ENDS.get(tag)
  if (close === undefined || missing.has(tag)) return undefined
  close.lastIndex = from
  if (close.test(html)) return plainEnd(html, close.lastIndex)
  missing.add(tag)
  return undefined
}

function indexOfMark(scan: Scan, mark: string, from: number): number {
  if (scan.missing.has(mark)) return -1
  const index = scan.html.indexOf(mark, from)
  if (index < 0) scan.missing.add(mark)
  return index
}
