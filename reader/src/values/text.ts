// Cleans text: decodes entities, collapses white space, turns HTML into readable lines.
import { decodeEntities as decodeOnce } from '../html/entities.ts'
import { stripMarkup } from './strip-markup.ts'

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g
// Only visible characters and single spaces, which most texts are.
const COLLAPSED = /^(?:[!-~\u00a1-\u00ac\u00ae-\u167f\u3001-\ufefe]| (?! ))*$/
/** The pattern needs memory for every character; V8 gives up on texts of some megabytes. */
const LONG_TEXT = 100_000
const REFERENCE = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});/i

/** A tag in decoded text: the shop stored HTML where text belongs, or escaped it twice. */
const ESCAPED_TAG =
  /<\/?(?:p|br|ul|ol|li|div|span|strong|b|em|i|u|a|su[bp]|small|mark|font|h[1-6])(?:\s[^<>]*)?\/?>/i

/** One clean line from text with entities, tags, odd spaces and invisible characters; undefined when empty. */
export function cleanText(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined
  const decoded = decodeEntities(value)
  const clean = collapseWhitespace(ESCAPED_TAG.test(decoded) ? toLines(decoded) : decoded)
  return clean === '' ? undefined : clean
}

/** Decodes entities, and a second time if they are double-encoded ("&amp;eacute;"): shops re-encode stored HTML. */
function decodeEntities(value: string): string {
  if (!value.includes('&')) return value
  const once = decodeOnce(value, 'text')
  return REFERENCE.test(once) ? decodeOnce(once, 'text') : once
}

/** Collapses all white space, including no-break spaces, to single spaces and trims. */
export function collapseWhitespace(value: string): string {
  if (value.length < LONG_TEXT && COLLAPSED.test(value)) return value.trim()
  return value.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** HTML to plain text: blocks become lines, list items get a dash, scripts and styles are removed. Escaped HTML is read as HTML. */
export function htmlToText(html: string): string
export function htmlToText(html: string | undefined): string | undefined
export function htmlToText(html: string | undefined): string | undefined {
  if (html === undefined) return undefined
  const once = toLines(html)
  return ESCAPED_TAG.test(once) ? toLines(once) : once
}

function toLines(html: string): string {
  return decodeEntities(stripMarkup(html))
    .split('\n')
    .map(collapseWhitespace)
    .filter(line => line !== '' && line !== '-')
    .join('\n')
}
