// The product in the microdata or RDFa of a page, as an item of schema.org, read leniently: shops nest properties wrongly.
import { currencyFromSymbol } from '../../values/currency.ts'
import type { Features } from '../../candidate.ts'
import { attribute, isInside } from '../../page/page-view.ts'
import { hasSameWords, sharedWords } from '../../page/main-heading.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { type Property, writtenAt } from './markup-property.ts'
import { currencyInData } from '../../page/dollar-country.ts'
import { allOffersOf, askedOffersOf, markOutdated, offerPrices } from '../../schema-org/schema-org-offers.ts'
import { type SchemaItem, itemsOf, stringOf, textOf } from '../../schema-org/schema-org-values.ts'
import { OTHER_PRODUCTS } from '../../page/element-context.ts'

/** A property with its innermost item, offer and product. */
export interface MarkupProduct {
  readonly properties: readonly Property[]
  /** The element of the page's own product. */
  readonly main: number | undefined
  /** Whether the codes of a property's product are those of the page: never those of a related product. */
  readonly hasCodes: (property: Property) => boolean
  /** Its properties, with those of its offers and other parts. */
  readonly item: SchemaItem | undefined
  /** Which of the two states it. */
  readonly kind: Property['kind']
  /** Whether an amount may be the price of the product; undefined if the price is of a used, a sold-out or no asking offer. */
  readonly describePrice: (price: Property, amount: string) => PriceFacts | undefined
}

interface PriceFacts {
  /** The currency that is stated with the price. */
  readonly currency: string | undefined
  readonly features: Features
}

const PRODUCT =
  /(?:schema\.org\/|schema:|^|\s|v:)(?:Product|IndividualProduct|ProductModel|ProductGroup|Book|Vehicle|Car)\b/i
const OFFER = /Offer\b/i
/** The element of an item, kept in its copies. */
const NODE = '@node'

export function typeOf(page: ReaderPage, scope: number): string {
  return attribute(page, scope, 'itemtype') ?? attribute(page, scope, 'typeof') ?? ''
}

export function isProductScope(page: ReaderPage, scope: number): boolean {
  return PRODUCT.test(typeOf(page, scope))
}

export function readMarkupProduct(page: ReaderPage): MarkupProduct {
  const properties = readProperties(page)
  const likely = mainProduct(page, properties)
  const main = likely !== undefined && isAnother(page, properties, likely) ? undefined : likely
  const items = main === undefined ? new Map<number, SchemaItem>() : readItems(page, properties, main)
  const item = main === undefined ? undefined : items.get(main)
  const kind = properties.find(one => one.product === main)?.kind ?? 'microdata'
  const hasCodes = createHasCodes(page, properties)
  return { properties, main, hasCodes, item, kind, describePrice: createDescribePrice(item, items) }
}

/** The same features as of offers in JSON-LD. */
function createDescribePrice(
  item: SchemaItem | undefined,
  items: ReadonlyMap<number, SchemaItem>,
): MarkupProduct['describePrice'] {
  const offers = item ? allOffersOf(item) : []
  const all = [...offers, ...itemsOf(item?.offers)].filter(offer => offerPrices(offer).length > 0)
  const askedOffers = askedOffersOf(offers)
  const offerNodes = new Set(all.map(offer => offer[NODE]))
  const byNode = new Map(askedOffers.map(offer => [offer[NODE], offer]))
  const amounts = askedOffers.flatMap(offerPrices)
  return ({ scope, offer: node }, amount) => {
    const offer = byNode.get(node)
    if (!offer && offerNodes.has(node)) return undefined
    const prices = offer ? offerPrices(offer) : []
    if (offer && !prices.some(one => Number(one.amount) === Number(amount))) return undefined
    const written = [scope, node].map(place => stringOf(items.get(place ?? -1)?.priceCurrency)).find(Boolean)
    const currency = written === undefined ? undefined : currencyFromSymbol(written)
    const lowest = Math.min(
      ...amounts.filter(one => one.currency === currency).map(one => Number(one.amount)),
    )
    const features: Features =
      offer && all.length > 1
        ? {
            'several offers': 1,
            ...(offer === offers[0] ? { 'first offer': 1 } : {}),
            ...(Number(amount) === lowest ? { 'lowest of offers': 1 } : {}),
          }
        : {}
    return { currency, features }
  }
}

function readProperties(page: ReaderPage): Property[] {
  const properties: Property[] = []
  const open: number[] = []
  let next = 0
  const closeBefore = (node: number) => {
    while (open.length > 0 && !isInside(page.tree, node, open[open.length - 1] as number)) open.pop()
  }
  for (const node of propertyNodes(page)) {
    while (next < page.scopes.length && (page.scopes[next] as number) <= node) {
      const scope = page.scopes[next++] as number
      closeBefore(scope)
      open.push(scope)
    }
    closeBefore(node)
    const around = open[open.length - 1] === node ? open.slice(-9, -1) : open.slice(-8)
    const itemprop = attribute(page, node, 'itemprop')
    // Outside any item, a meta element with a property is Open Graph.
    if (itemprop === undefined && around.length === 0 && page.tree.names[node] === 'meta') continue
    const names = (itemprop ?? attribute(page, node, 'property') ?? '').trim().split(/\s+/)
    properties.push({
      node,
      names:
        itemprop === undefined ? names.map(name => name.replace(/^(?:schema|v|gr|product|og):/, '')) : names,
      kind: itemprop === undefined ? 'rdfa' : 'microdata',
      scope: around.at(-1),
      offer: around.findLast(scope => OFFER.test(typeOf(page, scope))),
      product: around.findLast(scope => PRODUCT.test(typeOf(page, scope))),
    })
  }
  return properties
}

/** Meta elements have properties of RDFa only inside an item; pages without one need no look at them. */
function propertyNodes(page: ReaderPage): readonly number[] {
  const isRdfa = page.scopes.some(scope => attribute(page, scope, 'typeof') !== undefined)
  if (!isRdfa) return page.properties
  const listed = new Set(page.properties)
  const metas = page.metas.filter(
    node => !listed.has(node) && attribute(page, node, 'property') !== undefined,
  )
  return [...page.properties, ...metas].toSorted((a, b) => a - b)
}

// Of several products in the markup, the page's own has the main heading, its name, or the most properties.
function mainProduct(page: ReaderPage, properties: readonly Property[]): number | undefined {
  const counts = new Map<number, number>()
  for (const { product } of properties)
    if (product !== undefined) counts.set(product, (counts.get(product) ?? 0) + 1)
  const { heading, headingWords } = page
  const around = heading && [...counts.keys()].find(scope => isInside(page.tree, heading.node, scope))
  if (around !== undefined) return around
  const named = [...counts.keys()].filter(
    scope => isPriced(properties, scope) && hasSameWords(nameOf(page, properties, scope) ?? '', headingWords),
  )
  if (named.length === 1) return named[0]
  let best: number | undefined
  for (const [scope, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = scope
  return best
}

/** JSON-LD names the product as the page does, and this one, away from the heading, has another name. */
function isAnother(page: ReaderPage, properties: readonly Property[], product: number): boolean {
  const { heading, headingWords, jsonLdProducts } = page
  if (!heading || isInside(page.tree, heading.node, product)) return false
  const name = nameOf(page, properties, product)
  const listed = jsonLdProducts.main && textOf(jsonLdProducts.main.name)
  return Boolean(name && listed && hasSameWords(listed, headingWords) && !hasSameWords(name, headingWords))
}

function isPriced(properties: readonly Property[], product: number): boolean {
  return properties.some(
    one => one.product === product && one.names.some(name => name === 'price' || name === 'lowPrice'),
  )
}

function readItems(page: ReaderPage, properties: readonly Property[], main: number): Map<number, SchemaItem> {
  const scopes = new Set(page.scopes)
  const items = new Map<number, Record<string, unknown>>()
  const itemAt = (scope: number) => {
    const item = items.get(scope) ?? { '@type': typeOf(page, scope), [NODE]: scope }
    items.set(scope, item)
    return item
  }
  for (const { node, names, scope } of properties) {
    if (scope === undefined || (scope !== main && !isInside(page.tree, scope, main))) continue
    const value = scopes.has(node) ? itemAt(node) : writtenAt(page, node)
    const owner = itemAt(scope)
    for (const name of names) {
      const isCurrency = name === 'priceCurrency' && typeof value === 'string'
      const code = isCurrency ? currencyInData(value, page) : undefined
      const isUnexplained = isCurrency && code === undefined && value.trim() === '$'
      if (value !== undefined && !isUnexplained) add(owner, name, code ?? value)
    }
  }
  markOutdated(items.values(), page.fetchedAtMs)
  return items
}

function add(item: Record<string, unknown>, name: string, value: unknown): void {
  const old = Object.hasOwn(item, name) ? item[name] : undefined
  item[name] = old === undefined ? value : Array.isArray(old) ? [...(old as unknown[]), value] : [old, value]
}

/**
 * A product has the main heading, or its name; one without a name is the only one of these; any other is the only product
 * that the page's data states.
 */
function createHasCodes(page: ReaderPage, properties: readonly Property[]): (property: Property) => boolean {
  const { heading, headingWords, jsonLdProducts, tree, context } = page
  const scopes = new Set(properties.flatMap(({ product }) => product ?? []))
  const names = new Map([...scopes].map(scope => [scope, nameOf(page, properties, scope)]))
  const around = heading && [...scopes].find(scope => isInside(tree, heading.node, scope))
  const listed = textOf(jsonLdProducts.main?.name)
  const isNamed = (name: string | undefined) => name !== undefined && hasSameWords(name, headingWords)
  const isKnown = around !== undefined || [listed, ...names.values()].some(isNamed)
  const nameless = [...scopes].filter(scope => names.get(scope) === undefined)
  const isOwn = (scope: number): boolean => {
    if (scope === around) return true
    if ((context.flags(scope) & OTHER_PRODUCTS) > 0) return false
    const name = names.get(scope)
    if (name === undefined) return nameless.length === 1
    if (isKnown) return around === undefined && isNamed(name)
    if (sharedWords(name, headingWords) > 0.5) return true
    return scopes.size === 1 && listed === undefined
  }
  const own = new Set([...scopes].filter(isOwn))
  const isPart = (scope: number) => [...own].some(one => isPartOf(page, scope, one))
  return ({ product }) => product === undefined || own.has(product) || isPart(product)
}

const OWN_PARTS = /^(?:hasVariant|isVariantOf|itemOffered|model)$/

/** A variant of the product, or what an offer of it offers. */
function isPartOf(page: ReaderPage, product: number, main: number): boolean {
  const name = attribute(page, product, 'itemprop') ?? attribute(page, product, 'property') ?? ''
  return isInside(page.tree, product, main) && OWN_PARTS.test(name)
}

function nameOf(page: ReaderPage, properties: readonly Property[], product: number): string | undefined {
  const own = properties.find(({ names, scope }) => scope === product && names.includes('name'))
  return own && writtenAt(page, own.node)
}
