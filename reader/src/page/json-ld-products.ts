// The products in a page's JSON-LD, with the part each plays: the page's own, one of a list, or a variant of a group.
import { RELATED_KEYS, typesOf } from '../data/json-ld.ts'
import { hasSameWords, sharedWords } from './main-heading.ts'
import { allOffersOf, offerPrices } from '../schema-org/schema-org-offers.ts'
import { type SchemaItem, itemsOf, stringOf, textOf } from '../schema-org/schema-org-values.ts'

const PRODUCT_TYPES: ReadonlySet<string> = new Set([
  'Product',
  'ProductGroup',
  'IndividualProduct',
  'ProductModel',
  'Book',
  'Vehicle',
  'Car',
  'SoftwareApplication',
])
const VARIANT_KEYS: ReadonlySet<string> = new Set(['hasVariant', 'model', 'itemOffered', 'isVariantOf'])
const MAX_PRODUCTS = 40
const MAX_VALUES = 100_000

export interface JsonLdProducts {
  /** The page's own products, the likeliest first; variants and listed products are not among them. */
  readonly own: readonly SchemaItem[]
  readonly main: SchemaItem | undefined
  /** Whether it is certain enough that the main product is this page's: its codes are those of the page. */
  readonly isTold: boolean
  /** Products in lists: related ones, or the tiles of a category. */
  readonly listed: readonly SchemaItem[]
  /** All types on the page. */
  readonly types: ReadonlySet<string>
}

interface PageData {
  readonly jsonLd: readonly unknown[]
  readonly url: string
  readonly headingWords: ReadonlySet<string>
}

type Role = 'own' | 'listed' | 'variant'

export function findJsonLdProducts(page: PageData): JsonLdProducts {
  const own: SchemaItem[] = []
  const listed: SchemaItem[] = []
  const types = new Set<string>()
  const stack: [value: unknown, role: Role][] = [[page.jsonLd, 'own']]
  for (let count = 0; count < MAX_VALUES; count++) {
    const next = stack.pop()
    if (next === undefined) break
    const [value, role] = next
    if (typeof value !== 'object' || value === null) continue
    let inner = role
    if (!Array.isArray(value)) {
      const names = typesOf(value as SchemaItem)
      for (const name of names) types.add(name)
      if (names.some(name => PRODUCT_TYPES.has(name))) {
        if (role === 'own' && own.length < MAX_PRODUCTS) own.push(value as SchemaItem)
        if (role === 'listed' && listed.length < MAX_PRODUCTS) listed.push(value as SchemaItem)
        if (role === 'own') inner = 'variant'
      }
    }
    for (const [key, member] of Object.entries(value).toReversed())
      stack.push([
        key === 'itemOffered' && inner !== 'variant' ? offeredBy(value as SchemaItem) : member,
        RELATED_KEYS.has(key)
          ? 'listed'
          : VARIANT_KEYS.has(key) && role === 'own' && inner === 'variant'
            ? 'variant'
            : inner,
      ])
  }
  const main = mainOf(own, page) ?? (own.length === 0 ? titledOf(listed, page) : undefined)
  return {
    own: main === undefined || own.includes(main) ? own : [main],
    main,
    isTold: main !== undefined && isTold(main, own, page),
    listed: listed.filter(item => item !== main),
    types,
  }
}

/** An offer around its product is turned inside out. */
function offeredBy(offer: SchemaItem): SchemaItem[] {
  const { itemOffered, ...offers } = offer
  return itemsOf(itemOffered).map(item => Object.assign({ offers }, item))
}

function mainOf(own: readonly SchemaItem[], page: Omit<PageData, 'jsonLd'>): SchemaItem | undefined {
  const fits = own.map(item => fitOf(item, page))
  return own[fits.indexOf(Math.max(...fits))]
}

/** The only product, or the one that has the page's address or name. */
function isTold(main: SchemaItem, own: readonly SchemaItem[], page: Omit<PageData, 'jsonLd'>): boolean {
  return (
    own.every(item => textOf(item.name) === textOf(main.name)) ||
    isOwnAddress(main, page.url) ||
    sharedWords(textOf(main.name) ?? '', page.headingWords) > 0.5
  )
}

/** Some shops put even the page's own product into a list. */
function titledOf(listed: readonly SchemaItem[], page: Omit<PageData, 'jsonLd'>): SchemaItem | undefined {
  const titled = listed.filter(
    item => isOwnAddress(item, page.url) && sharedWords(textOf(item.name) ?? '', page.headingWords) > 0.7,
  )
  return titled.length === 1 ? titled[0] : undefined
}

// Related products are listed as products too: the page's own has offers, the page's URL and more fields.
function fitOf(item: SchemaItem, page: Omit<PageData, 'jsonLd'>): number {
  return (
    (allOffersOf(item).some(offer => offerPrices(offer).length > 0) ? 4 : 0) +
    (isOwnAddress(item, page.url) ? 2 : 0) +
    3 * sharedWords(textOf(item.name) ?? '', page.headingWords) +
    // An accessory has the words of the product in its name, and more.
    (hasSameWords(textOf(item.name) ?? '', page.headingWords) ? 2 : 0) +
    (item.sku === undefined ? 0 : 1) +
    (item.description === undefined ? 0 : 1) +
    (item.hasVariant === undefined ? 0 : 1)
  )
}

export function isOwnAddress(item: SchemaItem, url: string): boolean {
  const own = stringOf(item.url) ?? stringOf(item['@id']) ?? ''
  const path = url.replace(/^https?:\/\/[^/]+|[?#][^]*/g, '')
  return path.length > 1 && own.includes(path)
}
