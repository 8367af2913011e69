// Facts from itemprop attributes, read loosely: shops nest them wrongly, or leave the scope out altogether.
import type { AnyNode, Element } from 'domhandler'
import { isTag } from 'domhandler'
import { currencyFromSymbol } from '../tidy/currency.ts'
import { brandOf } from '../tidy/brand.ts'
import { parseGtin } from '../tidy/gtin.ts'
import { elementsOf } from '../tidy/snippet.ts'
import { text } from '../tidy/text.ts'
import { absoluteUrl } from '../tidy/url.ts'
import { type Facts, parseAvailability } from './facts.ts'
import { isInside, type PageModel } from './page-model.ts'
import { plainText } from './page-text.ts'
import { machinePrice } from './machine-price.ts'

const PRODUCT = /schema\.org\/(?:Product|IndividualProduct|ProductModel|ProductGroup|Book|Vehicle|Car)\b/i
const UNFILLED = /^\s*(?:\$\w+|\{\{.*\}\}|<%.*%>|undefined|null|n\/a|-)\s*$/i

export function microdataFacts(page: PageModel, url: string): Facts | undefined {
  const scope = productScope(page)
  const all = page.elements.filter(element => element.attribs.itemprop !== undefined)
  const properties = scope
    ? all.filter(element => element !== scope && scopeOf(element) === scope)
    : all.filter(element => !isNestedItem(element))
  if (properties.length === 0) return undefined
  const values = (name: string) => properties.filter(element => hasName(element, name))
  const value = (name: string) => firstOf(values(name), valueOf)
  const currency = value('priceCurrency') ?? value('currency')
  const iso = currency === undefined ? undefined : currencyFromSymbol(currency)
  return {
    name:
      scope &&
      firstOf(
        values('name').filter(element => nearestScope(element) === scope),
        valueOf,
      ),
    brand: firstOf([...values('brand'), ...values('manufacturer')], brandValue),
    sku: firstOf(values('sku'), shownValue) ?? firstOf(values('productID'), shownValue),
    mpn: value('mpn') ?? value('model'),
    gtin: gtinIn(values),
    price: firstOf([...values('price'), ...values('lowPrice')], element => priceValue(element, iso)),
    currency: iso,
    availability: firstOf(values('availability'), element => parseAvailability(linkOrValue(element))),
    images: scope && imagesIn(values('image'), url),
    description: scope && value('description'),
    rating: ratingIn(value),
  }
}

// Of several products in the markup, the one with the main heading or the most properties is the page's own.
function productScope(page: PageModel): Element | undefined {
  const scopes = page.elements.filter(element => PRODUCT.test(element.attribs.itemtype ?? ''))
  const heading = page.headingAt === undefined ? undefined : page.pieces[page.headingAt]?.element
  const around = heading && scopes.find(scope => isInside(heading, scope))
  if (around) return around
  const counts = new Map<Element, number>()
  for (const element of page.elements) {
    const scope = element.attribs.itemprop === undefined ? undefined : scopeOf(element)
    if (scope) counts.set(scope, (counts.get(scope) ?? 0) + 1)
  }
  return scopes.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0]
}

function scopeOf(element: Element): Element | undefined {
  for (let around = element.parent; around; around = around.parent) {
    if (isTag(around) && PRODUCT.test(around.attribs.itemtype ?? '')) return around
  }
  return undefined
}

function nearestScope(element: Element): Element | undefined {
  for (let around: AnyNode | null = element.parent; around; around = around.parent) {
    if (isTag(around) && 'itemscope' in around.attribs) return around
  }
  return undefined
}

// Outside a product scope only loose properties and offers count, not those of reviews, lists and organisations.
function isNestedItem(element: Element): boolean {
  const type = nearestScope(element)?.attribs.itemtype
  return type !== undefined && !/Offer|Rating|Brand/i.test(type)
}

function hasName(element: Element, name: string): boolean {
  return (element.attribs.itemprop ?? '').split(/\s+/).includes(name)
}

function valueOf(element: Element): string | undefined {
  const { content, datetime } = element.attribs
  const written = content ?? datetime ?? (isTag(element) ? plainText(element) : undefined)
  return written === undefined || UNFILLED.test(written) ? undefined : text(written)
}

function linkOrValue(element: Element): string | undefined {
  return element.attribs.href ?? valueOf(element)
}

// An article number is printed as the shop writes it ("466/7999"), while content may hold it bare.
function shownValue(element: Element): string | undefined {
  const bare = valueOf(element)?.replace(/^(?:sku|mpn|id)\s*:\s*/i, '')
  const shown = plainText(element)
  const same = shown.replace(/\W/g, '').toLowerCase() === bare?.replace(/\W/g, '').toLowerCase()
  return same && shown !== '' ? shown : bare
}

function brandValue(element: Element): string | undefined {
  if (element.attribs.content !== undefined) return valueOf(element)
  const name = elementsOf(element).find(inner => inner !== element && hasName(inner, 'name'))
  // "See all of the brand: X": the name stands after the colon.
  const brand = (name ? valueOf(name) : brandOf(element))?.replace(/^.*[:：]\s*(?=\S)/u, '')
  return brand === undefined || UNFILLED.test(brand) ? undefined : brand
}

function priceValue(element: Element, currency: string | undefined): string | undefined {
  const { content } = element.attribs
  const price = machinePrice(content === undefined || content === '' ? plainText(element) : content, currency)
  return price === undefined || Number(price) === 0 ? undefined : price
}

function gtinIn(values: (name: string) => Element[]): string | undefined {
  for (const name of ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'isbn', 'ean']) {
    const gtin = firstOf(values(name), element => parseGtin(valueOf(element))?.value)
    if (gtin !== undefined) return gtin
  }
  return undefined
}

function imagesIn(elements: readonly Element[], url: string): string[] | undefined {
  const links = elements.flatMap(
    ({ attribs }) => absoluteUrl(attribs.content ?? attribs.src ?? attribs.href, url) ?? [],
  )
  return links.length > 0 ? [...new Set(links)] : undefined
}

function ratingIn(value: (name: string) => string | undefined): Facts['rating'] {
  const rated = Number(value('ratingValue')?.replace(',', '.') ?? Number.NaN)
  if (Number.isNaN(rated)) return undefined
  const best = Number(value('bestRating') ?? Number.NaN)
  const count = Number(value('reviewCount') ?? value('ratingCount') ?? Number.NaN)
  return {
    value: rated,
    best: Number.isNaN(best) ? undefined : best,
    count: Number.isNaN(count) ? undefined : count,
  }
}

function firstOf<Value>(
  elements: readonly Element[],
  read: (element: Element) => Value | undefined,
): Value | undefined {
  for (const element of elements) {
    const value = read(element)
    if (value !== undefined) return value
  }
  return undefined
}
