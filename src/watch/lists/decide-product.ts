// Decides about one product of a list with the decision of single watches, from what is stored of it and its row. Pure.
import { adoptPrice } from '../decide/adopt-price.ts'
import { type Facts, moneyOf, sortedFacts } from '../facts/facts.ts'
import type { ChangedFacts } from '../decide/changes.ts'
import { type Decision, decide, type DecisionRules } from '../decide/decide.ts'
import { historyNeeds, type PriceHistory } from '../decide/evaluate.ts'
import { mergeHistory, heldPrices } from '../history/history.ts'
import type { Identity } from '../facts/identity.ts'
import { type Check, type LastKnown, type WatchMemory, NO_MEMORY, NOTHING_KNOWN } from '../model/knowledge.ts'
import { PRICE_FIELDS, type PriceField } from '../../settings/watch-rules/condition.ts'
import type { SeriesSpans } from '../model/series-spans.ts'
import type { PastSpan, TrackedProduct, ListedRow } from './tracked-product.ts'

export interface ProductCheck {
  readonly rules: DecisionRules
  readonly atMs: number
  readonly requestId: string
  /** The last check before this one whose list was believed. */
  readonly lastOkMs: number
  /** When the checks of the watch succeeded; undefined if no condition looks back. */
  readonly outcomes: SeriesSpans | undefined
}

export interface DecidedProduct {
  readonly product: TrackedProduct
  readonly price?: ProductNews
  readonly availability?: ProductNews
  readonly isUnconfirmed: boolean
}

interface ProductNews {
  readonly before: ChangedFacts
  readonly after: ChangedFacts
  readonly when?: readonly string[]
}

/** `adopts`: the price of the row is not another one, but of another unit, or of other variants. */
export function decideProduct(
  product: TrackedProduct,
  row: ListedRow,
  check: ProductCheck,
  adopts: boolean = hasOtherVariants(product, row),
): DecidedProduct {
  const withVariants = { ...product, ...(row.variants !== undefined && { variants: row.variants }) }
  if (!product.facts && !product.memory && Object.keys(row.facts).length === 0)
    return unchanged(renamed(product, row))
  if (isSettled(product, row, check))
    return unchanged(product.variants === withVariants.variants ? product : withVariants)
  const lastKnown = knowledgeOf(product, check.rules)
  const productCheck: Check = {
    kind: 'facts',
    facts: row.facts,
    identity: identityOf(row),
    requestId: check.requestId,
    atMs: check.atMs,
  }
  const ground = adopts ? adopted(lastKnown, row.facts, productCheck, check.rules) : lastKnown
  const decision = decide(ground, productCheck, priceHistory(product, check), check.rules)
  const after = productAfter(withVariants, decision, check)
  const price = newsOf(decision, 'price.changed')
  const availability = newsOf(decision, 'availability.changed')
  return {
    product: after,
    ...(price && { price }),
    ...(availability && { availability }),
    isUnconfirmed: decision.isUnconfirmed,
  }
}

function unchanged(product: TrackedProduct): DecidedProduct {
  return { product, isUnconfirmed: false }
}

/** Updates name, picture and codes, for a list that states no prices. */
function renamed(product: TrackedProduct, { name, image, sku, gtin }: ListedRow): TrackedProduct {
  const stated = {
    ...(name && { name }),
    ...(image && { image }),
    ...(sku && { sku }),
    ...(gtin && { gtin }),
  }
  const isSame = Object.entries(stated).every(
    ([field, value]) => product[field as keyof TrackedProduct] === value,
  )
  return isSame ? product : { ...product, ...stated }
}

/** Whether the row is unchanged and nothing waits: true for most products of most checks. */
function isSettled(product: TrackedProduct, row: ListedRow, { rules }: ProductCheck): boolean {
  const { facts, memory = {}, missing, removed } = product
  if (!facts || missing || removed || memory.pending) return false
  const conditions = memory.conditions ?? {}
  const isAsked = rules.conditions.every(one => one.text in conditions)
  const isOwed = Object.values(conditions).some(one => one.held !== undefined || one.owed !== undefined)
  const fields = ['name', 'image', 'sku', 'gtin'] as const
  return (
    isAsked &&
    !isOwed &&
    fields.every(field => row[field] === undefined || row[field] === product[field]) &&
    JSON.stringify(facts) === JSON.stringify(row.facts)
  )
}

/** What is the same for all products is not stored with each. */
function knowledgeOf(
  { facts, memory = {}, removed, ...product }: TrackedProduct,
  { conditions }: DecisionRules,
): LastKnown {
  const texts = new Set(conditions.map(one => one.text))
  const memories = Object.entries(memory.conditions ?? {}).filter(([text]) => texts.has(text))
  return {
    ...NOTHING_KNOWN,
    facts,
    isGone: removed !== undefined,
    memory: {
      ...NO_MEMORY,
      ...memory,
      identity: facts || memory.pending ? identityOf(product) : null,
      conditions: Object.fromEntries(memories),
    },
  }
}

function identityOf({ sku, gtin, name, image }: Omit<ListedRow, 'facts' | 'isKnown'>): Identity {
  return {
    sku: sku ?? null,
    gtin: gtin ?? null,
    mpn: null,
    name: name ?? null,
    image: image ?? null,
    codes: [],
  }
}

function productAfter(
  { missing: _missing, removed: _removed, ...product }: TrackedProduct,
  { knowledge }: Decision,
  check: ProductCheck,
): TrackedProduct {
  const { facts, memory } = knowledge
  const { name, image, sku, gtin } = memory.identity ?? {}
  const isOther = JSON.stringify(facts) !== JSON.stringify(product.facts)
  const past = isOther && product.facts ? [...(product.past ?? []), pastSpan(product, check)] : product.past
  const stored = storedMemory(memory)
  const { memory: _memory, past: _past, sku: _sku, gtin: _gtin, ...rest } = product
  return {
    ...rest,
    ...(name && { name }),
    ...(image && { image }),
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    facts,
    sinceMs: isOther ? check.atMs : product.sinceMs,
    ...(past && past.length > 0 && { past: past.slice(-PAST_MAX) }),
    ...(stored && { memory: stored }),
  }
}

/** More than a price that changes daily has in a year. The oldest go first. */
const PAST_MAX = 400

function pastSpan({ sinceMs, facts }: TrackedProduct, { atMs, lastOkMs }: ProductCheck): PastSpan {
  return [sinceMs, Math.max(sinceMs, lastOkMs), atMs, facts ?? {}]
}

/** The memory to store, without what is empty or the same for all products of the watch. */
function storedMemory({ pending, lost, conditions, alertedAtMs, told, gaps, original }: WatchMemory) {
  const stored: Partial<WatchMemory> = {
    ...(Object.keys(pending).length > 0 && { pending }),
    ...(Object.keys(lost).length > 0 && { lost }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
    ...(alertedAtMs !== null && { alertedAtMs }),
    ...(told !== null && { told }),
    ...(gaps.length > 0 && { gaps }),
    ...(original !== null && { original: { ...original, memory: { ...original.memory, seen: {} } } }),
  }
  return Object.keys(stored).length > 0 ? stored : undefined
}

/** Values that are no longer stated, or stated again as they were, are no change of a product. */
function newsOf({ changes }: Decision, type: string): ProductNews | undefined {
  const change = changes.find(one => one.type === type)
  if (!change) return undefined
  const { before, after, alert, explanation } = change
  const isNews = Object.keys(after).some(series => after[series] !== null && before[series] !== after[series])
  if (!isNews && !alert) return undefined
  const when = explanation?.reasons.map(reason => reason.when)
  return { before, after, ...(alert && when && { when }) }
}

/** The number of variants is another one, and the price before is among the prices of now, or the other way round. */
function hasOtherVariants({ variants, facts }: TrackedProduct, row: ListedRow): boolean {
  if (!facts || variants === undefined || row.variants === undefined || variants === row.variants)
    return false
  const [last, now] = [rangeOf(facts), rangeOf(row.facts)]
  if (!last || !now || last.currency !== now.currency || last.low === now.low) return false
  return (now.low <= last.low && last.low <= now.high) || (last.low <= now.low && now.low <= last.high)
}

function rangeOf(facts: Facts) {
  const [low, high] = [moneyOf(facts.price), moneyOf(facts.price_max)]
  if (!low) return undefined
  return { low: Number(low.amount), high: Number(high?.amount ?? low.amount), currency: low.currency }
}

/** The prices are where conditions go on from, without an alert. */
function adopted(lastKnown: LastKnown, row: Facts, check: Check, { conditions }: DecisionRules): LastKnown {
  if (!lastKnown.facts) return lastKnown
  const prices = (facts: Facts) =>
    Object.fromEntries(
      PRICE_FIELDS.flatMap(field => (facts[field] === undefined ? [] : [[field, facts[field]]])),
    )
  const { pending, told } = lastKnown.memory
  const others = Object.entries(lastKnown.facts).filter(([series]) => !isPriceField(series))
  const facts = sortedFacts({ ...Object.fromEntries(others), ...prices(row) })
  return {
    ...lastKnown,
    facts,
    memory: {
      ...lastKnown.memory,
      pending: Object.fromEntries(Object.entries(pending).filter(([series]) => !isPriceField(series))),
      conditions: adoptPrice(lastKnown.memory, facts, check, conditions),
      told: told && sortedFacts({ ...told, ...prices(row) }),
    },
  }
}

function isPriceField(series: string): boolean {
  return PRICE_FIELDS.some(field => field === series)
}

/** Earlier prices that the conditions look back at. */
function priceHistory(
  product: TrackedProduct,
  { rules, outcomes, atMs, lastOkMs }: ProductCheck,
): PriceHistory {
  const needs = Object.entries(historyNeeds(rules.conditions, product.memory?.conditions ?? {}))
  if (needs.length === 0 || !outcomes) return {}
  const longestMs = Math.max(...needs.map(([, windowMs]) => windowMs))
  const period = { fromMs: Math.max(0, atMs - longestMs), toMs: atMs }
  const spans = spansOf(product, lastOkMs)
  const { segments } = mergeHistory([outcomes, ...spans], period, { isWhole: true })
  return Object.fromEntries(needs.map(([field]) => [field, heldPrices(segments, field as PriceField)]))
}

/** What was seen of a product over time, series by series. */
export function spansOf(
  { past = [], sinceMs, facts, missing, removed }: TrackedProduct,
  lastOkMs: number,
): SeriesSpans[] {
  const lastMs = removed?.lastSeenMs ?? missing?.lastSeenMs ?? lastOkMs
  const now: PastSpan[] = facts ? [[sinceMs, Math.max(sinceMs, lastMs), Number.NaN, facts]] : []
  const all = [...past, ...now]
  const names = [...new Set(all.flatMap(([, , , values]) => Object.keys(values)))].toSorted()
  return names.map(series => columnOf(series, all, removed?.atMs))
}

/** Equal neighbours are one span. */
function columnOf(series: string, all: readonly PastSpan[], removedMs: number | undefined): SeriesSpans {
  const values: string[] = []
  const firstSeenMs: number[] = []
  const lastSeenMs: number[] = []
  const endedMs: (number | null)[] = []
  for (const [first, last, ended, facts] of all) {
    const value = facts[series]
    if (value === undefined) continue
    const end = Number.isNaN(ended) ? (removedMs ?? null) : ended
    const place = values.length - 1
    if (values[place] === value && endedMs[place] === first) {
      lastSeenMs[place] = last
      endedMs[place] = end
    } else {
      values.push(value)
      firstSeenMs.push(first)
      lastSeenMs.push(last)
      endedMs.push(end)
    }
  }
  return { series, values, firstSeenMs, lastSeenMs, endedMs }
}
