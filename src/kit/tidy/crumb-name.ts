// Parts the name of a breadcrumb from the separators around it.
import { squeeze } from './text.ts'

export type CrumbName = { leftSeparator: string | null; name: string | null; rightSeparator: string | null }

const SIGNS = '>»›→❯▸►▶⟩⇒➔➜➤❱〉≫|¦/\\\\•·∙◦‣«‹←<'
const LEFT = new RegExp(`^(?:[${SIGNS}]+|[-–—:;,~*]+(?=\\s|$)|::?)(?:\\s*[${SIGNS}]+)*`, 'u')
const RIGHT = new RegExp(`(?:(?<=\\s)[-–—~]+|[${SIGNS}]+(?:\\s*[${SIGNS}]+)*|::)$`, 'u')

export function crumbName(text: string | null | undefined): CrumbName {
  const whole = squeeze(text ?? '')
  const leftSeparator = LEFT.exec(whole)?.[0] ?? null
  const rest = whole.slice(leftSeparator?.length ?? 0).trim()
  const rightSeparator = closesQuote(rest) ? null : (RIGHT.exec(rest)?.[0] ?? null)
  const name = rest.slice(0, rest.length - (rightSeparator?.length ?? 0)).trim()
  return { leftSeparator, name: name === '' ? null : name, rightSeparator }
}

// «Name»: the last sign closes a quotation that the name itself opened.
function closesQuote(rest: string): boolean {
  return /«[^»]*»$|‹[^›]*›$|<[^>]*>$/u.test(rest)
}
