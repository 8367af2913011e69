// Decodes HTML character references, in text or in an attribute value.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'

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

/** Decodes character references by the rules for text or for attribute values. */
export function decodeEntities(text: string, place: 'text' | 'attribute'): string {
  let at = text.indexOf('&')
  if (at < 0) return text
  let decoded = ''
  let from = 0
  for (; at >= 0; at = text.indexOf('&', from)) {
    // By far the most frequent one, in URLs.
    if (isAmp(text, at + 1)) {
      decoded += text.slice(from, at + 1)
      from = at + 5
      continue
    }
    const end = text.indexOf(';', at)
    const letter = end < 0 || end - at > 6 ? undefined : common.get(text.slice(at + 1, end))
    // Anything else goes to a full decoder.
    if (letter === undefined) return place === 'text' ? decodeHTML(text) : decodeHTMLAttribute(text)
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
