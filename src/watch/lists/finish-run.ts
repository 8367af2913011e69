// Finishes the run of a watched catalog: what is new, what is gone, and which prices and stocks are other ones. Pure.
import type { ChangeType } from '../model/change-types.ts'
import type { Change } from '../decide/changes.ts'
import type { DecisionRules } from '../decide/decide.ts'
import type { Facts } from '../facts/facts.ts'
import type { ReadList } from './check-result.ts'
import type { CheckOrigin } from '../model/knowledge.ts'
import type { SeriesSpans } from '../model/series-spans.ts'
import { CATALOG_SERIES, type CatalogNews, COUNT_SERIES, newsOf, type NewsRow } from './catalog-news.ts'
import { unansweredReason } from './catalog-rules.ts'
import {
  type CatalogBaseline,
  baselineAfter,
  type CatalogProgress,
  type CatalogRun,
} from './catalog-state.ts'
import { type DecidedList, decideList, type ProductWithRow } from './decide-list.ts'
import { CHUNK_PRODUCTS, isOpen, type Listing, type TrackedProduct } from './tracked-product.ts'
import { type ProductMatches, matchProducts } from './match-products.ts'

export interface FinishedCatalog {
  readonly state: CatalogProgress
  readonly run: number
  readonly atMs: number
  /** The chunks that differ, by number. */
  readonly changed: ReadonlyMap<number, readonly TrackedProduct[]>
  readonly news: readonly { readonly type: ChangeType; readonly rows: readonly NewsRow[] }[]
}

export interface FinishedRun extends Pick<FinishedCatalog, 'state' | 'run' | 'atMs' | 'changed' | 'news'> {
  readonly facts: Facts
  readonly changes: readonly Change[]
  /** What people should know of the list; null if nothing. */
  readonly detail: string | null
  /** Prices that cannot be believed or read: the check has failed for them. */
  readonly isTrouble: boolean
  readonly isUnconfirmed: boolean
}

export interface FinishRules {
  readonly rules: DecisionRules
  /** The facts of the watch before. */
  readonly lastFacts: Facts | null
  readonly outcomes: SeriesSpans | undefined
  readonly checkSeq: number
  /** What ended before is forgotten. */
  readonly keptFromMs: number
}

export function finishRun(
  { catalog, listing, matches, atMs, requestId }: ReadList,
  { rules, lastFacts, outcomes, checkSeq, keptFromMs }: FinishRules,
): FinishedRun | undefined {
  const { run, baseline } = catalog
  if (!run) return undefined
  const matched = matchProducts(matches, run, baseline, { atMs, confirm: rules.confirm })
  const lastOkMs = baseline?.atMs ?? atMs
  const check = { rules, atMs, requestId, lastOkMs, outcomes }
  const decided = decideList(pairsOf(matched), baseline ?? undefined, check, run.problems)
  const trouble = decided.trouble ?? unansweredBy(matched, rules, run)
  const chunks = chunksAfter(listing, matched, decided, keptFromMs)
  const count = chunks.all.reduce(
    (sum, products) => sum + products.filter(one => isOpen(one) && !one.isAlias).length,
    0,
  )
  const facts = { [COUNT_SERIES]: String(count) }
  const news = newsRows(matched, decided, run, baseline, rules)
  const about = { run: run.number, before: lastFacts, facts, atMs, requestId }
  const state = {
    ...catalog,
    run: null,
    baseline: {
      ...baselineAfter(run, baseline, { atMs, checkSeq }),
      ...decided.scaled,
    },
  }
  return {
    state,
    run: run.number,
    atMs,
    changed: chunks.changed,
    news,
    facts,
    changes: changesOf(news, about),
    detail: detailOf(run, trouble, decided.note),
    isTrouble: trouble !== undefined,
    isUnconfirmed:
      matched.isGoneUnconfirmed ||
      matched.unconfirmed.length > 0 ||
      [...decided.decided.values()].some(one => one.isUnconfirmed),
  }
}

/** The prices of what is new are confirmed with it. */
function pairsOf({ listed, added, unconfirmed }: ProductMatches): ProductWithRow[] {
  return [...listed, ...added, ...unconfirmed].filter(
    ({ product }) => !product.isAlias && !(product.removed && product.sightings !== undefined),
  )
}

/** A list that never stated what a condition is about. */
function unansweredBy(
  { listed, added }: ProductMatches,
  { conditions }: DecisionRules,
  { problems }: CatalogRun,
): string | undefined {
  const all = [...listed, ...added].flatMap(({ product, row }) => [product.facts ?? {}, row.facts])
  const states = {
    price: all.some(facts => facts.price !== undefined),
    availability: all.some(facts => facts.availability !== undefined),
  }
  return unansweredReason(conditions, states, problems)
}

function detailOf({ note, problems }: CatalogRun, trouble?: string, listNote?: string): string | null {
  const partial =
    problems.length === 0
      ? []
      : [`the list is not whole, so nothing is reported as removed: ${problems.join('; ')}`]
  const texts = [trouble, note, listNote].filter(text => text !== undefined)
  return [...texts, ...partial].join('; ') || null
}

interface NewsOfType {
  readonly type: ChangeType
  readonly rows: readonly NewsRow[]
}

function newsRows(
  { added, removed, listed }: ProductMatches,
  { decided }: DecidedList,
  run: CatalogRun,
  baseline: CatalogBaseline | null,
  { conditions }: DecisionRules,
): NewsOfType[] {
  const any = conditions.filter(one => one.kind === 'any').map(one => one.text)
  const isAny = any.length > 0 && { when: any }
  const isNew = ({ row, product }: (typeof added)[number]) =>
    !run.isQuiet && row.isKnown !== true && !product.isAlias
  const addedRow = ({ key, product }: (typeof added)[number]): NewsRow => {
    const decision = decided.get(key)
    const when = [
      ...new Set([...any, ...(decision?.price?.when ?? []), ...(decision?.availability?.when ?? [])]),
    ]
    return { ...rowOf(product), ...(when.length > 0 && { when }) }
  }
  // What is met by the first list, and once there are facts, by each product that was known.
  const reportable = baseline === null ? [...listed, ...added] : listed
  const rowsOf = (field: 'price' | 'availability') =>
    reportable.flatMap(({ key }) => {
      const decision = decided.get(key)
      const news = decision?.[field]
      return news ? [{ ...rowOf(decision.product), ...news }] : []
    })
  const all: NewsOfType[] = [
    { type: 'catalog.added', rows: added.filter(isNew).map(addedRow) },
    { type: 'catalog.removed', rows: removed.map(product => ({ ...rowOf(product), ...isAny })) },
    { type: 'catalog.price_changed', rows: rowsOf('price') },
    { type: 'catalog.availability_changed', rows: rowsOf('availability') },
  ]
  return all.filter(({ rows }) => rows.length > 0)
}

function rowOf({ url, name, image, firstSeenMs, removed }: TrackedProduct): NewsRow {
  return {
    url,
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    firstSeenMs,
    ...(removed && { removed }),
  }
}

interface About extends Pick<CheckOrigin, 'atMs' | 'requestId'> {
  readonly run: number
  readonly before: Facts | null
  readonly facts: Facts
}

/** One for each type; of those that are alerts, the first has the message about all. */
function changesOf(news: readonly NewsOfType[], about: About): Change[] {
  const all = news.map(({ type, rows }) => ({ type, rows, is: newsOf(about.run, rows) }))
  const alerts = all.filter(({ is }) => is.matched > 0)
  const [first, ...others] = alerts
  const also = others.map(({ type, is }) => ({ type, count: is.count, matched: is.matched }))
  return all.map(newsOfType => {
    const sharedAlert =
      first && newsOfType !== first && alerts.includes(newsOfType) ? { toldBy: first.type } : {}
    const more = newsOfType === first && also.length > 0 ? { also } : {}
    return changeOf(newsOfType.type, newsOfType.rows, { ...newsOfType.is, ...sharedAlert, ...more }, about)
  })
}

function changeOf(
  type: ChangeType,
  rows: readonly NewsRow[],
  news: CatalogNews,
  { before, facts, atMs, requestId }: About,
): Change {
  const when = [...new Set(rows.flatMap(row => row.when ?? []))]
  const explanation = {
    reasons: when.map(text => ({ when: text, before: {}, baseline: null, window: null })),
    sinceMs: atMs,
    times: 1,
    requestIds: [requestId],
  }
  return {
    type,
    before: { [COUNT_SERIES]: before?.[COUNT_SERIES] ?? null },
    after: { ...facts, [CATALOG_SERIES]: JSON.stringify(news) },
    alert: when.length > 0,
    ...(when.length > 0 && { explanation }),
  }
}

/** The products after the run, and the parts of them that differ. What ended long ago is forgotten. */
function chunksAfter(
  { chunks }: Listing,
  { after, appended, isListed }: ProductMatches,
  { decided }: DecidedList,
  keptFromMs: number,
) {
  const final = (key: string, product: TrackedProduct): TrackedProduct => {
    const newest = decided.get(key)?.product ?? product
    if (!newest.removed || newest.sightings !== undefined || !isListed(key)) return newest
    const { removed: _, ...open } = newest
    return open
  }
  const all = chunks.map((products, chunk) => {
    const next = products.flatMap((product, index) => {
      const decision = after.get(`${chunk} ${index}`)
      const now =
        decision === undefined ? product : decision === null ? null : final(decision.key, decision.product)
      return now && isKept(now, keptFromMs) ? [withoutOld(now, keptFromMs)] : []
    })
    const isSame = next.length === products.length && next.every((one, index) => one === products[index])
    return isSame ? products : next
  })
  for (const { key, product } of appended) {
    const last = all.at(-1)
    const finished = final(key, product)
    if (last && last.length < CHUNK_PRODUCTS) all[all.length - 1] = [...last, finished]
    else all.push([finished])
  }
  const changed = all.flatMap((products, chunk) =>
    products === chunks[chunk] ? [] : [[chunk, products] as const],
  )
  return { all, changed: new Map(changed) }
}

function isKept({ removed }: TrackedProduct, keptFromMs: number): boolean {
  return !removed || removed.atMs >= keptFromMs
}

function withoutOld(product: TrackedProduct, keptFromMs: number): TrackedProduct {
  const { past, ...rest } = product
  if (!past || (past[0]?.[2] ?? keptFromMs) >= keptFromMs) return product
  const recentPast = past.filter(([, , endedMs]) => endedMs >= keptFromMs)
  return recentPast.length === 0 ? rest : { ...rest, past: recentPast }
}
