// Finds the heading that names a page's product.
import { type Element, isText } from 'domhandler'
import { plainText, UNREAD } from './page-text.ts'

// Pages have several headings of the first rank, or none: the product's is the one their title repeats.
export function mainHeading(elements: readonly Element[]): { element: Element; text: string } | undefined {
  const titles = elements.flatMap(({ name, attribs, children }) => {
    if (name === 'title') return children.map(plainText)
    return name === 'meta' && attribs.property === 'og:title' ? [attribs.content ?? ''] : []
  })
  const words = new Set(titles.flatMap(wordsOf))
  const headings = elements
    .filter(element => /^h[1-3]$/.test(element.name) || element.attribs.itemprop === 'name')
    .map(element => ({ element, text: plainText(element) }))
    .filter(({ text }) => text.length > 2 && text.length < 300)
  const [best] = headings
    .map(({ element, text }) => ({ element, text, score: headingScore(element, wordsOf(text), words) }))
    .toSorted((a, b) => b.score - a.score)
  if (best && best.score > 1) return best
  const firstRank = headings.filter(({ element }) => element.name === 'h1')
  return firstRank.length === 1 ? firstRank[0] : titleInText(elements, words)
}

// Without a heading, the first short text that says what the title says stands in for it.
function titleInText(
  elements: readonly Element[],
  title: ReadonlySet<string>,
): { element: Element; text: string } | undefined {
  for (const element of elements) {
    if (UNREAD.has(element.name) || element.name === 'title' || element.children.length > 3) continue
    const text = element.children.some(child => isText(child)) ? plainText(element) : ''
    const words = text.length < 200 ? wordsOf(text) : []
    const shared = words.filter(word => title.has(word)).length
    if (shared >= 2 && shared >= words.length * 0.7 && shared >= title.size * 0.5) return { element, text }
  }
  return undefined
}

function headingScore(element: Element, words: readonly string[], title: ReadonlySet<string>): number {
  const shared = words.filter(word => title.has(word)).length
  const rank = element.name === 'h1' ? 1 : element.attribs.itemprop === 'name' ? 0.5 : 0
  return rank + (words.length === 0 ? 0 : (shared / words.length) * Math.min(shared, 6) * 0.5)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []
}
