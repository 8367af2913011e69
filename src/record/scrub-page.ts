// Scrubs secrets from recorded pages: values next to names such as `csrfToken`, tokens of a known form, the operator's keys.

export type Secrets = readonly (readonly [value: string, placeholder: string])[]

/** The secrets as JSON writes them. */
export function jsonSecrets(secrets: Secrets): Secrets {
  return secrets.map(([value, name]) => [JSON.stringify(value).slice(1, -1), name] as const)
}

const SECRET_SETTING = /key|token|secret|pass(?:word|phrase|wd)?$/i
/** A shorter value would occur in a page by chance. */
const SECRET_MIN_CHARS = 4

/** The values of all settings whose names mark them as secrets; a replay uses the placeholders instead. */
export function secretSettings(settings: readonly Readonly<Record<string, string>>[]): Secrets {
  const secrets = new Map<string, string>()
  for (const [name, value] of settings.flatMap(one => Object.entries(one))) {
    if (SECRET_SETTING.test(name) && value.length >= SECRET_MIN_CHARS) secrets.set(value, `scrubbed-${name}`)
  }
  // Longest first: one may be part of another.
  return [...secrets].toSorted(([a], [b]) => b.length - a.length)
}

export function scrubSettings(text: string, secrets: Secrets): string {
  let scrubbed = text
  for (const [value, placeholder] of secrets) {
    if (scrubbed.includes(value)) scrubbed = scrubbed.replaceAll(value, placeholder)
  }
  return scrubbed
}

/**
 * Where a secret may be. Hints are rare, so only a few places are examined. Hints that start a long word match only at its
 * beginning, so that no word is read more than once.
 */
const HINT =
  /token|secret|passw(?:or)?d|csrf|xsrf|session_?id|api[-_]?key|access[-_]?key|credential|signature|authorization|bearer |(?<![\w-])eyJ|(?<!\w)wares_/gi

/** After the hint: the rest of a name, then `: "…"`, `= "…"` or `=…` in a query, with quotes escaped or not. */
const QUOTED = /^[\w-]{0,24}\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']([^"'\\<>]{6,4096})/
const IN_QUERY = /^[\w-]{0,24}=([\w.~%+/-]{8,4096})/
const BEARER = /^ ?([\w.~+/=-]{12,4096})/
const JSON_WEB_TOKEN = /^([\w-]{10,4096}\.[\w-]{10,4096}\.[\w-]{10,4096})/
const OWN_KEY = /^([0-9A-Za-z]{38})/
/** `<meta name="csrf-token" content="…">`, `<input value="…" name="token">`. */
const TAG_VALUE = /\s(?:content|value)\s{0,2}=\s{0,2}["']([^"'<>]{6,4096})/i
const LONGEST_TAG = 1_000
const SCRUBBED = 'scrubbed'

interface Span {
  readonly start: number
  readonly end: number
}

/** Takes text with one character per byte (latin1), so that the charset does not matter. */
export function scrubPage(text: string, secrets: Secrets): string {
  const spans: Span[] = []
  for (const hint of text.matchAll(HINT)) {
    const span = secretAfter(text, hint.index, hint[0]) ?? secretInTag(text, hint.index)
    if (span) spans.push(span)
  }
  return scrubSettings(cutOut(text, spans), secrets)
}

function secretAfter(text: string, at: number, hint: string): Span | undefined {
  const from = at + hint.length
  const rest = text.slice(from, from + LONGEST_TAG + 4_096)
  const patterns =
    hint === 'eyJ'
      ? [JSON_WEB_TOKEN]
      : hint === 'wares_'
        ? [OWN_KEY]
        : /^bearer/i.test(hint)
          ? [BEARER]
          : [QUOTED, IN_QUERY]
  for (const pattern of patterns) {
    const match = pattern.exec(rest)
    if (match?.[1] === undefined) continue
    const end = from + match[0].length
    return { start: end - match[1].length, end }
  }
  return undefined
}

function secretInTag(text: string, at: number): Span | undefined {
  // Limited: a page full of hints and without tags must not be searched back to its beginning each time.
  const from = Math.max(0, at - LONGEST_TAG)
  const open = text.slice(from, at).lastIndexOf('<')
  if (open === -1) return undefined
  const start = from + open
  const tag = text.slice(start, start + LONGEST_TAG)
  const end = tag.indexOf('>')
  if (end === -1 || start + end < at || !/^<(?:meta|input)\b/i.test(tag)) return undefined
  const match = TAG_VALUE.exec(tag.slice(0, end))
  if (match?.[1] === undefined) return undefined
  const to = start + match.index + match[0].length
  return { start: to - match[1].length, end: to }
}

function cutOut(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    pieces.push(text.slice(at, start), SCRUBBED)
    at = end
  }
  return [...pieces, text.slice(at)].join('')
}
