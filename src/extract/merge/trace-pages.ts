// Traces which places of which documents a reading uses: pages whose values report where they were read.
import type { SourceKind } from '#kit/product/general-product'
import { jsonLdViews, type Page } from '#kit/page/page'
import type { PageElement } from '#kit/page/page-element'
import { scrubUrl } from '../../runtime/scrub-exchange.ts'
import { escapeToken } from '#kit/schema/pointer'

export interface SourceLocation {
  readonly from: SourceKind
  /** Path of the document and the part of it, such as `/products/lamp.js` or `/p/1#__NEXT_DATA__`. */
  readonly part: string
  /** JSON Pointer in that part; empty for an element. */
  readonly pointer: string
  /** What stands there. */
  readonly raw: unknown
}

export interface PageTracer {
  trace(page: Page): Page
  /** A document, or a part of one, that is named `part`. Of traced pages every value is traced already. */
  traceValue<T>(from: SourceKind, part: string, value: T): T
  /** Runs a function and returns the places that it read. */
  record<T>(read: () => T): { readonly value: T; readonly places: readonly SourceLocation[] }
}

type Note = (from: SourceKind, part: string, pointer: string, raw: unknown) => void

export function createPageTracer(): PageTracer {
  let places: Map<string, SourceLocation> | undefined
  let hasPages = false
  const note: Note = (from, part, pointer, raw) => {
    places?.set(`${part} ${pointer}`, { from, part, pointer, raw })
  }
  return {
    trace(page) {
      hasPages = true
      return tracePage(page, note)
    },
    traceValue: (from, part, value) =>
      hasPages ? value : traceReads(value, (pointer, raw) => note(from, part, pointer, raw)),
    record(read) {
      const found = new Map<string, SourceLocation>()
      places = found
      try {
        return { value: read(), places: [...found.values()] }
      } finally {
        places = undefined
      }
    },
  }
}

/** Reads a value, with its places if they are traced. */
export function readTraced<T>(
  tracer: PageTracer | undefined,
  read: (() => T) | undefined,
): { readonly value: T | undefined; readonly places: readonly SourceLocation[] } {
  if (!tracer || !read) return { value: read?.(), places: [] }
  return tracer.record(() => untraced(read()))
}

/** Copies traced objects that a field returns unchanged, so that they are no longer traced. */
function untraced<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}

/** Of the places that were read on the way to a price, those where it stands; all, if none has it is. */
export function placesOfPrice(
  places: readonly SourceLocation[],
  amount: string,
  currency?: string,
): readonly SourceLocation[] {
  const forms = new Set([amount, String(Number(amount))].map(digitsOf))
  const holds = (raw: unknown) =>
    String(raw)
      .match(/\d(?:[\d.,'\s]*\d)?/g)
      ?.some(
        text => forms.has(digitsOf(text)) || forms.has(digitsOf(text.replace(/([.,]\d{0,6}?)0{1,6}$/, '$1'))),
      )
  const own = places.filter(({ raw }) => holds(raw))
  return own.length > 0 ? places.filter(({ raw }) => raw === currency || holds(raw)) : places
}

/** Whatever separates thousands and decimals, and whether the shop counts in cents. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** More places than this do not help anybody to find a value. */
const PLACES_MAX = 8

// Such as `/products/lamp.js#/variants/*/price /products/lamp.json#/product/title`.
export function formatLocations(places: readonly SourceLocation[]): string {
  const parts = Map.groupBy(places, ({ part }) => part)
  return [...parts]
    .flatMap(([part, inPart]) =>
      joinPositions(inPart.map(({ pointer }) => pointer)).map(pointer =>
        part.includes('#') ? `${part}${pointer}` : `${part}#${pointer}`,
      ),
    )
    .slice(0, PLACES_MAX)
    .join(' ')
}

/** Path and query, without the origin and without keys, which may be the operator's. */
export function placeOfDocument(url: string): string {
  const { pathname, search } = new URL(url)
  return scrubUrl(`${pathname}${search}`)
}

function tracePage(page: Page, note: Note): Page {
  const document = placeOfDocument(page.url)
  const traced =
    (from: SourceKind, part: string) =>
    <T>(value: T, base: readonly (string | number)[] = []): T =>
      traceReads(
        value,
        (pointer, raw) => note(from, part, pointer, raw),
        base.map(step => `/${step}`).join(''),
      )
  const jsonLd = () => traced('json-ld', `${document}#ld+json`)(page.jsonLd())
  const embedded = (name: string | undefined) => traced('embedded', `${document}#${name ?? 'script'}`)
  const elements = traceElements(page, document, '', note)
  return {
    ...page,
    ...elements,
    ...jsonLdViews(jsonLd, page.url),
    text() {
      const text = page.text()
      note('page', document, '', text)
      return text
    },
    json: () => traced('api', document)(page.json()),
    script: (wanted, path) => embedded(wanted.id ?? wanted.type)(page.script(wanted, path), path),
    scripts: (wanted, path) => embedded(wanted.id ?? wanted.type)(page.scripts(wanted, path), path),
    assigned: (name, path) => embedded(name)(page.assigned(name, path), path),
    assignedAll: (name, path) => embedded(name)(page.assignedAll(name, path), path),
  }
}

function traceElements(
  element: Pick<PageElement, 'select' | 'first'>,
  document: string,
  outer: string,
  note: Note,
): Pick<PageElement, 'select' | 'first'> {
  const traced = (inner: PageElement, css: string): PageElement => {
    const selector = outer === '' ? css : `${outer} ${css}`
    const noted = (text: string | undefined) => {
      note(kindOf(selector), `${document}#${selector}`, '', text)
      return text
    }
    return {
      ...traceElements(inner, document, selector, note),
      text(except) {
        return noted(inner.text(except)) ?? ''
      },
      attr(name) {
        return noted(inner.attr(name))
      },
      next() {
        const sibling = inner.next()
        return sibling && traced(sibling, `${css} + *`)
      },
    }
  }
  return {
    select: css => element.select(css).map(one => traced(one, css)),
    first(css) {
      const found = element.first(css)
      return found && traced(found, css)
    },
  }
}

function kindOf(selector: string): SourceKind {
  if (/\[itemprop/i.test(selector)) return 'microdata'
  return /meta\[(?:property|name)/i.test(selector) ? 'open-graph' : 'page'
}

/** A proxy for the value that calls `onRead` with the JSON Pointer of every scalar that is read. */
export function traceReads<T>(value: T, onRead: (pointer: string, raw: unknown) => void, pointer = ''): T {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver)
      // List methods and `length` are not part of the answer.
      if (typeof key !== 'string' || typeof inner === 'function' || !Object.hasOwn(target, key)) return inner
      if (key === 'length' && Array.isArray(target)) return inner
      const here = `${pointer}/${escapeToken(key)}`
      if (inner === undefined || inner === null) return inner
      if (typeof inner !== 'object') onRead(here, inner)
      return traceReads(inner, onRead, here)
    },
  })
}

/** Pointers that differ only in list positions become one, with `*` where they differ. */
export function joinPositions(pointers: Iterable<string>): string[] {
  const groups = Map.groupBy(pointers, pointer => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'))
  return Array.from(groups.values(), group => {
    const [first = [], ...others] = group.map(pointer => pointer.split('/'))
    return first.map((step, index) => (others.every(one => one[index] === step) ? step : '*')).join('/')
  })
}
