// Finds <script> elements in the bytes of a page as an HTML tokenizer would, without a DOM and without decoding the page.
import { type Foreign, trackForeign } from './foreign.ts'
import {
  after,
  closesItself,
  commentEnd,
  nameIs,
  rawTextEnd,
  readAttributes,
  readName,
  scriptEnd,
  tagEnd,
} from './markup.ts'

export interface ScriptElement {
  /** Attribute values by lower-case name, entities decoded; the first of two equal names counts. */
  readonly attributes: ReadonlyMap<string, string>
  /** Where the body starts and ends, in bytes. */
  readonly start: number
  readonly end: number
}

export interface WantedScript {
  readonly id?: string
  /** MIME type, compared without case and parameters. */
  readonly type?: string
  /** A class the element must have. */
  readonly class?: string
  /** Other attributes: an exact value, a pattern, or true for "present". */
  readonly attributes?: Readonly<Record<string, string | RegExp | true>>
  /** Text the body must contain. */
  readonly contains?: string
}

/** Called for each script outside comments, attributes, raw text and inert templates; returns true to stop. */
type Visit = (tagStart: number, start: number, end: number) => boolean

/** The elements that change how what follows is read, by the first letter of their name. */
const special = new Map<number, readonly string[]>()
for (const name of 'iframe math noembed noframes plaintext script style svg template textarea title xmp'.split(
  ' ',
)) {
  const letter = name.charCodeAt(0)
  special.set(letter, [...(special.get(letter) ?? []), name])
}
const isSpecialLetter = new Uint8Array(128)
for (const letter of special.keys()) isSpecialLetter[letter] = 1

interface Scan {
  readonly bytes: Uint8Array
  readonly visit: Visit
  readonly foreign: Foreign
  /** Open <template> elements; true for an inert one. */
  readonly templates: boolean[]
}

function visitScripts(bytes: Uint8Array, visit: Visit): void {
  const scan: Scan = { bytes, visit, foreign: trackForeign(), templates: [] }
  const length = bytes.length
  let at = 0
  while (at < length) {
    if (bytes[at] !== 0x3c) {
      at++
      continue
    }
    const next = at + 1 < length ? (bytes[at + 1] as number) : 0
    const letter = next | 0x20
    if (letter >= 0x61 && letter <= 0x7a) {
      at = isSpecialLetter[letter] === 1 || scan.foreign.any() ? openTag(scan, at + 1) : tagEnd(bytes, at + 1)
      if (at < 0) return
    } else if (next === 0x2f) at = closeTag(scan, at + 2)
    else if (next === 0x21) at = declarationEnd(scan, at + 2)
    else if (next === 0x3f) at = after(bytes, 0x3e, at + 2)
    else at++
  }
}

function declarationEnd(scan: Scan, at: number): number {
  const { bytes } = scan
  if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return commentEnd(bytes, at + 2)
  if (scan.foreign.inside() && indexOfText(bytes, '[CDATA[', at, Math.min(at + 7, bytes.length)) === at) {
    let close = bytes.indexOf(0x5d, at + 7)
    while (close >= 0 && !(bytes[close + 1] === 0x5d && bytes[close + 2] === 0x3e))
      close = bytes.indexOf(0x5d, close + 1)
    return close < 0 ? bytes.length : close + 3
  }
  return after(bytes, 0x3e, at)
}

function closeTag(scan: Scan, at: number): number {
  const { bytes, foreign, templates } = scan
  const letter = at < bytes.length ? (bytes[at] as number) | 0x20 : 0
  if (letter < 0x61 || letter > 0x7a) return after(bytes, 0x3e, at)
  const end = tagEnd(bytes, at)
  if (foreign.any()) foreign.close(readName(bytes, at))
  else if (templates.length > 0 && nameIs(bytes, at, 'template')) templates.pop()
  return end
}

/** Takes the start tag whose name is at `at`; answers where scanning goes on, or -1 to stop. */
function openTag(scan: Scan, at: number): number {
  const { bytes, templates, foreign } = scan
  const end = tagEnd(bytes, at)
  const name = foreign.any() ? readName(bytes, at) : specialName(bytes, at)
  if (name === '' || end > bytes.length) return end
  if (foreign.any() || name === 'svg' || name === 'math') {
    if (foreign.open(name, closesItself(bytes, at, end)))
      return name === 'script' ? foreignScript(scan, at, end) : end
  }
  switch (name) {
    case 'script': {
      const bodyEnd = scriptEnd(bytes, end)
      return !templates.includes(true) && scan.visit(at, end, bodyEnd) ? -1 : bodyEnd
    }
    case 'plaintext':
      return bytes.length
    case 'template':
      templates.push(!readAttributes(bytes, at).has('shadowrootmode'))
      return end
    case 'style':
    case 'textarea':
    case 'title':
    case 'xmp':
    case 'iframe':
    case 'noembed':
    case 'noframes':
      return rawTextEnd(bytes, end, name)
    default:
      return end
  }
}

function specialName(bytes: Uint8Array, at: number): string {
  const names = special.get((bytes[at] as number) | 0x20) ?? []
  for (const name of names) if (nameIs(bytes, at, name)) return name
  return ''
}

/** In SVG a script holds markup, so its end is found but scanning goes on inside it. */
function foreignScript(scan: Scan, at: number, end: number): number {
  if (closesItself(scan.bytes, at, end) || scan.templates.includes(true)) return end
  return scan.visit(at, end, rawTextEnd(scan.bytes, end, 'script')) ? -1 : end
}

function matches(bytes: Uint8Array, script: ScriptElement, wanted: WantedScript): boolean {
  const { attributes } = script
  if (wanted.id !== undefined && attributes.get('id') !== wanted.id) return false
  if (wanted.type !== undefined && mimeType(attributes.get('type')) !== wanted.type.toLowerCase())
    return false
  if (wanted.class !== undefined && !(attributes.get('class') ?? '').split(/\s+/).includes(wanted.class))
    return false
  for (const [name, value] of Object.entries(wanted.attributes ?? {})) {
    const actual = attributes.get(name.toLowerCase())
    if (actual === undefined) return false
    if (typeof value === 'string' && actual !== value) return false
    if (value instanceof RegExp && !value.test(actual)) return false
  }
  return wanted.contains === undefined || indexOfText(bytes, wanted.contains, script.start, script.end) >= 0
}

/** A MIME type without its parameters, in lower case. */
function mimeType(value: string | undefined): string | undefined {
  return value?.split(';', 1)[0]?.trim().toLowerCase()
}

/** First place of `text` in the bytes between `start` and `end`, or -1. */
export function indexOfText(bytes: Uint8Array, text: string, start: number, end: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, end).indexOf(text, start)
}

/** The UTF-8 bytes of a page given as text; bytes as they are. */
export function toBytes(html: string | Uint8Array): Uint8Array {
  return typeof html === 'string' ? Buffer.from(html, 'utf8') : html
}

/** Goes through the wanted scripts in document order until `take` returns true. */
export function eachScript(
  bytes: Uint8Array,
  wanted: WantedScript,
  take: (script: ScriptElement) => boolean,
): void {
  visitScripts(bytes, (tagStart, start, end) => {
    const script = { attributes: readAttributes(bytes, tagStart), start, end }
    return matches(bytes, script, wanted) && take(script)
  })
}

/** All scripts of the page, or those that are wanted, in document order. */
export function findScripts(html: string | Uint8Array, wanted: WantedScript = {}): ScriptElement[] {
  const found: ScriptElement[] = []
  eachScript(toBytes(html), wanted, script => {
    found.push(script)
    return false
  })
  return found
}

/** The first wanted script; scanning stops there. */
export function findScript(html: string | Uint8Array, wanted: WantedScript): ScriptElement | undefined {
  let found: ScriptElement | undefined
  eachScript(toBytes(html), wanted, script => {
    found = script
    return true
  })
  return found
}
