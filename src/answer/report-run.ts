// Runs a request and reports how it went: outcome and time for the metrics and the status, fields for the drift watch.
import { failureOf, type RunOutcome } from '../runtime/client-closed.ts'
import { Fault } from '#kit/fault'
import type { Events } from '../runtime/events.ts'
import type { RunTrace } from '../record/recordings/run-trace.ts'
import { driftKey, isTypical, isPurchasable, priceMissing, type ShopProduct } from '../extract/listed-shop.ts'
import { statsNameOf, listedShopOf, type PreparedRequest } from './request/prepare-request.ts'
import type { OperationAnswers } from './cache/answer.ts'

export interface ReportParts {
  readonly events: Events
  /** Whether the page of a listed shop should have had a price, by what is known of the shop. */
  readonly expectsPrice?: ((product: ShopProduct) => boolean) | undefined
}

export async function runAndReport(
  parts: ReportParts,
  prepared: PreparedRequest,
  trace: RunTrace | undefined,
  run: () => Promise<OperationAnswers>,
): Promise<OperationAnswers> {
  const startedMs = performance.now()
  const shop = listedShopOf(prepared)
  try {
    const result = await run()
    const { answer, summary } = result
    const product = shop === undefined || !summary ? undefined : { ...summary, shop }
    if (product && prepared.magicWord === undefined) checkPrice(parts, product, trace)
    if (!product || isTypical(product)) reportFields(parts, prepared, { ...result, product })
    const { way, absentPointers } = answer
    const platform = product?.platform
    emitRuns(parts, prepared, startedMs, { outcome: 'ok', absent: absentPointers.length, way, platform })
    return result
  } catch (error) {
    reportFields(parts, prepared, { error, shop })
    const detail = error instanceof Fault ? error.message : undefined
    emitRuns(parts, prepared, startedMs, { outcome: failureOf(error), absent: 0, detail })
    throw error
  }
}

interface RunFacts {
  readonly outcome: RunOutcome
  readonly absent: number
  readonly way?: string | undefined
  readonly platform?: string | undefined
  readonly detail?: string | undefined
}

/** A general request that a site's operation answers counts for both. */
function emitRuns(
  { events }: ReportParts,
  prepared: PreparedRequest,
  startedMs: number,
  facts: RunFacts,
): void {
  const { entry, work } = prepared
  const ms = performance.now() - startedMs
  const site = statsNameOf(prepared)
  events.emit('run', { ...facts, site, operation: work.entry.operation.id, ms })
  if (entry === work.entry) return
  const { outcome, detail } = facts
  events.emit('run', { site: entry.site.name, operation: entry.operation.id, outcome, ms, absent: 0, detail })
}

function checkPrice({ expectsPrice }: ReportParts, product: ShopProduct, trace: RunTrace | undefined): void {
  if (expectsPrice?.(product)) throw priceMissing(product)
  // What looks like a product and has no price is worth a look, whatever the reason.
  if (trace && !product.hasPrice && isPurchasable(product.availability)) trace.isDoubtful = true
}

interface ReportedRun extends Partial<Omit<OperationAnswers, 'summary'>> {
  readonly error?: unknown
  /** Set if the run read a product page of a listed shop. */
  readonly product?: ShopProduct | undefined
  readonly shop?: string | undefined
}

/** A rule that fails is counted by itself too: the reader may never have found the field. */
function absentOf({ absent, failed = [] }: ShopProduct): string[] {
  return [...absent, ...failed.map(field => `(rule for ${field})`)]
}

/** Composed answers are not reported, except those of listed shops: the answers they are made of are reported individually. */
function reportFields(
  { events }: ReportParts,
  { work, magicWord, cacheKey }: PreparedRequest,
  { answer, disputed = [], error, product, shop = product?.shop }: ReportedRun,
): void {
  if (magicWord !== undefined || (work.kind === 'compose' && shop === undefined)) return
  const { site, operation } = work.entry
  const about = { site: shop ?? site.name, operation: driftKey(operation.id, shop), key: cacheKey }
  if (answer) {
    const { absentPointers, measures } = product ? { ...product, absentPointers: absentOf(product) } : answer
    // Where the page contradicts the reading, their agreement is what is missing.
    const absent = [...absentPointers, ...disputed.map(field => `(agreement on ${field})`)]
    events.emit('fields', { ...about, absent, ...(measures ? { measures } : {}) })
  } else if (error instanceof Fault && error.code === 'upstream_changed') {
    // A part of the page, such as `__NEXT_DATA__`, is no field of the answer: the failure counts for the page as a whole.
    const failed = error.field?.startsWith('/') ? error.field : ''
    events.emit('fields', { ...about, absent: [], failed })
  }
}
