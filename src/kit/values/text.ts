// Cleans text: entities decoded, white space squeezed, HTML turned into readable lines.
import { decodeEntities as decodeOnce } from '../read/entities.ts'
import { stripMarkup } from './strip-markup.ts'

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g
// Nothing but visible characters and single spaces, as most texts are.
const COLLAPSED = /^(?:[!-~\u00a1-\u00ac\u00ae-\u167f\u3001-\ufefe]| (?! ))*$/
const REFERENCE = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});/i

/** One clean line out of a text with entities, odd spaces and invisible characters; undefined when empty. */
export function cleanText(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined
  const clean = collapseWhitespace(decodeEntities(value))
  return clean === '' ? undefined : clean
}

/** Entities decoded; twice-encoded ones ("&amp;eacute;") once more, as shops encode stored HTML again. */
function decodeEntities(value: string): string {
  if (!value.includes('&')) return value
  const once = decodeOnce(value, 'text')
  return REFERENCE.test(once) ? decodeOnce(once, 'text') : once
}

/** All white space, no-break spaces too, squeezed to single spaces and trimmed. */
export function collapseWhitespace(value: string): string {
  if (COLLAPSED.test(value)) return value.trim()
  return value.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** A tag that is still there when markup was taken off and entities were decoded: the shop stored escaped HTML. */
const ESCAPED_TAG = /<\/?(?:p|br|ul|ol|li|div|span|strong|b|em|h[1-6])\b[^<>]*>/i

/** HTML to plain text: blocks become lines, list items get a dash, scripts and styles go. Escaped HTML is read as HTML. */
export function htmlToText(html: string): string {
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
