// Cleans text: entities decoded, white space squeezed, HTML turned into readable lines.
import { decodeEntities as decodeOnce } from '../read/entities.ts'

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g
const BLOCK_END =
  /<\/?(?:p|div|section|article|header|footer|ul|ol|table|tr|h[1-6]|dl|dt|dd|blockquote|pre|figure|form|fieldset)\b[^>]*>|<br\b[^>]*>/gi
const REFERENCE = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});/i
const UNREAD = /<(script|style|noscript|template|svg|head)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi

/** One clean line out of a text with entities, odd spaces and invisible characters; undefined when empty. */
export function text(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined
  const clean = squeeze(decodeEntities(value))
  return clean === '' ? undefined : clean
}

/** Entities decoded; twice-encoded ones ("&amp;eacute;") once more, as shops encode stored HTML again. */
function decodeEntities(value: string): string {
  if (!value.includes('&')) return value
  const once = decodeOnce(value, 'text')
  return REFERENCE.test(once) ? decodeOnce(once, 'text') : once
}

/** All white space, no-break spaces too, squeezed to single spaces and trimmed. */
export function squeeze(value: string): string {
  return value.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** HTML to plain text: blocks become lines, list items get a dash, scripts and styles go. */
export function htmlToText(html: string): string {
  const marked = html
    .replace(UNREAD, ' ')
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(BLOCK_END, '\n')
    .replace(/<[a-z/!?][^>]*>/gi, '')
  return decodeEntities(marked)
    .split('\n')
    .map(squeeze)
    .filter(line => line !== '' && line !== '-')
    .join('\n')
}
