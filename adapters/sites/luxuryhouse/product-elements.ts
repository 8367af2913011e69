// Finds the product in a page's state: in a list of typed elements, or among the page's properties.
import { asList, asObject, asText, valueAt, type JsonObject } from '#kit'

type Elements = readonly JsonObject[]

/** Only a product has one of these next to its code and title; a size or another colour has none. */
const PRODUCT_ONLY_MEMBERS = ['subtitle', 'images', 'variants', 'variations', 'tagsKeys']

/** Members that other elements (teasers, carousels) have too, where they do not describe the product. */
const SHARED_MEMBERS = new Set(
  'title subtitle code sku status description image images video look tags tagsKeys sections items type'.split(
    ' ',
  ),
)

/** The page's elements, or the product as the only element; undefined when there is neither. */
export function findElements(props: JsonObject): Elements | undefined {
  // Newer pages have the same members somewhere in their properties: the shallowest match wins.
  const waiting = [valueAt(props, 'initialReduxState', 'CONTENT', 'cmsContent', 'elements'), props.pageProps]
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Object.values(value)
    const elements = inner.map(one => asObject(one) ?? {})
    if (elements.some(isOfProduct)) return elements
    if (isProduct(value)) return [typed(value)]
    waiting.push(...inner)
  }
  return undefined
}

/** The same object with a type: no copy, so that what is read from it is known. */
function typed(product: object): JsonObject {
  return new Proxy(product as JsonObject, {
    get: (target, key) => (key === 'type' ? 'PRODUCT' : (Reflect.get(target, key) as unknown)),
  })
}

/**
 * Merges the members of all elements, because it is partly a guess which element has which. Earlier elements win over later
 * ones, and the title over both. From elements that do not describe the product, only unambiguous members are used.
 */
export function membersOf(elements: Elements): JsonObject {
  const others = elements.filter(element => !isOfProduct(element)).map(withoutSharedMembers)
  const own = [...ofType(elements, 'PRODUCTTITLE'), ...elements.filter(isOfProduct)]
  return Object.assign({}, ...[...own, ...others].toReversed()) as JsonObject
}

/** One member, with the same precedence. */
export function memberOf(elements: Elements, name: string): unknown {
  const others = SHARED_MEMBERS.has(name) ? [] : elements.filter(element => !isOfProduct(element))
  const own = [...ofType(elements, 'PRODUCTTITLE'), ...elements.filter(isOfProduct)]
  return [...own, ...others].map(element => element[name]).find(value => value !== undefined)
}

export function ofType(elements: Elements, type: string): Elements {
  return elements.filter(element => element.type === type)
}

/** The source of sku and status: the product itself if it has no sizes, otherwise its first size. */
export function articleIn(
  elements: Elements,
  members: JsonObject,
  sizes: readonly unknown[] | undefined,
): unknown {
  const [unique] = ofType(elements, 'PRODUCTUNIQUE')
  if (unique || 'sku' in members) return unique ?? members
  // An element without a type may be the article, so no size is used in its place.
  return elements.every(element => typeof element.type === 'string') ? sizes?.[0] : undefined
}

/** Variations that are sizes; a product may also vary by colour. */
export function sizesIn(elements: Elements): unknown {
  return elements.find(element => isOfProduct(element) && element.variationsType === 'SIZE')?.variations
}

/** All pictures of all media; undefined when no element has media. */
export function picturesIn(elements: Elements): readonly unknown[] | undefined {
  const media = ofType(elements, 'PRODUCTMEDIAS').flatMap(element => listOf(element.items) ?? [undefined])
  return media.length === 0 ? undefined : media.flatMap(imagesOf)
}

/** A video has no images; none are missing then. */
function imagesOf(medium: unknown): readonly unknown[] {
  const images = valueAt(medium, 'images') ?? (asObject(valueAt(medium, 'video')) ? [] : undefined)
  return listOf(images) ?? [undefined]
}

/** HTML of a description section. Prefers an exact name over one that only ends with it. */
export function sectionIn(elements: Elements, type: string, titleKey: string): unknown {
  const sections = elements.filter(isOfProduct).flatMap(element => listOf(element.sections) ?? [])
  const filled = sections.filter(one => asText(valueAt(one, 'content')))
  const called = (name: string, value: string) =>
    filled.find(one => lettersOf(valueAt(one, name)) === lettersOf(value))
  const found = called('type', type) ?? called('titleKey', titleKey) ?? called('type', titleKey)
  const similar = filled.find(one => lettersOf(valueAt(one, 'titleKey')).endsWith(lettersOf(titleKey)))
  return valueAt(found ?? similar, 'content')
}

/** Makes `SIZE_AND_FIT`, `sizeAndFit` and `size_and_fit` equal; `product.description` remains longer. */
function lettersOf(name: unknown): string {
  return (asText(name) ?? '').toLowerCase().replace(/[^a-z]/g, '')
}

export function listOf(value: unknown): unknown[] | undefined {
  return asList(value, one => one)
}

function withoutSharedMembers(element: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(element).filter(([name]) => !SHARED_MEMBERS.has(name)))
}

function isOfProduct(element: JsonObject): boolean {
  return typeof element.type === 'string' && element.type.startsWith('PRODUCT')
}

function isProduct(value: object): boolean {
  if ('type' in value && typeof value.type === 'string') return false
  return 'code' in value && 'title' in value && PRODUCT_ONLY_MEMBERS.some(name => name in value)
}
