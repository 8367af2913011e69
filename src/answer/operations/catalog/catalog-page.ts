// One page of a catalog: the next document of the shop's UCP catalog, of its platform's list, or of its sitemaps.
import { hash } from 'node:crypto'
import { Fault } from '#kit/fault'
import type { CursorState } from './catalog-cursor.ts'
import { type CatalogRow, completeRow } from '../../../extract/list/catalog-row.ts'
import { urlWithinShop } from '../../../extract/list/own-url.ts'
import type { Sitemap } from '../../../extract/list/read-sitemap.ts'
import { isProductPattern, patternOf, samplesOf, type UrlPattern } from './url-patterns.ts'

/** Amounts of a list without a currency are no prices. The next reading may have them. */
export const CURRENCY_PROBLEM =
  'the list states no currency, and none could be read from a page of the shop; prices are left out'

const REPEATED_PROBLEM = 'a later page of the list has the same products again; there may be more'

export interface ListPage {
  readonly rows: readonly CatalogRow[]
  /** How many products the shop's page has, with those that have no usable address. */
  readonly listed: number
  readonly next?: string | undefined
  readonly problem?: string | undefined
}

/** What a shop publishes for machines. Throws faults. */
export interface CatalogSource {
  /** Absolute URL of the shop without a trailing slash. */
  readonly base: string
  /** A segment may have several: one for each of its shops. */
  readonly bases: readonly string[]
  /** Which lists the shop has besides sitemaps. */
  lists(): Promise<readonly ('ucp' | 'list')[]>
  list(from: 'ucp' | 'list', after: string | undefined): Promise<ListPage>
  /** Addresses of the sitemaps that robots.txt names, or the usual one. */
  roots(): Promise<readonly string[]>
  sitemap(url: string): Promise<Sitemap>
  /** Whether the page shows a product; undefined for one that may not be read. */
  showsProduct(url: string): Promise<boolean | undefined>
  /** Requests to the shop so far. */
  requests(): number
  /** What a page of the list states is kept, for people. */
  note?(page: CatalogPageStats, rows: readonly CatalogRow[]): void
}

export interface CatalogPageStats {
  readonly source: CatalogRow['source']
  readonly price: boolean
  readonly availability: boolean
  readonly products: number
  readonly requests: number
  readonly complete: boolean
}

export interface CatalogPage {
  readonly rows: readonly CatalogRow[]
  readonly next: CursorState & { readonly done?: boolean }
  readonly skipped: number
  /** Paths of the sitemap, after the indexes that name it; empty for other lists. */
  readonly documents: readonly string[]
  readonly problems: readonly string[]
}

/** Faults of one document that say nothing about the others. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'not_found',
  'robots_disallowed',
  'upstream_blocked',
  'upstream_changed',
])
/** An index may name an index, and no more: a loop would never end. */
const LEVELS_MAX = 3

/** What one page may cost. Where it ends, the page ends too, with a cursor for the rest. */
export interface PageBounds {
  /** Requests to the shop for the whole catalog. */
  readonly budget: number
  readonly timeLeftMs: () => number
}

export async function readCatalogPage(
  source: CatalogSource,
  state: CursorState | undefined,
  start: CursorState,
  bounds: PageBounds,
): Promise<CatalogPage> {
  const problems: string[] = []
  if (state === undefined || state.from !== 'sitemap') {
    const kinds = state ? [state.from] : await source.lists()
    for (const from of kinds) {
      if (from === 'sitemap') continue
      try {
        return await readList(source, state ?? { ...start, from }, problems)
      } catch (error) {
        // Only the first page may be replaced by another list: a catalog is not put together from two.
        if (state || !(error instanceof Fault) || !UNAVAILABLE.has(error.code)) throw error
        problems.push(`${from === 'ucp' ? 'the UCP catalog' : 'the list of the platform'}: ${error.code}`)
      }
    }
  }
  const from = state ?? start
  return readNextSitemap(source, from, problems, createLimit(source, from, bounds))
}

/** What is left for one page of sitemaps. */
interface Limit {
  requestsLeft(): number
  /** Half of the time is kept for the document that is being read. */
  isShortOfTime(): boolean
}

function createLimit(
  source: CatalogSource,
  { used }: CursorState,
  { budget, timeLeftMs }: PageBounds,
): Limit {
  const halfMs = timeLeftMs() / 2
  return {
    requestsLeft: () => budget - used - source.requests(),
    isShortOfTime: () => timeLeftMs() < halfMs,
  }
}

async function readList(
  source: CatalogSource,
  state: CursorState,
  problems: readonly string[],
): Promise<CatalogPage> {
  const from = state.from === 'ucp' ? 'ucp' : 'list'
  const { rows: listRows, listed, next, problem } = await source.list(from, state.after)
  const unique = uniqueRows(listRows, source.bases)
  const { after: _, pages = [], ...rest } = state
  const mark = markOf(unique)
  // Some shops show the first page or the last one again behind the last one. The budget of the catalog ends a longer circle.
  const isRepeated = unique.length > 0 && pages.includes(mark)
  const rows = isRepeated ? [] : unique
  const used = state.used + source.requests()
  const givenRows = state.given + rows.length
  const nextState = { ...rest, used, given: givenRows, pages: [pages[0] ?? mark, mark] }
  const isLast =
    isRepeated || next === undefined || next === state.after || (listed === 0 && source.bases.length < 2)
  return {
    rows,
    next: isLast ? { ...nextState, done: true } : { ...nextState, after: next },
    skipped: listed - rows.length,
    documents: [],
    problems: [
      ...problems,
      ...(problem === undefined ? [] : [problem]),
      ...(isRepeated ? [REPEATED_PROBLEM] : []),
      ...foreignRows(
        listRows.map(one => one.url),
        source.bases,
      ),
    ],
  }
}

/** Hash of the products of a page, in any order: two equal ones show that the list repeats. */
function markOf(rows: readonly { readonly url: string }[]): string {
  const urls = rows.map(row => row.url).toSorted()
  return hash('sha256', urls.join('\n'), 'base64url').slice(0, 12)
}

function uniqueRows<R extends { readonly url: string }>(rows: readonly R[], bases: readonly string[]): R[] {
  const byUrl = new Map<string, R>()
  for (const row of rows) {
    const url = ownUrlIn(row.url, bases)
    const key = url?.replace(/^https?:\/\/(?:www\.)?/, '')
    // The last row counts, as for a product that two pages of the list name.
    if (url !== undefined && key !== undefined) byUrl.set(key, { ...row, url: byUrl.get(key)?.url ?? url })
  }
  return [...byUrl.values()]
}

function ownUrlIn(url: string, bases: readonly string[]): string | undefined {
  return bases.map(base => urlWithinShop(url, base)).find(shopUrl => shopUrl !== undefined)
}

/** A list whose addresses are of another shop is not complete: the shop has moved, or this is not its list. */
function foreignRows(urls: readonly string[], bases: readonly string[]): string[] {
  const foreign = urls.filter(url => ownUrlIn(url, bases) === undefined)
  const hosts = [...new Set(foreign.flatMap(url => URL.parse(url, `${bases[0] ?? ''}/`)?.host ?? []))]
  if (foreign.length === 0) return []
  const examples = hosts.filter(host => host !== '').slice(0, 3)
  const where = examples.length === 0 ? '' : `: ${examples.join(', ')}`
  return [`${foreign.length} of ${urls.length} addresses are not of this shop${where}`]
}

interface FoundFile {
  /** Undefined when the limit was reached before a file could be read. `places`: its path, and those of the indexes above it. */
  readonly document:
    | { readonly url: string; readonly file: Sitemap; readonly places: readonly string[] }
    | undefined
  /** The place to go on at; undefined after the last. */
  readonly next: number[] | undefined
}

async function readNextSitemap(
  source: CatalogSource,
  state: CursorState,
  problems: string[],
  limit: Limit,
): Promise<CatalogPage> {
  const file = await findFile(source, state.places, problems, limit)
  if (!file && state.places.length === 0)
    throw new Fault(
      'not_found',
      `the shop publishes no list of its products (${shortened(problems).join('; ')})`,
    )
  const document = file?.document
  const rows = document
    ? uniqueRows(
        document.file.rows.map(({ url, lastmod, image, title }) => ({
          url,
          name: title,
          image,
          updated_at: lastmod,
          source: 'sitemap',
        })),
        source.bases,
      ).flatMap(row => completeRow(row) ?? [])
    : []
  if (document?.file.broken !== undefined) problems.push(`${pathOf(document.url)}: ${document.file.broken}`)
  problems.push(
    ...foreignRows(
      (document?.file.rows ?? []).map(one => one.url),
      source.bases,
    ),
  )
  const documents = document?.places ?? []
  const { patterns, isAll } = await learn(source, rows, state.patterns, limit)
  const shownProblems = shortened(problems)
  const used = state.used + source.requests()
  const rest = { from: 'sitemap' as const, patterns: [...patterns], used }
  // Not enough time to read all samples: the same file again, with what is known by now.
  if (!isAll)
    return {
      rows: [],
      next: { ...rest, places: state.places, given: state.given },
      skipped: 0,
      documents,
      problems: shownProblems,
    }
  const products = new Set(patterns.filter(isProductPattern).map(one => one.pattern))
  const productRows = rows.filter(row => products.has(patternOf(row.url, source.base)))
  const nextState = { ...rest, given: state.given + productRows.length }
  return {
    rows: productRows,
    next: file?.next ? { ...nextState, places: file.next } : { ...nextState, places: [], done: true },
    skipped: (document?.file.rows.length ?? 0) - productRows.length,
    documents,
    problems: shownProblems,
  }
}

/** An index may name thousands of files that cannot be read. */
const PROBLEMS_MAX = 20

function shortened(problems: readonly string[]): readonly string[] {
  if (problems.length <= PROBLEMS_MAX) return problems
  return [...problems.slice(0, PROBLEMS_MAX), `and ${problems.length - PROBLEMS_MAX} more`]
}

/** The file at a place, or the first one after it that can be read. Undefined when there is no more. */
async function findFile(
  source: CatalogSource,
  from: readonly number[],
  problems: string[],
  limit: Limit,
): Promise<FoundFile | undefined> {
  const levels: { readonly urls: readonly string[]; place: number }[] = [
    { urls: await source.roots(), place: from[0] ?? 0 },
  ]
  for (;;) {
    const level = levels.at(-1)
    if (!level) return undefined
    const url = level.urls[level.place]
    if (url === undefined) {
      levels.pop()
      const above = levels.at(-1)
      if (above) above.place++
      continue
    }
    const isSpent = limit.requestsLeft() <= 0 || limit.isShortOfTime()
    if (isSpent) return { document: undefined, next: levels.map(one => one.place) }
    const file = await source.sitemap(url).catch((error: unknown) => {
      const isSkipped =
        error instanceof Fault && (UNAVAILABLE.has(error.code) || error.code === 'upstream_timeout')
      if (!isSkipped) throw error
      problems.push(`${pathOf(url)}: ${error.code}`)
      return undefined
    })
    const children = childrenOf(file, source, new Set(levels.map(one => one.urls[one.place])))
    if (file && children.length > 0 && levels.length < LEVELS_MAX) {
      if (file.broken !== undefined) problems.push(`${pathOf(url)}: ${file.broken}`)
      levels.push({ urls: children, place: from[levels.length] ?? 0 })
      continue
    }
    if (children.length > 0) problems.push(`${pathOf(url)}: more than ${LEVELS_MAX} levels of sitemaps`)
    if (!file || file.rows.length === 0) {
      if (file?.broken !== undefined) problems.push(`${pathOf(url)}: ${file.broken}`)
      level.place++
      // Places below are those of the file that was left.
      from = from.slice(0, levels.length)
      continue
    }
    const places = levels.map(one => pathOf(one.urls[one.place] ?? ''))
    return { document: { url, file, places }, next: placeAfter(levels) }
  }
}

/** Those of the shop that are not above it. */
function childrenOf(
  file: Sitemap | undefined,
  { base }: CatalogSource,
  above: ReadonlySet<string | undefined>,
) {
  const sitemaps = (file?.sitemaps ?? []).flatMap(one => urlWithinShop(one, base) ?? [])
  return [...new Set(sitemaps)].filter(one => !above.has(one))
}

function placeAfter(levels: readonly { readonly urls: readonly string[]; readonly place: number }[]) {
  for (let depth = levels.length; depth > 0; depth--) {
    const level = levels[depth - 1]
    if (!level || level.place + 1 >= level.urls.length) continue
    return [...levels.slice(0, depth - 1).map(one => one.place), level.place + 1]
  }
  return undefined
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}

/** Reads a few pages of every kind of address that is new. */
async function learn(
  source: CatalogSource,
  rows: readonly CatalogRow[],
  knownPatterns: readonly UrlPattern[],
  limit: Limit,
): Promise<{ readonly patterns: readonly UrlPattern[]; readonly isAll: boolean }> {
  const patterns = [...knownPatterns]
  const samples = samplesOf(
    rows.map(row => row.url),
    source.base,
    knownPatterns,
  )
  for (const [pattern, urls] of samples) {
    const pages = urls.slice(0, Math.max(0, limit.requestsLeft()))
    const isShort = patterns.length > knownPatterns.length && limit.isShortOfTime()
    if (isShort || pages.length === 0) return { patterns, isAll: false }
    const results = await Promise.all(pages.map(url => source.showsProduct(url)))
    const readResults = results.filter(one => one !== undefined)
    patterns.push({ pattern, products: readResults.filter(Boolean).length, read: readResults.length })
  }
  return { patterns, isAll: true }
}
