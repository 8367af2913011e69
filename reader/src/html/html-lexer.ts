// The lexical rules of HTML over bytes: where tags, comments, raw text and scripts end, and how attributes are read.
import { afterByte, type Bytes, decodeUtf8, nextByte } from './bytes.ts'
import { decodeEntities } from './entities.ts'

const GT = 0x3e
const LT = 0x3c
const DASH = 0x2d
const SLASH = 0x2f

/** 1: white space, 2: slash, 4: `>`, 8: `=`. */
const byteClasses = new Uint8Array(256)
for (const space of [0x09, 0x0a, 0x0c, 0x0d, 0x20]) byteClasses[space] = 1
byteClasses[SLASH] = 2
byteClasses[GT] = 4
byteClasses[0x3d] = 8

/** Whether the tag name at `at` is `name` (given in lower case), in any case. */
export function nameIs(bytes: Bytes, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if (((bytes.data[at + i] ?? 0) | 0x20) !== name.charCodeAt(i)) return false
  }
  const next = bytes.data[at + name.length]
  return next === undefined || ((byteClasses[next] as number) & 7) > 0
}

/** Where the tag name at `at` ends. */
export function nameEnd(bytes: Bytes, at: number): number {
  const { data, length } = bytes
  while (at < length && ((byteClasses[data[at] as number] as number) & 7) === 0) at++
  return at
}

/** The tag name at `at`, in lower case. */
export function readName(bytes: Bytes, at: number): string {
  return decodeUtf8(bytes, at, nameEnd(bytes, at)).toLowerCase()
}

export function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
}

/** Position after the `<!…>` or `<?…>` whose second byte is at `at`: a comment, a declaration, CDATA in SVG. */
export function declarationEnd(bytes: Bytes, at: number, inForeign: boolean): number {
  const { data } = bytes
  if (data[at] === 0x21 && data[at + 1] === DASH && data[at + 2] === DASH) return commentEnd(bytes, at + 3)
  if (inForeign && data.toString('latin1', at, at + 8) === '![CDATA[') {
    const close = data.indexOf(']]>', at + 8)
    return close < 0 ? bytes.length : close + 3
  }
  return afterByte(bytes, GT, at + 1)
}

/** Attribute positions, four per attribute: name start and end, value start and end. */
export interface AttributePositions {
  list: Int32Array
  used: number
}

export function createAttributePositions(room: number): AttributePositions {
  return { list: new Int32Array(room), used: 0 }
}

function addAttributePosition(
  positions: AttributePositions,
  nameStart: number,
  nameEnd: number,
  valueStart: number,
  valueEnd: number,
): void {
  if (positions.used + 4 > positions.list.length) {
    const larger = new Int32Array(positions.list.length * 2 + 4)
    larger.set(positions.list)
    positions.list = larger
  }
  const { list, used } = positions
  list[used] = nameStart
  list[used + 1] = nameEnd
  list[used + 2] = valueStart
  list[used + 3] = valueEnd
  positions.used = used + 4
}

/**
 * The position after the `>` of the tag whose name is at `at`; past the end of the page if the tag never ends. Its
 * attributes are added to `attributes`.
 */
export function tagEnd(bytes: Bytes, at: number, attributes?: AttributePositions): number {
  const { data, length } = bytes
  at = nameEnd(bytes, at)
  while (at < length) {
    const kind = byteClasses[data[at] as number] as number
    if (kind === 4) return at + 1
    if (kind === 1 || kind === 2) {
      at++
      continue
    }
    const nameStart = at++
    while (at < length && byteClasses[data[at] as number] === 0) at++
    const afterName = at
    while (at < length && byteClasses[data[at] as number] === 1) at++
    if (at >= length || data[at] !== 0x3d) {
      if (attributes) addAttributePosition(attributes, nameStart, afterName, afterName, afterName)
      continue
    }
    at++
    while (at < length && byteClasses[data[at] as number] === 1) at++
    const start = at
    const quote = at < length ? (data[at] as number) : GT
    if (quote === 0x22 || quote === 0x27) {
      at = nextByte(bytes, quote, at + 1)
      if (attributes) addAttributePosition(attributes, nameStart, afterName, start + 1, at)
      at++
    } else {
      while (at < length && ((byteClasses[data[at] as number] as number) & 5) === 0) at++
      if (attributes) addAttributePosition(attributes, nameStart, afterName, start, at)
    }
  }
  return length + 1
}

/** Whether the start tag from `at` to `end` is self-closing; a slash that ends an unquoted value does not count. */
export function closesItself(bytes: Bytes, at: number, end: number): boolean {
  return bytes.data[end - 2] === SLASH && endsWithSlash(attributePositionsAt(bytes, at), 0, end)
}

/** The same for a tag that ends with a slash, from its attributes, which begin at `first`. */
export function endsWithSlash({ list, used }: AttributePositions, first: number, end: number): boolean {
  return used === first || list[used - 1] !== end - 1
}

/** The attributes of one tag. Room for four: a typed array of this size stays on the V8 heap. */
function attributePositionsAt(bytes: Bytes, at: number): AttributePositions {
  const positions = createAttributePositions(16)
  tagEnd(bytes, at, positions)
  return positions
}

/** The attributes of the start tag whose name is at `at`. */
export function readAttributes(bytes: Bytes, at: number): Map<string, string> {
  const { list, used } = attributePositionsAt(bytes, at)
  const attributes = new Map<string, string>()
  for (let i = 0; i < used; i += 4) {
    const name = decodeUtf8(bytes, list[i] as number, list[i + 1] as number).toLowerCase()
    const value = decodeUtf8(bytes, list[i + 2] as number, list[i + 3] as number)
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value, 'attribute'))
  }
  return attributes
}

/** The position after the comment whose text starts at `at`. */
function commentEnd(bytes: Bytes, at: number): number {
  if (bytes.data[at] === GT) return at + 1
  if (bytes.data[at] === DASH && bytes.data[at + 1] === GT) return at + 2
  for (let close = bytes.data.indexOf(GT, at); close >= 0; close = bytes.data.indexOf(GT, close + 1)) {
    const dashes = bytes.data[close - 1] === 0x21 ? close - 1 : close
    if (dashes - 2 >= at && bytes.data[dashes - 1] === DASH && bytes.data[dashes - 2] === DASH)
      return close + 1
  }
  return bytes.length
}

/** The position of the `</name` that ends a raw-text element, or the end of the page. */
export function rawTextEnd(bytes: Bytes, at: number, name: string): number {
  for (let open = bytes.data.indexOf(LT, at); open >= 0; open = bytes.data.indexOf(LT, open + 1)) {
    if (
      bytes.data[open + 1] === SLASH &&
      open + 2 + name.length < bytes.length &&
      nameIs(bytes, open + 2, name)
    )
      return open
  }
  return bytes.length
}

/** The end of a script's body; after `<!-- <script>` the first `</script>` does not end it. */
export function scriptEnd(bytes: Bytes, at: number): number {
  for (let open = bytes.data.indexOf(LT, at); open >= 0; open = bytes.data.indexOf(LT, open + 1)) {
    if (bytes.data[open + 1] === SLASH) {
      if (closesScript(bytes, open + 2)) return open
    } else if (
      bytes.data[open + 1] === 0x21 &&
      bytes.data[open + 2] === DASH &&
      bytes.data[open + 3] === DASH
    ) {
      const end = escapedEnd(bytes, open + 2)
      if (end.closed) return end.at
      open = end.at - 1
    }
  }
  return bytes.length
}

function closesScript(bytes: Bytes, at: number): boolean {
  return at + 6 < bytes.length && nameIs(bytes, at, 'script')
}

/** Scans from `<!--` inside a script to `-->` or to the `</script` that ends the script. */
function escapedEnd(bytes: Bytes, at: number): { at: number; closed: boolean } {
  let double = false
  const length = bytes.length
  for (; at < length; at++) {
    const byte = bytes.data[at]
    if (byte === DASH) {
      if (bytes.data[at + 1] === DASH && bytes.data[at + 2] === GT) return { at: at + 3, closed: false }
    } else if (byte === LT) {
      const close = bytes.data[at + 1] === SLASH
      if (close && closesScript(bytes, at + 2)) {
        if (!double) return { at, closed: true }
        double = false
      } else if (!close && !double && closesScript(bytes, at + 1)) double = true
    }
  }
  return { at: length, closed: true }
}
