// Candidates for the brand from the page: elements and links named after brands, phrases, the words of the heading.
import { parseBrand } from '../../values/brand.ts'
import type { Emit, Features } from '../../candidate.ts'
import { HIDDEN } from '../../page/element-context.ts'
import { attribute, firstFrom, parentOf, markupOf, placeOf } from '../../page/page-view.ts'
import { isInCard, type ReaderPage } from '../../page/read-page.ts'
import { NOT_A_BRAND } from '../../words/brand-words.ts'

const BRANDS =
  'brand|manufacturer|marca|marke|marque|merk|vendor|designer|producer|producent|hersteller|znacka|vyrobce|fabricante|bylineInfo|byline'
const BRAND_NAME = new RegExp(
  `(?:^|[-_\\s])(?:${BRANDS})(?:[-_]?(?:name|title|link|logo|label|value|text))?(?:$|[-_\\s])|product-?_?(?:${BRANDS})|brandName`,
  'i',
)
const BRAND_LINK =
  /\/(?:brands?|marken?|marcas?|marques?|merken|hersteller|manufacturers?|designers?|producent|producers?|vyrobce|vyrobca|znacky?|brend|fabricantes?|stores?)\/[^/?#]+|[?&](?:brand|marca|manufacturer)=/i
// Words around a brand in a link to all its products.
const BEFORE_BRAND =
  'brand|marke|marque|marca|merk|značka|výrobce|výrobca|producent|hersteller|manufacturer|fabricant|fabricante|gyártó|бренд|марка|производител[ьи]|виробник|الماركة|العلامة التجارية|מותג|by|von|de|di|par|from|shop|see all|view all|more from|visit the|visita lo store di|visiter la boutique|visita la tienda de|besuche den|besuchen sie den|mehr von|alle von|all from|tutti i prodotti|produkte von|scopri'
const AROUND_BRAND = new RegExp(
  `^(?:${BEFORE_BRAND})(?:\\s*[:：])?\\s+|(?:(?<!\\s)\\s+(?:store|shop|products?|produkte|shop|official)|-store|-shop)$`,
  'giu',
)
const PHRASE = new RegExp(
  `^(?:(?:visit the|besuchen? (?:sie )?den|visita lo store di|visiter la boutique|visita la tienda de)\\s+(\\S.{0,30}?)(?:[ -](?:store|shop))?|(?:brand|marke|marque|marca|merk|značka|бренд|by|von)\\s*[:：]\\s*(\\S.{0,30}))$`,
  'iu',
)
const UNFILLED = /^\$|\{\{|<%/
// How far, in segments, a brand may be before or after its product's heading.
const BEFORE = 25
const AFTER = 60
const MAX_LENGTH = 40

export function emitShownBrand(page: ReaderPage, emit: Emit): void {
  const headingAt = page.heading?.at ?? 0
  const from = Math.max(0, headingAt - BEFORE)
  const put = (value: string | undefined, node: number, at: number, features: Features) => {
    const brand = value
      ?.replace(AROUND_BRAND, '')
      .replace(/^[:：\s]+/, '')
      .trim()
    if (
      !brand ||
      isInCard(page, node) ||
      UNFILLED.test(brand) ||
      brand.length > MAX_LENGTH ||
      !/\p{L}/u.test(brand)
    )
      return
    emit({
      field: 'brand',
      value: brand,
      source: 'page',
      place: placeOf(page, node),
      node,
      at,
      features: { page: 1, ...features },
    })
  }
  const seen = new Set<number>()
  for (const segment of page.segments.slice(from, headingAt + AFTER)) {
    if ((page.context.flags(segment.node) & HIDDEN) > 0) continue
    const phrase = segment.text.length <= 60 ? PHRASE.exec(segment.text) : null
    if (phrase) put(phrase[1] ?? phrase[2], segment.node, segment.at, { 'brand phrase': 1 })
    let node: number | undefined = segment.node
    for (let level = 0; level < 3 && node !== undefined; level++, node = parentOf(page.tree, node)) {
      if (seen.has(node)) break
      seen.add(node)
      const named = nameFeatures(page, node)
      if (named) put(parseBrand(markupOf(page, node)), node, segment.at, named)
    }
  }
  for (const node of page.images) {
    const at = firstFrom(page.segmentStarts, page.tree.starts[node] as number)
    if (at < from || at > headingAt + AFTER) continue
    const parent = parentOf(page.tree, node) ?? node
    if (nameFeatures(page, node) || nameFeatures(page, parent))
      put(attribute(page, node, 'alt'), node, at, { 'brand picture': 1 })
  }
  emitHeadingWords(page, emit)
}

function nameFeatures(page: ReaderPage, node: number): Features | undefined {
  const isNamed = BRAND_NAME.test(page.context.names(node))
  const isLink = page.tree.names[node] === 'a' && BRAND_LINK.test(attribute(page, node, 'href') ?? '')
  if (!isNamed && !isLink) return undefined
  return { ...(isNamed ? { 'element called a brand': 1 } : {}), ...(isLink ? { 'link to a brand': 1 } : {}) }
}

// Many product names start with the brand.
function emitHeadingWords(page: ReaderPage, emit: Emit): void {
  const { heading } = page
  if (!heading) return
  const all = heading.text.split(' ')
  // "New Corvane lamp", "Women's Corvane shirt".
  const start = all.findIndex(word => !NOT_A_BRAND.test(word))
  const words = start < 0 ? [] : all.slice(start, start + 4)
  const put = (value: string, features: Features) =>
    emit({
      field: 'brand',
      value,
      source: 'page',
      place: 'heading',
      node: heading.node,
      at: heading.at,
      features: { 'heading words': 1, ...features },
    })
  for (let count = 1; count <= Math.min(3, words.length - 1); count++) {
    const value = words
      .slice(0, count)
      .join(' ')
      .replace(/(?<![,:;–-])[,:;–-]+$/, '')
    if (/\p{L}/u.test(value) && value.length > 1) put(value, { [`first ${count} of the heading`]: 1 })
  }
  const maker = / (?:by|von|par) (\p{Lu}[\p{L}'’.-]+)(?: (\p{Lu}[\p{L}'’.-]+))?/u.exec(heading.text)
  if (maker?.[1]) put(maker[1], { 'after "by" in the heading': 1 })
  if (maker?.[2]) put(`${maker[1]} ${maker[2]}`, { 'after "by" in the heading': 1 })
  const [part, next] = [page.segments[heading.at], page.segments[heading.at + 1]]
  // A heading in two parts, "<h1><span>Maker</span><span>Thing</span></h1>".
  if (
    part &&
    next &&
    part.node !== next.node &&
    part.text.length <= MAX_LENGTH &&
    heading.text.startsWith(part.text) &&
    heading.text !== part.text &&
    heading.text.includes(next.text)
  )
    put(part.text, { 'own part of the heading': 1 })
  for (const step of [-1, 1]) {
    const beside = page.segments[heading.at + step]
    if (
      beside &&
      beside.text.length <= 30 &&
      beside.text.split(' ').length <= 3 &&
      /^\p{L}/u.test(beside.text)
    )
      emit({
        field: 'brand',
        value: beside.text,
        source: 'page',
        place: placeOf(page, beside.node),
        node: beside.node,
        at: beside.at,
        features: { page: 1, [step < 0 ? 'right before the heading' : 'right after the heading']: 1 },
      })
  }
}
