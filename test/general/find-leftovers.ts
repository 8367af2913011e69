// Finds what a shop's documents state and a general answer does not: prices, currencies, stock, GTINs, pictures, sizes.
import { gtinKey } from '#reader/values/gtin'
import { makePage, type Page } from '#kit/page/page'
import { parseRelaxedJson } from '#reader/data/script/relaxed-json'
import { parsePrice } from '#reader/values/price'

type LeftoverKind = 'price' | 'currency' | 'stock' | 'gtin' | 'image' | 'size'

export interface Leftover {
  readonly kind: LeftoverKind
  /** Where, with `*` for list positions and ids. */
  readonly place: string
  readonly count: number
  readonly example: string
}

interface Leaf {
  readonly place: string
  readonly key: string
  readonly value: string
}

/** Keys and values that look like one of the kinds. A price needs both: most numbers of a page are something else. */
const KINDS: Readonly<Record<LeftoverKind, (leaf: Leaf) => boolean>> = {
  price: ({ key, value }) =>
    /price|amount|msrp/i.test(key) &&
    !/^\d{4}-\d\d-\d\d/.test(value) &&
    parsePrice(value)?.amount != null &&
    /[1-9]/.test(value),
  currency: ({ key, value }) => /currency/i.test(key) && /^[A-Z]{3}$/.test(value),
  stock: ({ key, value }) =>
    /avail|stock|sold|inventory/i.test(key) && /^(?:true|false|.*(?:stock|sold|avail|left).*)$/is.test(value),
  gtin: ({ key, value }) => /gtin|ean|upc|barcode/i.test(key) && gtinKey(value) !== undefined,
  image: ({ value }) => /^(?:https?:)?\/\/\S+\.(?:jpe?g|png|webp|avif|tif|svg)(?:[?#]\S*)?$/i.test(value),
  size: ({ key, value }) =>
    /^(?:size|sizename|displaysize|localizedlabel|size_?label)$/i.test(key) && value.length < 20,
}

/** Whether a part of a document is about another product: by its key, or by what it holds. */
export type IsOther = (key: string, part: object) => boolean

/** `answer`: a product in the general shape; `documents`: the bodies that it was read from. */
export function findLeftovers(
  answer: unknown,
  documents: readonly string[],
  isOther: IsOther = () => false,
): Leftover[] {
  const known = knownValues(answer)
  const found = new Map<string, Leftover>()
  for (const leaf of documents.flatMap(document => leavesOf(document, isOther))) {
    for (const kind of Object.keys(KINDS) as LeftoverKind[]) {
      if (!KINDS[kind](leaf) || isKnown(kind, leaf.value, known)) continue
      const name = `${kind} ${leaf.place}`
      const before = found.get(name)
      found.set(name, {
        kind,
        place: leaf.place,
        count: (before?.count ?? 0) + 1,
        example: before?.example ?? leaf.value.slice(0, 100),
      })
    }
  }
  return [...found.values()]
}

interface KnownValues {
  readonly amounts: ReadonlySet<number>
  readonly texts: ReadonlySet<string>
  readonly images: ReadonlySet<string>
  readonly gtins: ReadonlySet<string>
  readonly sizes: readonly string[]
  readonly hasStock: boolean
}

function knownValues(answer: unknown): KnownValues {
  const leaves = walk(answer, '', () => false)
  const of = (key: RegExp) => leaves.filter(leaf => key.test(leaf.key)).map(leaf => leaf.value)
  return {
    amounts: new Set(of(/^amount$/).map(Number)),
    texts: new Set(leaves.map(leaf => leaf.value.toLowerCase())),
    images: new Set(of(/^images$/).map(fileOf)),
    gtins: new Set(of(/^gtin$/).flatMap(value => gtinKey(value) ?? [])),
    sizes: of(/^size$/).map(size => size.toLowerCase()),
    hasStock: of(/^availability$/).length > 0,
  }
}

/** A stock word is known when the answer states a stock: it has other words for it. Prices may be in hundredths. */
function isKnown(kind: LeftoverKind, value: string, known: KnownValues): boolean {
  if (kind === 'price') {
    const amount = Number(parsePrice(value)?.amount)
    return known.amounts.has(amount) || known.amounts.has(amount / 100)
  }
  if (kind === 'stock') return known.hasStock
  if (kind === 'size') {
    // "US M 9" is size 9.
    const end = ` ${value.trim().toLowerCase()}`
    return known.sizes.some(size => ` ${size}`.endsWith(end))
  }
  // A currency without a price states nothing; a price that is not read is found itself.
  if (kind === 'currency' && known.amounts.size === 0) return true
  if (kind === 'gtin') return known.gtins.has(gtinKey(value) ?? '')
  if (kind === 'image') return known.images.has(fileOf(value))
  return known.texts.has(value.trim().toLowerCase())
}

/** The same picture comes in several sizes and formats. A mere number is the name of a picture only within its folder. */
function fileOf(address: string): string {
  const path = (address.split(/[?#]/)[0] ?? '').replace(/\.\w+$/, '')
  return /(?:[^/]*\/)?\d+$|[^/]*$/.exec(path)?.[0] ?? path
}

function leavesOf(document: string, isOther: IsOther): Leaf[] {
  if (/^\s*[{[]/.test(document)) return walk(parseRelaxedJson(document), '', isOther)
  const page = makePage({
    url: new URL('https://shop.example/'),
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(document),
    charset: 'utf-8',
  })
  const states = page.assignedNames().map(name => [name, page.assigned(name)] as const)
  return [
    ...metaLeaves(page),
    ...walk(page.jsonLd(), 'json-ld', isOther),
    ...walk(page.scripts({ type: 'application/json' }), 'script', isOther),
    ...states.flatMap(([name, state]) => walk(state, name, isOther)),
  ]
}

/** `<meta property="product:price:amount">` and the like. */
function metaLeaves(page: Page): Leaf[] {
  return page.select('meta[content]').flatMap(element => {
    const key = element.attr('property') ?? element.attr('itemprop') ?? element.attr('name')
    const value = element.attr('content')
    return key === undefined || value === undefined ? [] : [{ place: `meta/${key}`, key, value }]
  })
}

/** Strings, numbers and booleans with their place; a list's items have the key of the list. */
function walk(value: unknown, place: string, isOther: IsOther, key = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) {
    const isStated = value !== '' && ['string', 'number', 'boolean'].includes(typeof value)
    return isStated ? [{ place, key, value: `${value as string | number | boolean}` }] : []
  }
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, inner]) => {
    const isPosition = isList || /^[\d_-]+$/.test(name)
    if (typeof inner === 'object' && inner !== null && isOther(name, inner)) return []
    return walk(inner, `${place}/${isPosition ? '*' : shortName(name)}`, isOther, isPosition ? key : name)
  })
}

/** Some caches have whole queries as keys. */
function shortName(name: string): string {
  return name.startsWith('{') ? '{query}' : name
}
