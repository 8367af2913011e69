// Candidates from the page for name, images, description, breadcrumbs and rating.
import { readBreadcrumbs } from '../../values/breadcrumb-trail.ts'
import { absoluteUrl } from '../../values/url.ts'
import type { Emit } from '../../candidate.ts'
import { HIDDEN, OTHER_PRODUCTS, SITE_CHROME } from '../../page/element-context.ts'
import { attribute, firstFrom, textIn, markupOf, placeOf } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'

const TRAIL = /bread-?_?crumb|(?:^|[\s_-])(?:crumbs?|navpath|pathway|ariane)(?:$|[\s_-])|BreadcrumbList/i
const DESCRIPTION =
  /(?:^|[-_\s])(?:product-?_?)?(?:description|beschreibung|descripcion|descrizione|descricao|popis|opis)(?:$|[-_\s])/i
const ROOTS = new Set(['body', 'html', 'main'])
const MAX_TRAILS = 6
const MAX_DESCRIPTION = 5000

export function emitPageDetails(page: ReaderPage, emit: Emit): void {
  const { heading } = page
  if (heading)
    emit({
      field: 'name',
      value: withoutBinding(heading.text),
      source: 'page',
      place: placeOf(page, heading.node),
      node: heading.node,
      at: heading.at,
      features: { page: 1 },
    })
  if (page.title !== '')
    emit({
      field: 'name',
      value: page.title,
      source: 'page',
      place: 'title',
      features: { title: 1 },
    })
  emitNamedElements(page, emit)
  emitImages(page, emit)
  emitRating(page, emit)
}

// How a book is bound is a variant of it and no part of its title.
const BINDINGS =
  'paperback|hardcover|hardback|hardbound|softcover|audio ?(?:cd|book)|kindle edition|mass market paperback|taschenbuch|gebundene? ausgabe|gebunden|broché|relié|tapa (?:dura|blanda)|capa (?:dura|comum)|copertina (?:rigida|flessibile)'
const BINDING = new RegExp(
  `(?<!\\s)\\s+\\([^()]{0,30}(?:${BINDINGS})[^()]{0,30}\\)$|(?<!\\s)(?:\\s+\\([^()]{2,14}\\))?\\s+(?:${BINDINGS})(?:\\s[–-]\\s.{4,30}\\d{4})$`,
  'iu',
)

export function withoutBinding(name: string): string {
  return name.replace(BINDING, '')
}

interface NamedAs {
  readonly isTrail: boolean
  readonly isDescription: boolean
}

function readNames(words: string): NamedAs {
  return { isTrail: TRAIL.test(words), isDescription: DESCRIPTION.test(words) }
}

function emitNamedElements(page: ReaderPage, emit: Emit): void {
  // Limits attempts, not results: a hostile page has thousands of elements without a result.
  let trails = 0
  let descriptions = 0
  const { names } = page.tree
  const nameById = new Map<string, NamedAs>()
  for (let node = 1; node < names.length && (trails < MAX_TRAILS || descriptions < MAX_TRAILS); node++) {
    const name = names[node] as string
    if (!HOLDERS.has(name) || ROOTS.has(name)) continue
    const words = page.context.names(node)
    if (words === '' && attribute(page, node, 'itemtype') === undefined) continue
    const called = nameById.get(words) ?? readNames(words)
    nameById.set(words, called)
    if (trails < MAX_TRAILS && (called.isTrail || TRAIL.test(attribute(page, node, 'itemtype') ?? ''))) {
      trails++
      const crumbs = readBreadcrumbs(markupOf(page, node), page.url)
      if (crumbs.length > 1 && crumbs.length < 12) {
        emit({
          field: 'breadcrumbs',
          value: JSON.stringify(crumbs),
          source: 'page',
          place: placeOf(page, node),
          node,
          features: { page: 1, 'several crumbs': 1 },
        })
      }
    }
    if (
      descriptions < MAX_TRAILS &&
      called.isDescription &&
      (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | HIDDEN)) === 0
    ) {
      descriptions++
      const text = textIn(page, node, MAX_DESCRIPTION)
      if (text.length > 40) {
        emit({
          field: 'description',
          value: text,
          source: 'page',
          place: placeOf(page, node),
          node,
          features: { page: 1 },
        })
      }
    }
  }
}

const HOLDERS = new Set('div section nav ul ol p article td span dl aside'.split(' '))

// Images near the heading whose alternative text shares words with the name belong to the product.
function emitImages(page: ReaderPage, emit: Emit): void {
  const headingAt = page.heading?.at ?? 0
  for (const node of page.images.slice(0, 400)) {
    const at = firstFrom(page.segmentStarts, page.tree.starts[node] as number)
    if (at < headingAt - 40 || at > headingAt + 60) continue
    if ((page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | HIDDEN)) > 0) continue
    const alt = attribute(page, node, 'alt') ?? ''
    const words = alt.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []
    const shared = words.filter(word => page.headingWords.has(word)).length
    const link = absoluteUrl(
      attribute(page, node, 'data-old-hires') ||
        attribute(page, node, 'data-src') ||
        attribute(page, node, 'src'),
      page.url,
    )
    if (link === undefined || shared < 2) continue
    emit({
      field: 'image',
      value: JSON.stringify([link]),
      source: 'page',
      place: placeOf(page, node),
      node,
      features: { page: 1 },
    })
    return
  }
}

// "4.5 (1,023)", "4,5 von 5 Sternen", "4.5 out of 5".
const SCALE =
  /^(?:rated )?([0-5](?:[.,]\d{1,2})?)\s*(?:\/|out of|von|sur|su|de|van|z|из|av|af)\s*(5|10)(?!\d)/iu
const WITH_COUNT = /^([0-5][.,]\d{1,2})\s*\(\s*(\d{1,3}(?:[.,\s]\d{3})*|\d+)\s*(?:\p{L}[\p{L} ]{0,20})?\)$/u
const COUNT =
  /^\(?\s*(\d{1,3}(?:[.,\s]\d{3})*|\d+)\s{0,4}(?:global )?(?:(?:customer |verified )?(?:ratings?|reviews?|bewertungen?|rezensionen|sternebewertungen|avis|évaluations|reseñas|opiniones|valutazioni|recensioni|avaliações|opini[ei]|hodnocení|recenz[eií]|beoordelingen|отзыв\p{L}*|оцен\p{L}*))?\s{0,4}\)?$/iu
const RATING_AFTER = 80

function emitRating(page: ReaderPage, emit: Emit): void {
  const start = page.heading?.at ?? 0
  const near = page.segments.slice(Math.max(0, start - 10), start + RATING_AFTER)
  for (const [index, segment] of near.entries()) {
    if (segment.text.length > 60) continue
    const both = WITH_COUNT.exec(segment.text)
    const scaled = both ? null : SCALE.exec(segment.text)
    if (!both && !scaled) continue
    if ((page.context.flags(segment.node) & (OTHER_PRODUCTS | SITE_CHROME)) > 0) continue
    const count =
      both?.[2] ??
      near
        .slice(index + 1, index + 4)
        .map(({ text }) => COUNT.exec(text)?.[1])
        .find(digits => digits !== undefined)
    const value = Number((both?.[1] ?? scaled?.[1] ?? '').replace(',', '.'))
    const rating = {
      value,
      best: scaled?.[2] === undefined ? undefined : Number(scaled[2]),
      count: count === undefined ? undefined : Number(count.replace(/\D/g, '')),
    }
    // "0.0 out of 5 (0)": nobody rated.
    if (value === 0 || rating.count === 0) return
    emit({
      field: 'rating',
      value: JSON.stringify(rating),
      source: 'page',
      place: placeOf(page, segment.node),
      node: segment.node,
      at: segment.at,
      features: { page: 1 },
    })
    return
  }
}
