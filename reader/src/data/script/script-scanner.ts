// Finds <script> elements in the bytes of a page as an HTML tokenizer would, without a DOM and without decoding the page.
import { afterByte, type Bytes, indexOfText, nextByte, toBytes } from '../../html/bytes.ts'
import { type ForeignContent, trackForeignContent } from '../../html/foreign-content.ts'
import {
  closesItself,
  declarationEnd,
  isLetter,
  nameIs,
  rawTextEnd,
  readAttributes,
  readName,
  scriptEnd,
  tagEnd,
} from '../../html/html-lexer.ts'

export interface ScriptElement {
  /** Attribute values by lower-case name, entities decoded; the first of duplicates is used. */
  readonly attributes: ReadonlyMap<string, string>
  /** The start and end of the body, in bytes. */
  readonly start: number
  readonly end: number
}

export interface ScriptQuery {
  readonly id?: string
  /** MIME type, compared without case and parameters. */
  readonly type?: string
  /** A class that the element must have. */
  readonly class?: string
  /** Other attributes: an exact value, a pattern, or true for "present". */
  readonly attributes?: Readonly<Record<string, string | RegExp | true>>
  /** Text that the body must contain. */
  readonly contains?: string
}

/** Called for each script outside comments, attributes, raw text and inert templates; returns true to stop. */
type Visit = (tagStart: number, start: number, end: number) => boolean

/** Elements that change how the following markup is read. */
const special = 'iframe math noembed noframes plaintext script style svg template textarea title xmp'.split(
  ' ',
)
/** By the first two letters of a name: 1 when a special element may start with them. */
const maybeSpecial = new Uint8Array(1024)
for (const name of special) maybeSpecial[pair(name.charCodeAt(0), name.charCodeAt(1))] = 1

/** A case-insensitive hash of two letters; other bytes may collide. */
function pair(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31)
}

interface ScanState {
  readonly bytes: Bytes
  readonly visit: Visit
  readonly foreign: ForeignContent
  /** Open <template> elements, and whether each has live content; nothing below an inert one does. */
  readonly templates: boolean[]
  /** Whether no open element changes the meaning of tags. */
  plain: boolean
}

function visitScripts(bytes: Bytes, visit: Visit): void {
  const scan: ScanState = { bytes, visit, foreign: trackForeignContent(), templates: [], plain: true }
  const { data, length } = bytes
  for (let at = nextByte(bytes, 0x3c, 0); at < length; at = nextByte(bytes, 0x3c, at)) {
    const next = at + 1 < length ? (data[at + 1] as number) : 0
    const third = at + 2 < length ? (data[at + 2] as number) : 0
    if (isLetter(next)) {
      if (scan.plain && maybeSpecial[pair(next, third)] === 0) at = tagEnd(bytes, at + 1)
      else {
        at = openTag(scan, at + 1)
        if (at < 0) return
      }
    } else if (next === 0x2f) {
      if (!isLetter(third)) at = afterByte(bytes, 0x3e, at + 2)
      else at = scan.plain ? tagEnd(bytes, at + 2) : closeTag(scan, at + 2)
    } else if (next === 0x21 || next === 0x3f) at = declarationEnd(bytes, at + 1, scan.foreign.inside())
    else at++
  }
}

function closeTag(scan: ScanState, at: number): number {
  const { bytes, foreign, templates } = scan
  if (foreign.any()) foreign.close(readName(bytes, at))
  else if (nameIs(bytes, at, 'template')) templates.pop()
  scan.plain = templates.length === 0 && !foreign.any()
  return tagEnd(bytes, at)
}

/** Handles the start tag whose name is at `at`; returns where scanning continues, or -1 to stop. */
function openTag(scan: ScanState, at: number): number {
  const { bytes, templates, foreign } = scan
  const end = tagEnd(bytes, at)
  const name = foreign.any() ? readName(bytes, at) : (special.find(name => nameIs(bytes, at, name)) ?? '')
  if (name === '' || end > bytes.length) return end
  if (foreign.any() || name === 'svg' || name === 'math') {
    // A script in SVG contains markup, not data.
    const isForeign = foreign.open(name, closesItself(bytes, at, end))
    scan.plain = templates.length === 0 && !foreign.any()
    if (isForeign) return end
  }
  switch (name) {
    case 'script': {
      const bodyEnd = scriptEnd(bytes, end)
      return (templates.at(-1) ?? true) && scan.visit(at, end, bodyEnd) ? -1 : bodyEnd
    }
    case 'plaintext':
      return bytes.length
    case 'template':
      templates.push((templates.at(-1) ?? true) && readAttributes(bytes, at).has('shadowrootmode'))
      scan.plain = false
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

export function matchesScript(bytes: Bytes, script: ScriptElement, wanted: ScriptQuery): boolean {
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
export function mimeType(value: string | undefined): string | undefined {
  return value?.split(';', 1)[0]?.trim().toLowerCase()
}

/** Visits the matching scripts in document order until `take` returns true. */
export function eachScript(
  bytes: Bytes,
  wanted: ScriptQuery,
  take: (script: ScriptElement) => boolean,
): void {
  visitScripts(bytes, (tagStart, start, end) => {
    const script = { attributes: readAttributes(bytes, tagStart), start, end }
    return matchesScript(bytes, script, wanted) && take(script)
  })
}

/** All matching scripts in document order; all scripts by default. */
export function findScripts(html: string | Uint8Array, wanted: ScriptQuery = {}): ScriptElement[] {
  const scripts: ScriptElement[] = []
  eachScript(toBytes(html), wanted, script => {
    scripts.push(script)
    return false
  })
  return scripts
}
