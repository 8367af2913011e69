// Finds the brand a page shows beside its heading, in an element or a link named after brands.
import type { Element } from 'domhandler'
import { brandOf } from '../tidy/brand.ts'
import type { PageModel } from './page-model.ts'
import { namesOf } from './page-text.ts'

const BRANDS =
  'brand|manufacturer|marca|marke|marque|merk|vendor|designer|producer|producent|hersteller|znacka|vyrobce|fabricante'
const BRAND_NAME = new RegExp(
  `(?:^|[-_\\s])(?:${BRANDS})(?:[-_]?(?:name|title|link|logo|label|value|text))?(?:$|[-_\\s])|product-?_?(?:${BRANDS})|brandName`,
  'i',
)
const BRAND_LINK =
  /\/(?:brands?|marken?|marcas?|marques?|merken|hersteller|manufacturers?|designers?|producent|producers?|vyrobce|vyrobca|znacky?|brend|fabricantes?)\/[^/?#]+|[?&](?:brand|marca|manufacturer)=/i
// Words around a brand in a link to all its products.
const BEFORE_BRAND =
  'brand|marke|marque|marca|značka|výrobce|výrobca|producent|бренд|марка|by|von|de|par|from|shop|see all|view all|more from|visit the|mehr von|alle von'
const LEAD = new RegExp(`^(?:${BEFORE_BRAND})\\s*[:：]?\\s+|\\s+(?:store|shop|products?|produkte)$`, 'giu')
const UNFILLED = /^\$|\{\{|<%|^(?:undefined|null|n\/a|-)$/i
// How far, in pieces of text, a brand stands before or after its product's heading.
const BEFORE = 25
const AFTER = 40

export function pageBrand(page: PageModel): string | undefined {
  const { headingAt } = page
  if (headingAt === undefined) return undefined
  const near = page.pieces
    .slice(Math.max(0, headingAt - BEFORE), headingAt + AFTER)
    .filter(({ aside, hidden }) => !aside && !hidden)
  const around = new Set(near.flatMap(({ element }) => [element, element.parent, element.parent?.parent]))
  const named = page.elements.filter(element => around.has(element) && isNamed(element))
  for (const element of named) {
    const brand = brandOf(element)
      ?.replace(LEAD, '')
      .replace(/^[:：\s]+/, '')
      .trim()
    if (
      brand &&
      !UNFILLED.test(brand) &&
      brand.length <= 30 &&
      /\p{L}/u.test(brand) &&
      brand !== page.heading
    )
      return brand
  }
  return undefined
}

// A heading in two parts, "<h1><span>Maker</span><span>Thing</span></h1>", with both in the title too.
export function partOfHeading({
  pieces,
  headingAt,
  heading = '',
  title = '',
}: PageModel): string | undefined {
  const part = headingAt === undefined ? undefined : pieces[headingAt]
  const next = headingAt === undefined ? undefined : pieces[headingAt + 1]
  if (!part || !next || part.element === next.element || part.element.name === 'h1') return undefined
  const { text } = part
  const isPart = heading.startsWith(text) && heading.includes(next.text) && heading !== text
  const words = text.split(' ').length
  return isPart && words <= 3 && text.length <= 25 && title.toLowerCase().includes(text.toLowerCase())
    ? text
    : undefined
}

function isNamed(element: Element): boolean {
  return (
    BRAND_NAME.test(namesOf(element)) || (element.name === 'a' && BRAND_LINK.test(element.attribs.href ?? ''))
  )
}
