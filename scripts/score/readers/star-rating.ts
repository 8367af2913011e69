// Reads how many stars a widget shows: from its text, image names, classes, widths or icons.
import type { AnyNode, Element } from 'domhandler'
import { elementsOf, parseSnippet, spacedText } from '#reader/values/snippet'

const NUMBER = String.raw`(\d(?:[.,_-]\d+)?|10)`
const WORDS = [
  new RegExp(`${NUMBER}\\s*(?:out\\s+of|of|from|von|de|sur|su|z|из|/)\\s*(?:5|10)(?!\\d)`, 'i'),
  new RegExp(
    `${NUMBER}[\\s-]*(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|sterren|gwiazd\\w*|звезд\\w*|hvězd\\w*)`,
    'i',
  ),
  new RegExp(`(?:rating|rated|score|bewertung|stars?)\\s*(?:[:=]\\s*)?${NUMBER}`, 'i'),
]
// A digit next to a star or rating word in a file or class name: "stars_4.5.png", "star-4", "rating--filled-5.0".
const NAME =
  /(?:stars?|ratings?|note|score|stelle|sterne)[-_a-z]{0,40}?(\d(?:[.,_-]\d)?|[1-4]5|[1-9]0|100)(?![\dx%])/i
// Attributes that hold the rating itself, not the count or the best possible value.
const RATING_KEY = /^(?:data-)?(?:[\w-]*-)?(?:rating|stars?|score|rate|rating-value|rate-value|star-value)$/i
const COUNTED = /(one|two|three|four|five)[-_\s]*stars?/i
const COUNT_WORDS = ['one', 'two', 'three', 'four', 'five']
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
    first(elements, fromAttributes) ??
    fromWords(spacedText(root)) ??
    first(elements, element => fromName(element.attribs.src)) ??
    fromSigns(spacedText(root)) ??
    fromIcons(elements) ??
    first(elements, fromClass) ??
    first(elements, fromWidth)
  )
}

function fromAttributes(element: Element): number | undefined {
  const { attribs, name } = element
  if (attribs.itemprop?.includes('atingValue') && attribs.content) return asStars(attribs.content)
  if (name === 'meter' && attribs.value) return asStars(attribs.value)
  if (name === 'input' && 'checked' in attribs && /^\d$/.test(attribs.value ?? ''))
    return asStars(attribs.value ?? '')
  for (const word of [attribs.title, attribs.alt, attribs['aria-label']]) {
    const stars = word === undefined ? undefined : (fromWords(word) ?? fromShare(word))
    if (stars !== undefined) return stars
  }
  const stated = Object.entries(attribs).find(
    ([key, value]) => RATING_KEY.test(key) && /^\d+(?:[.,]\d+)?$/.test(value),
  )
  return stated && asStars(stated[1])
}

function fromShare(words: string): number | undefined {
  const share = /^\s*(\d{1,3}(?:[.,]\d+)?)\s?%\s*$/.exec(words)?.[1]
  return share === undefined ? undefined : round(Number(share.replace(',', '.')) / 20)
}

function fromWords(words: string): number | undefined {
  for (const pattern of WORDS) {
    const found = pattern.exec(words)?.[1]
    if (found !== undefined) return asStars(found)
  }
  return fromCountWord(words)
}

function fromCountWord(words: string): number | undefined {
  const word = COUNTED.exec(words)?.[1]?.toLowerCase()
  return word === undefined ? undefined : COUNT_WORDS.indexOf(word) + 1
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
    const counted = fromCountWord(name)
    if (counted !== undefined) return counted
  }
  return undefined
}

// The filled stars overlay the empty ones, cut off at a width that is the share of five.
function fromWidth(element: Element): number | undefined {
  const width = /width\s*:\s*(\d+(?:\.\d+)?)\s*%/i.exec(element.attribs.style ?? '')?.[1]
  return width === undefined ? undefined : round(Number(width) / 20)
}

function fromIcons(elements: readonly Element[]): number | undefined {
  const icons = elements.filter(
    element =>
      /star/i.test(element.attribs.class ?? '') &&
      (element.name === 'svg' || !element.children.some(child => 'attribs' in child)),
  )
  if (icons.length > 5) return undefined
  const shown = icons.map(icon => starStateOf(icon.attribs.class ?? ''))
  // Fewer than five identical icons: only the filled ones are shown.
  if (icons.length < 5) {
    return icons.length > 1 &&
      new Set(icons.map(icon => icon.attribs.class)).size === 1 &&
      shown[0] !== 'empty'
      ? icons.length
      : undefined
  }
  const marked = shown.some(value => value === 'full' || value === 'half')
  const dark = shown.includes('empty') ? 'empty' : marked ? 'plain' : 'empty'
  const values = shown.map(value => (value === 'half' ? 0.5 : value === dark ? 0 : 1))
  // Stars fill from the first on: any other order is not a rating.
  const falling = values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0))
  return falling ? values.reduce<number>((sum, value) => sum + value, 0) : undefined
}

function starStateOf(name: string): 'full' | 'half' | 'empty' | 'plain' {
  if (HALF.test(name)) return 'half'
  if (EMPTY.test(name)) return 'empty'
  return FULL.test(name) ? 'full' : 'plain'
}

function asStars(written: string): number | undefined {
  const value = Number(written.replace(/[,_-]/, '.'))
  if (Number.isNaN(value)) return undefined
  // "rating-45": tenths; "rating-80": a percentage of five stars.
  if (/^[1-4]5$/.test(written)) return value / 10
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
