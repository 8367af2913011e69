// Separates the name of a breadcrumb from the separators around it.
import { collapseWhitespace } from './text.ts'

export type CrumbName = { leftSeparator: string | null; name: string | null; rightSeparator: string | null }

const SIGNS = '>»›→❯▸►▶⟩⇒➔➜➤❱〉≫|¦/\\\\•·∙◦‣«‹←<'
const LEFT = new RegExp(`^(?:[${SIGNS}]+|[-–—:;,~*]+(?=\\s|$)|::?)(?:\\s*[${SIGNS}]+)*`, 'u')
const SIGN = new RegExp(`[${SIGNS}]`, 'u')
const DASHES = '-–—~'

export function crumbName(text: string | null | undefined): CrumbName {
  const whole = collapseWhitespace(text ?? '')
  const leftSeparator = LEFT.exec(whole)?.[0] ?? null
  const rest = whole.slice(leftSeparator?.length ?? 0).trim()
  const rightSeparator = closesQuote(rest) ? null : (trailingSeparator(rest) ?? null)
  const name = rest.slice(0, rest.length - (rightSeparator?.length ?? 0)).trim()
  return { leftSeparator, name: name === '' ? null : name, rightSeparator }
}

// «Name»: the last character closes a quotation that the name opened.
function closesQuote(rest: string): boolean {
  return ['«»', '‹›', '<>'].some(([open = '', close = '']) => {
    if (!rest.endsWith(close)) return false
    return rest.lastIndexOf(open) > rest.lastIndexOf(close, rest.length - 2)
  })
}

/** Separator characters with spaces between them, dashes after a space, or two colons. */
function trailingSeparator(rest: string): string | undefined {
  let start = rest.length
  for (let at = start - 1; at >= 0; at--) {
    const letter = rest[at] as string
    if (SIGN.test(letter)) start = at
    else if (letter !== ' ') break
  }
  if (start < rest.length) return rest.slice(start)
  while (start > 0 && DASHES.includes(rest[start - 1] as string)) start--
  if (start < rest.length) return rest[start - 1] === ' ' ? rest.slice(start) : undefined
  return rest.endsWith('::') ? '::' : undefined
}
