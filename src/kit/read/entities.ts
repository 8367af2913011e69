// Decodes HTML character references, in text or in an attribute value.
import { Parser } from 'htmlparser2'

/** The references that make up nearly all of those on real pages. */
const common: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  '#39': "'",
  '#34': '"',
  '#x27': "'",
  '#x2F': '/',
}
const reference = /&([A-Za-z]{2,4}|#[0-9]{2}|#x2[7F]);/g

/** The text with its character references decoded by the rules of the place it stands in. */
export function decodeEntities(text: string, place: 'text' | 'attribute'): string {
  if (!text.includes('&')) return text
  let known = 0
  const decoded = text.replace(reference, (whole, name: string) => {
    const found = common[name]
    if (found !== undefined) known++
    return found ?? whole
  })
  if (known === countAmpersands(text)) return decoded
  return place === 'text' ? decodeText(text) : decodeAttribute(text)
}

function countAmpersands(text: string): number {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++
  return count
}

function decodeText(text: string): string {
  let decoded = ''
  const parser = new Parser({
    ontext: data => {
      decoded += data
    },
  })
  // A title holds text and references only, so a `<` in the text stays one.
  parser.end(`<title>${text}`)
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
