// Decodes HTML character references, in text or in an attribute value.
import { Parser } from 'htmlparser2'

/** The references that make up nearly all of those on real pages. */
const common = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['#39', "'"],
  ['#34', '"'],
  ['#x27', "'"],
  ['#x2F', '/'],
])

/** The text with its character references decoded by the rules of the place it stands in. */
export function decodeEntities(text: string, place: 'text' | 'attribute'): string {
  let at = text.indexOf('&')
  if (at < 0) return text
  let decoded = ''
  let from = 0
  for (; at >= 0; at = text.indexOf('&', from)) {
    // Addresses are full of this one.
    if (isAmp(text, at + 1)) {
      decoded += text.slice(from, at + 1)
      from = at + 5
      continue
    }
    const end = text.indexOf(';', at)
    const letter = end < 0 || end - at > 6 ? undefined : common.get(text.slice(at + 1, end))
    // Anything else is left to a parser that knows all the names and rules.
    if (letter === undefined) return place === 'text' ? decodeText(text) : decodeAttribute(text)
    decoded += text.slice(from, at) + letter
    from = end + 1
  }
  return decoded + text.slice(from)
}

function isAmp(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x61 &&
    text.charCodeAt(at + 1) === 0x6d &&
    text.charCodeAt(at + 2) === 0x70 &&
    text.charCodeAt(at + 3) === 0x3b
  )
}

function decodeText(text: string): string {
  // Without `<` there is no markup for the parser to see; no reference goes across one.
  return text.split('<').map(decodePlain).join('<')
}

function decodePlain(piece: string): string {
  let decoded = ''
  const parser = new Parser({
    ontext: data => {
      decoded += data
    },
  })
  parser.end(piece)
  return decoded
}

function decodeAttribute(text: string): string {
  // The parser ends the value at its quote, so a value with quotes is read in pieces without any.
  return text.split('"').map(decodeQuoted).join('"')
}

function decodeQuoted(piece: string): string {
  let decoded = ''
  const parser = new Parser({
    onattribute: (_name, value) => {
      decoded = value
    },
  })
  parser.end(`<a a="${piece}">`)
  return decoded
}
