// Reads how many stars a widget shows: from its words, its pictures' names, its classes, widths or icons.
import type { AnyNode, Element } from 'domhandler'
import { elementsOf, parseSnippet, spacedText } from './snippet.ts'

const NUMBER = String.raw`(\d(?:[.,_-]\d+)?|10)`
const WORDS = [
  new RegExp(`${NUMBER}\\s*(?:out\\s+of|of|from|von|de|sur|su|z|из|/)\\s*(?:5|10)(?!\\d)`, 'i'),
  new RegExp(
    `${NUMBER}[\\s-]*(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|sterren|gwiazd\\w*|звезд\\w*|hvězd\\w*)`,
    'i',
  ),
  new RegExp(`(?:rating|rated|score|bewertung|stars?)\\s*[:=]?\\s*${NUMBER}`, 'i'),
]
// A digit tied to a star or rating word in a file or class name: "stars_4.5.png", "star-4", "rating--filled-5.0".
const NAME =
  /(?:stars?|ratings?|note|score|stelle|sterne)(?:[-_a-z]*?)[-_]{0,2}(\d(?:[.,_-]\d)?|[1-9]0|100)(?![\dx%])/i
const EMPTY =
  /(?:^|[-_\s])(?:empty|off|inactive|outline|blank|gr[ae]y|unfilled|disabled|none|o|border|line|unselected|unchecked|0)(?:$|[-_\s])|empty|unfilled|(?:star|icon)-?off/i
const HALF = /half/i
const FULL =
  /(?:^|[-_\s])(?:full|on|active|filled?|selected|checked|gold|yellow|highlight(?:ed)?|solid|100)(?:$|[-_\s])|full|filled|active|checked|highlight/i

export function parseStarRating(html: string): number | undefined {
  return starsOf(parseSnippet(html))
}

export function starsOf(root: AnyNode): number | undefined {
  const elements = elementsOf(root)
  return (
    first(elements, statedBy) ??
    fromWords(spacedText(root)) ??
    first(elements, element => fromName(element.attribs.src)) ??
    fromSigns(spacedText(root)) ??
    fromIcons(elements) ??
    first(elements, fromClass) ??
    first(elements, fromWidth)
  )
}

function statedBy(element: Element): number | undefined {
  const { itemprop, content, value } = element.attribs
  if (itemprop?.includes('atingValue') && content) return asStars(content)
  if (element.name === 'meter' && value) return asStars(value)
  const words = [element.attribs.title, element.attribs.alt, element.attribs['aria-label']]
  for (const word of words) {
    const stars = word === undefined ? undefined : fromWords(word)
    if (stars !== undefined) return stars
  }
  const data =
    element.attribs['data-rating'] ?? element.attribs['data-score'] ?? element.attribs['data-rate-value']
  return data === undefined ? undefined : asStars(data)
}

function fromWords(words: string): number | undefined {
  for (const pattern of WORDS) {
    const found = pattern.exec(words)?.[1]
    if (found !== undefined) return asStars(found)
  }
  return undefined
}

function fromName(name: string | undefined): number | undefined {
  const file = name?.split(/[?#]/)[0]?.split('/').at(-1)
  const found = file === undefined ? undefined : NAME.exec(file)?.[1]
  return found === undefined ? undefined : asStars(found)
}

function fromSigns(shown: string): number | undefined {
  const full = shown.match(/★/g)?.length ?? 0
  const hollow = shown.match(/☆/g)?.length ?? 0
  return full > 0 && full + hollow === 5 ? full : undefined
}

function fromClass(element: Element): number | undefined {
  for (const name of (element.attribs.class ?? '').split(/\s+/)) {
    const found = NAME.exec(name)?.[1]
    if (found !== undefined) return asStars(found)
  }
  return undefined
}

// The bright stars lie over the dark ones, cut at a width that is the share of five.
function fromWidth(element: Element): number | undefined {
  const width = /width\s*:\s*(\d+(?:\.\d+)?)\s*%/i.exec(element.attribs.style ?? '')?.[1]
  return width === undefined ? undefined : round(Number(width) / 20)
}

function fromIcons(elements: readonly Element[]): number | undefined {
  const icons = elements.filter(
    element =>
      /star/i.test(element.attribs.class ?? '') && !element.children.some(child => 'attribs' in child),
  )
  if (icons.length !== 5) return undefined
  const shown = icons.map(icon => shownBy(icon.attribs.class ?? ''))
  const marked = shown.some(value => value === 'full' || value === 'half')
  const values = shown.map(value =>
    value === 'half'
      ? 0.5
      : value === 'empty' || (value === 'plain' && marked && !shown.includes('empty'))
        ? 0
        : 1,
  )
  // Stars fill from the first on: any other order is not a rating.
  const falling = values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0))
  return falling ? values.reduce<number>((sum, value) => sum + value, 0) : undefined
}

function shownBy(name: string): 'full' | 'half' | 'empty' | 'plain' {
  if (HALF.test(name)) return 'half'
  if (EMPTY.test(name)) return 'empty'
  return FULL.test(name) ? 'full' : 'plain'
}

function asStars(written: string): number | undefined {
  const value = Number(written.replace(/[,_-]/, '.'))
  if (Number.isNaN(value)) return undefined
  // "rating-80": a percentage of five stars; "rating-45": tenths.
  if (value > 10) return value <= 100 ? round(value / 20) : undefined
  return value
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function first(
  elements: readonly Element[],
  read: (element: Element) => number | undefined,
): number | undefined {
  for (const element of elements) {
    const stars = read(element)
    if (stars !== undefined) return stars
  }
  return undefined
}
