// Where a page's state keeps the product: in a list of typed elements, or among the page's own properties.
import { asList, asObject, asText, at, type JsonObject } from '#kit'

type Elements = readonly JsonObject[]

/** Only a product has one of these beside its code and title; a size or another colour has none. */
const PRODUCT_ONLY_MEMBERS = ['subtitle', 'images', 'variants', 'variations', 'tagsKeys']

/** What other elements (teasers, carousels) have too, and then it is not the product's. */
const SHARED_MEMBERS = new Set(
  'title subtitle code sku status description image images video look tags tagsKeys sections items type'.split(
    ' ',
  ),
)

/** The elements of the page, or the product itself as the only one; undefined when neither is there. */
export function findElements(props: JsonObject): Elements | undefined {
  // The newer pages keep the same members somewhere in their properties: the shallowest place counts.
  const waiting = [at(props, 'initialReduxState', 'CONTENT', 'cmsContent', 'elements'), props.pageProps]
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Object.values(value)
    const elements = inner.map(one => asObject(one) ?? {})
    if (elements.some(isOfProduct)) return elements
    if (isProduct(value)) return [{ ...value, type: 'PRODUCT' }]
    waiting.push(...inner)
  }
  return undefined
}

/**
 * All members of all elements under one roof: which element holds what is partly inferred. An earlier element goes
 * before a later one, the title before both, and what is not of the product gives only what could be nothing else's.
 */
export function membersOf(elements: Elements): JsonObject {
  const others = elements.filter(element => !isOfProduct(element)).map(withoutSharedMembers)
  const own = [...ofType(elements, 'PRODUCTTITLE'), ...elements.filter(isOfProduct)]
  return Object.assign({}, ...[...own, ...others].toReversed()) as JsonObject
}

function ofType(elements: Elements, type: string): Elements {
  return elements.filter(element => element.type === type)
}

/** What sku and status are told of: an article without sizes is sold as itself, any other by its sizes. */
export function articleIn(
  elements: Elements,
  members: JsonObject,
  sizes: readonly unknown[] | undefined,
): unknown {
  const [unique] = ofType(elements, 'PRODUCTUNIQUE')
  if (unique || 'sku' in members) return unique ?? members
  // An element that cannot be told may be the article: then no size stands in for it.
  return elements.every(element => typeof element.type === 'string') ? sizes?.[0] : undefined
}

/** The variations that are sizes; a product may vary in its colour too. */
export function sizesIn(elements: Elements): unknown {
  return elements.find(element => isOfProduct(element) && element.variationsType === 'SIZE')?.variations
}

/** Every picture of every medium; undefined when no element holds media. */
export function picturesIn(elements: Elements): readonly unknown[] | undefined {
  const media = ofType(elements, 'PRODUCTMEDIAS').flatMap(element => listOf(element.items) ?? [undefined])
  return media.length === 0 ? undefined : media.flatMap(imagesOf)
}

/** A film has none, which is no loss. */
function imagesOf(medium: unknown): readonly unknown[] {
  const images = at(medium, 'images') ?? (asObject(at(medium, 'video')) ? [] : undefined)
  return listOf(images) ?? [undefined]
}

/** The HTML of a section of the description; one whose name only ends so where none has the name itself. */
export function sectionIn(elements: Elements, type: string, titleKey: string): unknown {
  const sections = elements.filter(isOfProduct).flatMap(element => listOf(element.sections) ?? [])
  const filled = sections.filter(one => asText(at(one, 'content')))
  const called = (name: string, value: string) =>
    filled.find(one => lettersOf(at(one, name)) === lettersOf(value))
  const found = called('type', type) ?? called('titleKey', titleKey) ?? called('type', titleKey)
  const similar = filled.find(one => lettersOf(at(one, 'titleKey')).endsWith(lettersOf(titleKey)))
  return at(found ?? similar, 'content')
}

/** `SIZE_AND_FIT`, `sizeAndFit` and `size_and_fit` are one name; `product.description` is a longer one. */
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
