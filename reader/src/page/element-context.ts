// What an element's ancestors say about it: hidden, struck through, in a list of other products, in a link.
import type { HtmlTree } from '../html/html-tree.ts'
import type { Bytes } from '../html/bytes.ts'
import { decodeEntities } from '../html/entities.ts'

export const HIDDEN = 1
/** Hidden according to its class; a script may have changed that. */
export const CALLED_HIDDEN = 2
export const STRUCK = 4
export const OTHER_PRODUCTS = 8
export const SITE_CHROME = 16
export const REVIEWS = 32
export const FINANCE = 64
export const IN_LINK = 128
export const OWN_BLOCK = 256
export const LIST_ITEM = 512
export const EMPHASIS = 1024
export const CALLED_PRICE = 2048
export const SHIPPING = 4096
export const VARIANTS = 8192
/** Named as a former or list price; some platforms also name the current price like that. */
export const CALLED_FORMER = 16_384
/** A warranty, an insurance, an installation: sold with the product, for a price of its own. */
export const SERVICE = 32_768

export interface ElementContext {
  /** The bits above that apply to an element or any of its ancestors. */
  flags(node: number): number
  /** The names of an element: id, class, itemprop and test ids. */
  names(node: number): string
}

const STRUCK_TAGS = new Set(['del', 's', 'strike'])
const EMPHASIS_TAGS = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'em', 'big', 'ins'])
const CHROME_TAGS = new Set(['nav', 'footer', 'header'])
// Without "regular": platforms use it for the current price.
const FORMER =
  'old|was|strike(?:d|through|out)?|struck|crossed|prev(?:ious)?|before|rrp|msrp|uvp|compare|original|retail|instead|statt|ancien|antes|vorher|stara?'
const PRICE = 'price|preis|prix|precio|prezzo|cena'
const named = (words: string) => new RegExp(`(?:^|[-_\\s])(?:${words})(?:$|[-_\\s])`, 'i')
const PATTERNS: readonly (readonly [number, RegExp])[] = [
  [
    CALLED_FORMER,
    new RegExp(
      [
        `(?:^|[-_\\s])(?:${FORMER}|list-?price)(?:$|[-_\\s]|${PRICE})`,
        `(?:${PRICE})[-_]?(?:old|was|before|striked?|list|original|compare|rrp|standard|prev)`,
        `(?:old|was|strike|list|original|compare|crossed|retail)-?_?(?:${PRICE})`,
        'line-?through|text-?strike|basisprice',
      ].join('|'),
      'i',
    ),
  ],
  [
    OTHER_PRODUCTS,
    named(
      'related|recommend\\w*|similar|similarities|upsell\\w*|cross-?sell\\w*|also(?:bought|viewed)?|recently|last-?seen|viewed|accessor(?:y|ies)|bundles?|' +
        'complement\\w*|suggest\\w*|alternativ\\w*|carousel|slider|swiper|slick|owl|product-?(?:tile|card|item|list|grid)s?|products-?grid|tiles?|teasers?|' +
        'sponsored|bestsell\\w*|mini-?products?|fbt|sims?|ads?|p13n|widget',
    ),
  ],
  [
    SITE_CHROME,
    named(
      'mini-?cart|mini-?basket|side-?cart|mega-?menu|menu|navbar|nav|navigation|footer|header|topbar|breadcrumb\\w*|newsletter|cookie\\w*|modal|popup|overlay|search',
    ),
  ],
  [REVIEWS, named('reviews?|comments?|ratings?|questions?|feedback|faq')],
  [FINANCE, named('loan|finance|financing|credit|instal?lments?|leasing|monthly|pay-?later|rate[ns]?')],
  [SHIPPING, named('shipping|delivery|versand|livraison|postage|freight|entrega|envio')],
  [
    SERVICE,
    named(
      'warrant(?:y|ies)(?:-?_?price)?|guarantees?|garantie\\w*|insurance|protection-?_?plans?|service-?_?plans?|installation|assembly|gift-?_?wrap\\w*',
    ),
  ],
  [
    OWN_BLOCK,
    named(
      'product-?(?:info|detail|details|main|page|view|summary|essential|shop|single|content|data|header|top|core|wrapper|container)s?|pdp|buy-?box|purchase|add-?to-?(?:cart|bag|basket)|price-?box|price-?block|item-?info',
    ),
  ],
  [
    VARIANTS,
    named(
      'variants?|swatch(?:es)?|options?|sizes|colou?rs|(?:size|colou?r)-?_?(?:list|options?|picker|chart|box|select\\w*)|twister|dropdown',
    ),
  ],
  [CALLED_HIDDEN, named('hidden|hide|d-none|is-hidden|display-none|invisible|dn|none')],
  [
    CALLED_PRICE,
    /price|preis|prix|prec[ie]o|preco|prezzo|cena|fiyat|pris(?:$|[-_\s])|prijs|hinta|amount|betrag|cost|pret(?:$|[-_\s])/i,
  ],
]
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i
// These contain the whole page, so their names say nothing about a part of it.
const ROOTS = new Set(['body', 'html', 'main'])
const ABOUT_OTHERS =
  OTHER_PRODUCTS | SITE_CHROME | REVIEWS | FINANCE | SHIPPING | SERVICE | VARIANTS | STRUCK | CALLED_FORMER
const UNKNOWN = -1
// The maximum size in bytes of the markup of a single price, and of a size selector.
const MAX_PRICE_SIZE = 700
const MAX_VARIANTS_SIZE = 8000
// A name that has one of these next to a word for a former price belongs to the current price.
const CURRENT_PRICE = /sale|current|now|special|final|reduced|actual/i

/** The ancestors of `heading` are about the product, whatever their names. */
export function createContext(tree: HtmlTree, heading: number | undefined): ElementContext {
  const flags = new Int32Array(tree.names.length).fill(UNKNOWN)
  const namesByNode: (string | undefined)[] = []
  const bitsOfNames = createNameBits()
  const decode = createTextCache(tree.bytes)
  flags[0] = 0

  function names(node: number): string {
    const cached = namesByNode[node]
    if (cached !== undefined) return cached
    return (namesByNode[node] = readOwnAttributes(tree, node, decode).names)
  }

  function ownBits(node: number): number {
    const tag = tree.names[node] ?? ''
    if (ROOTS.has(tag)) return 0
    const around = heading !== undefined && heading >= node && heading < (tree.last[node] ?? 0)
    const { names: text, style, isHidden } = readOwnAttributes(tree, node, decode)
    namesByNode[node] = text
    let bits = text === '' ? 0 : bitsOfNames(text)
    // A larger element is named after one of its parts.
    const size = (tree.ends[node] as number) - (tree.starts[node] as number)
    if (size > MAX_PRICE_SIZE) bits &= ~CALLED_FORMER
    if (size > MAX_VARIANTS_SIZE) bits &= ~VARIANTS
    if ((bits & SITE_CHROME) > 0 && !LAYER.test(text) && isBesideHeading(tree, heading, node))
      bits &= ~SITE_CHROME
    if (CHROME_TAGS.has(tag)) bits |= SITE_CHROME
    // An element that is not closed holds the rest of the page.
    if (size > tree.bytes.data.length * MOST_OF_PAGE) bits &= ~SITE_CHROME
    if (STRUCK_TAGS.has(tag)) bits |= STRUCK
    if (EMPHASIS_TAGS.has(tag)) bits |= EMPHASIS
    if (tag === 'a') bits |= IN_LINK
    if (tag === 'li') bits |= LIST_ITEM
    if (style !== '') {
      if (HIDDEN_STYLE.test(style)) bits |= HIDDEN
      if (/line-through/i.test(style)) bits |= STRUCK
    }
    if (isHidden) bits |= HIDDEN
    return around ? bits & ~ABOUT_OTHERS & ~CALLED_PRICE & ~IN_LINK : bits
  }

  function flagsOf(node: number): number {
    const path: number[] = []
    let ancestor = node
    while (ancestor > 0 && flags[ancestor] === UNKNOWN) {
      path.push(ancestor)
      ancestor = tree.parents[ancestor] as number
    }
    let bits = flags[ancestor] ?? 0
    for (let level = path.length - 1; level >= 0; level--) {
      const inner = path[level] as number
      // Being named a price or set in bold applies to the nearest elements only.
      bits = (bits & ~CALLED_PRICE) | ownBits(inner)
      flags[inner] = bits
    }
    return bits
  }
  return { flags: flagsOf, names }
}

/** What names say. Elements combine the same few words in many ways, and no pattern extends over two words. */
function createNameBits(): (names: string) => number {
  const bitsByNames = new Map<string, number>()
  const bitsByWord = new Map<string, number>()
  return names => {
    const cached = bitsByNames.get(names)
    if (cached !== undefined) return cached
    let bits = 0
    for (const word of names.split(' ')) {
      const own = bitsByWord.get(word) ?? bitsOfWord(word)
      bitsByWord.set(word, own)
      bits |= own
    }
    if ((bits & CALLED_FORMER) > 0 && CURRENT_PRICE.test(names)) bits &= ~CALLED_FORMER
    bitsByNames.set(names, bits)
    return bits
  }
}

function bitsOfWord(word: string): number {
  let bits = 0
  for (const [bit, pattern] of PATTERNS) if (pattern.test(word)) bits |= bit
  return bits
}

// They lie over the page.
const LAYER = /modal|popup|overlay|menu|cart|cookie/i
export const MOST_OF_PAGE = 0.5
// A larger block holds more than the product.
const BLOCK_SHARE = 0.2
const SMALL_BLOCK = 1500
const MAX_LEVELS = 4

/** What stands beside the heading in its own block is a part of the product, even if it is called a header. */
function isBesideHeading(tree: HtmlTree, heading: number | undefined, node: number): boolean {
  if (heading === undefined) return false
  let block = tree.parents[node] ?? 0
  for (let level = 0; level < MAX_LEVELS && !isAround(tree, block, heading); level++)
    block = tree.parents[block] ?? 0
  const size = (tree.ends[block] as number) - (tree.starts[block] as number)
  const most = Math.max(tree.bytes.data.length * BLOCK_SHARE, SMALL_BLOCK)
  return block !== 0 && isAround(tree, block, heading) && size <= most
}

function isAround(tree: HtmlTree, block: number, node: number): boolean {
  return node >= block && node < (tree.last[block] ?? 0)
}

// Longer class lists are utility styles.
const MAX_NAMES = 300

const NAME_ATTRIBUTES: ReadonlySet<string> = new Set([
  'id',
  'class',
  'itemprop',
  'data-test',
  'data-testid',
  'data-qa',
  'data-automation-id',
])

interface OwnAttributes {
  readonly names: string
  readonly style: string
  readonly isHidden: boolean
}

const NO_ATTRIBUTES: OwnAttributes = { names: '', style: '', isHidden: false }

/** Reads all attributes that the context needs in one pass. */
function readOwnAttributes(tree: HtmlTree, node: number, decode: DecodeValue): OwnAttributes {
  const { attributes, firstAttributes, bytes } = tree
  const end = firstAttributes[node + 1] as number
  let place = firstAttributes[node] as number
  if (place === end) return NO_ATTRIBUTES
  let names = ''
  let style = ''
  let isHidden = false
  for (; place < end; place += 4) {
    const start = attributes[place] as number
    const length = (attributes[place + 1] as number) - start
    if (!isWanted(length, bytes.data[start] as number)) continue
    const name = decode(start, start + length).toLowerCase()
    if (name === 'hidden') isHidden = true
    else if (name === 'style' || NAME_ATTRIBUTES.has(name)) {
      const value = decode(attributes[place + 2] as number, attributes[place + 3] as number)
      if (name === 'style') style = value
      else if (value !== '') names += names === '' ? value : ` ${value}`
    }
  }
  return { names: names.length > MAX_NAMES ? names.slice(0, MAX_NAMES) : names, style, isHidden }
}

// Length and first letter distinguish most attributes without decoding their names.
function isWanted(length: number, first: number): boolean {
  const letter = first | 0x20
  if (length === 2 || length === 8) return letter === 0x69
  if (length === 5) return letter === 0x63 || letter === 0x73
  if (length === 6) return letter === 0x68
  return letter === 0x64 && (length === 7 || length === 9 || length === 11 || length === 18)
}

/** Decodes short repeated strings of a page, such as class names, only once. */
// Direct-mapped: a slot holds the last text with its hash. Pages have a few hundred different class names.
const SLOTS = 4096
// Longer strings are rarely repeated.
const MAX_BYTES = 120

/** Decodes the attribute value between two positions; equal bytes give the same string. */
type DecodeValue = (start: number, end: number) => string

function createTextCache(bytes: Bytes): DecodeValue {
  const { data } = bytes
  const starts = new Int32Array(SLOTS)
  const lengths = new Int32Array(SLOTS)
  const texts: string[] = []
  const decode = (start: number, end: number) =>
    decodeEntities(data.toString('utf8', start, end), 'attribute')

  function isSame(slot: number, start: number, length: number): boolean {
    if (lengths[slot] !== length) return false
    const knownStart = starts[slot] as number
    for (let i = 0; i < length; i++) if (data[knownStart + i] !== data[start + i]) return false
    return true
  }

  return (start, end) => {
    const length = end - start
    if (length === 0) return ''
    if (length > MAX_BYTES) return decode(start, end)
    let hash = length
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (data[at] as number)) | 0
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    if (isSame(slot, start, length)) return texts[slot] as string
    starts[slot] = start
    lengths[slot] = length
    return (texts[slot] = decode(start, end))
  }
}
