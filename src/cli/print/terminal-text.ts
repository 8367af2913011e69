// Text for a terminal: removes control characters, measures columns, and truncates with an ellipsis.

/** A pipe has no width; lines of this length are still readable. */
const WIDTH_IN_PIPE = 160

/** Escape sequences, line breaks and bidirectional controls: a shop's text must not control the terminal. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u
const INVISIBLE = /^[\p{M}\p{Cf}]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function terminalWidth(stream: { readonly columns?: number } = process.stdout): number {
  // A terminal of unknown size reports 0.
  return stream.columns || WIDTH_IN_PIPE
}

/** One line without control characters. */
export function plainLine(text: string): string {
  return text.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim()
}

export function textWidth(text: string): number {
  // oxlint-disable-next-line no-control-regex -- ASCII is one column each
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

function graphemeWidth(segment: string): number {
  if (WIDE.test(segment)) return 2
  return INVISIBLE.test(segment) ? 0 : 1
}

/** Cuts text to `width` columns; longer text ends with an ellipsis. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let fitted = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment)
    if (used > width - 1) break
    fitted += segment
  }
  return width < 1 ? '' : `${fitted.trimEnd()}…`
}

/** Cuts text to `width` columns; longer text begins with an ellipsis. */
export function fitTextEnd(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const segments = Array.from(graphemes.segment(text), ({ segment }) => segment)
  let used = 0
  const start = segments.findLastIndex(segment => (used += graphemeWidth(segment)) > width - 1) + 1
  return width < 1 ? '' : `…${segments.slice(start).join('').trimStart()}`
}

export function padText(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/** Wraps between words into lines of at most `width` columns; a longer word gets its own line. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of plainLine(text).split(' ')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** The beginning of a sentence; an id, such as `w_1`, stays as it is. */
export function capitalised(text: string): string {
  return /^\w*_/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
