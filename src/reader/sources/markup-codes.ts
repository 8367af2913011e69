// Which products of the microdata or RDFa have codes that are the page's: never a related product.
import { OTHER_PRODUCTS } from '../page/element-context.ts'
import { hasSameWords, sharedWords } from '../page/main-heading.ts'
import { attribute, isInside } from '../page/page-view.ts'
import type { Page } from '../page/read-page.ts'
import { type Property, writtenAt } from './markup-property.ts'
import { textOf } from './schema-org-values.ts'

/**
 * A product has the main heading, or its name; one without a name is the only one of these; any other is the only product
 * that the page's data states.
 */
export function createHasCodes(page: Page, properties: readonly Property[]): (property: Property) => boolean {
  const { heading, headingWords, jsonLdProducts, tree, context } = page
  const scopes = new Set(properties.flatMap(({ product }) => product ?? []))
  const names = new Map([...scopes].map(scope => [scope, nameOf(page, properties, scope)]))
  const around = heading && [...scopes].find(scope => isInside(tree, heading.node, scope))
  const stated = textOf(jsonLdProducts.main?.name)
  const isNamed = (name: string | undefined) => name !== undefined && hasSameWords(name, headingWords)
  const isKnown = around !== undefined || [stated, ...names.values()].some(isNamed)
  const nameless = [...scopes].filter(scope => names.get(scope) === undefined)
  const isOwn = (scope: number): boolean => {
    if (scope === around) return true
    if ((context.flags(scope) & OTHER_PRODUCTS) > 0) return false
    const name = names.get(scope)
    if (name === undefined) return nameless.length === 1
    if (isKnown) return around === undefined && isNamed(name)
    if (sharedWords(name, headingWords) > 0.5) return true
    return scopes.size === 1 && stated === undefined
  }
  const own = new Set([...scopes].filter(isOwn))
  const isPart = (scope: number) => [...own].some(one => isPartOf(page, scope, one))
  return ({ product }) => product === undefined || own.has(product) || isPart(product)
}

const OWN_PARTS = /^(?:hasVariant|isVariantOf|itemOffered|model)$/

/** A variant of the product, or what an offer of it offers. */
function isPartOf(page: Page, product: number, main: number): boolean {
  const name = attribute(page, product, 'itemprop') ?? attribute(page, product, 'property') ?? ''
  return isInside(page.tree, product, main) && OWN_PARTS.test(name)
}

export function nameOf(page: Page, properties: readonly Property[], product: number): string | undefined {
  const own = properties.find(({ names, scope }) => scope === product && names.includes('name'))
  return own && writtenAt(page, own.node)
}
